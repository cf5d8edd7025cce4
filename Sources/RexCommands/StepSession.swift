import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// A walk through a log: where it stands, and what each line command answers.
///
/// A state machine without input or output of its own: a line in, a reply out, nil to leave.
struct StepSession {
  private var timeline: Timeline
  private(set) var seq: Int
  private let first: Int
  private(set) var last: Int
  /// Makes the states that are not recorded; nil once that was tried.
  private var fill: ((Log) -> Log?)?

  init(_ log: Log, fill: @escaping (Log) -> Log?) throws(CommandError) {
    var timeline = Timeline(log)
    guard let seqs = timeline.seqs else {
      throw CommandError(timeline.noFrames, log: log)
    }
    do throws(TimelineError) {
      _ = try timeline.state(at: seqs.lowerBound)
    } catch {
      throw CommandError(error, log: log)
    }
    (self.timeline, self.fill) = (timeline, fill)
    (seq, first, last) = (seqs.lowerBound, seqs.lowerBound, seqs.upperBound)
  }

  private var log: Log { timeline.log }

  /// Goes on with the same log when it has become longer.
  mutating func follow(_ log: Log) {
    (timeline, last) = (Timeline(log), log.lastSeq)
  }

  var greeting: StyledText {
    "\(log.session.app.name): actions \(first + 1) to \(last). help lists the commands.\n"
  }

  var prompt: StyledText { "\(seq)/\(last)> " }

  /// The answer to a line; nil to leave.
  mutating func reply(to line: String) -> StepReply? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first else { return StepReply("", json: [:]) }
    guard let command = StepLine.all.first(where: { $0.names.contains(name) }) else {
      return .error("there is no command \(name); help lists them", .usage)
    }
    let rest = words.dropFirst().first.map { String($0.drop { $0 == " " }) } ?? ""
    var operands = rest.split(separator: " ").map(String.init)
    // A path and a text may have spaces in them.
    if command.takesRest { operands = rest.isEmpty ? [] : [rest] }
    guard operands.count <= command.operandsMax else {
      return .error(
        command.usage.isEmpty ? "\(name) takes nothing" : "\(name) takes \(command.usage)", .usage)
    }
    do throws(StepError) {
      return try run(command.kind, operands)
    } catch {
      return .error(error.problem, error.status)
    }
  }

  private mutating func run(
    _ kind: StepLine.Kind, _ operands: [String]
  ) throws(StepError) -> StepReply? {
    switch kind {
    case .next:
      return try move(by: try StepSession.count(operands), says: atTheEnd)
    case .back: return try move(by: -(try StepSession.count(operands)), says: "the start")
    case .goto:
      guard let word = operands.first else { throw StepError("goto takes a number", .usage) }
      return try jump(to: try StepSession.natural(word))
    case .first: return try jump(to: first)
    case .last: return try jump(to: last)
    case .state: return try state(operands.first)
    case .action: return try action()
    case .diff: return try diff(operands)
    case .marks: return try marks()
    case .help: return StepReply(StepLine.help, json: ["help": .string(StepLine.help.plain)])
    case .find: return try find(operands.first)
    case .quit: return nil
    }
  }

  /// Moves as far as it goes, and says so where it could not go on.
  private mutating func move(by count: Int, says end: StyledText) throws(StepError) -> StepReply {
    let (here, target, step) = (seq, seq + count, count.signum())
    let nearest = try seeking { (timeline) throws(TimelineError) in
      try timeline.seq(nearest: target, step: step)
    }
    guard nearest != here, nearest >= first else { return .error("this is " + end, .success) }
    return try jump(to: nearest)
  }

  /// Why there is no next frame; of an action that never finished, all that is known.
  private var atTheEnd: StyledText {
    guard let line = log.unfinished else { return "the last action" }
    var text: StyledText = "the last state; " + (LogText.incompleteness(log) ?? "")
    if let action = line.action { text += ": \(LogText.value(action))" }
    return text
  }

  private mutating func jump(to target: Int) throws(StepError) -> StepReply {
    var frame = try seeking { (timeline) throws(TimelineError) in try timeline.frame(at: target) }
    if frame.patch == nil, fillIn() {
      frame = try seeking { (timeline) throws(TimelineError) in try timeline.frame(at: target) }
    }
    seq = target
    return here(frame)
  }

  private func here(_ frame: Frame) -> StepReply {
    var text = FrameText.heading(frame, in: log)
    if frame.action != nil { text += "  \(LogText.change(frame.patch), style: .dim)" }
    return StepReply(
      text + "\n",
      json: LogJSON.object([
        "seq": LogJSON.number(frame.seq), "type": frame.action.map { .string($0.type) },
        "source": LogJSON.source(frame.action?.source), "patch": frame.patch?.json ?? .null,
      ]))
  }

  private mutating func state(_ path: String?) throws(StepError) -> StepReply {
    let pointer = try StepSession.pointer(path ?? "")
    let seq = seq
    let state = try seeking { (timeline) throws(TimelineError) in try timeline.state(at: seq) }
    guard let value = state[pointer] else {
      throw StepError("the state has nothing at \(pointer.description)")
    }
    return StepReply(
      FrameText.value(value), json: LogJSON.object(["seq": LogJSON.number(seq), "state": value]))
  }

  private mutating func action() throws(StepError) -> StepReply {
    let seq = seq
    let action = try seeking { (timeline) throws(TimelineError) in try timeline.action(at: seq) }
    guard let action else { throw StepError("no action led here") }
    return StepReply(
      LogText.heading(action) + "\n" + FrameText.content(of: action),
      json: LogJSON.object([
        "seq": LogJSON.number(seq), "type": .string(action.type),
        "action": action.payload.action, "opaque": action.payload.opaque.map(JSON.string),
      ]))
  }

  /// Without operands what this action changed, with one from there to here, with two between both.
  private mutating func diff(_ operands: [String]) throws(StepError) -> StepReply {
    let numbers = try operands.map { (word) throws(StepError) in try StepSession.natural(word) }
    let (first, second) =
      switch numbers.count {
      case 0: (max(first, seq - 1), seq)
      case 1: (numbers[0], seq)
      default: (numbers[0], numbers[1])
      }
    let (before, patch) = try seeking { (timeline) throws(TimelineError) in
      (try timeline.state(at: first), try timeline.difference(from: first, to: second))
    }
    let text = patch.isEmpty ? "  no change\n" : PatchText.lines(patch, from: before)
    return StepReply(
      text,
      json: LogJSON.object([
        "from": LogJSON.number(first), "to": LogJSON.number(second), "patch": patch.json,
      ]))
  }
}

extension StepSession {
  /// The next action, after this one, whose type, content or patch holds a text.
  private mutating func find(_ text: String?) throws(StepError) -> StepReply {
    guard let text else { throw StepError("find takes a text", .usage) }
    let current = seq
    let found = try reading { (log) throws(LogError) -> Int? in
      let reader = try log.reader(near: current + 1)
      while let record = try reader.next() {
        guard record.kind == .action, let seq = record.head?.seq, seq > current,
          let action = try? reader.action(of: record)
        else { continue }
        if action.searchText.contains(text) { return seq }
      }
      return nil
    }
    if let found { return try jump(to: found) }
    throw StepError("nothing after action \(seq) holds \(text)")
  }

  private func marks() throws(StepError) -> StepReply {
    var text = StyledText()
    var list: [JSON] = []
    let marks = try reading { (log) throws(LogError) -> [LogMark] in
      let reader = log.reader()
      var marks: [LogMark] = []
      while let record = try reader.next() {
        if record.kind == .mark, case .mark(let mark)? = try? reader.entry(of: record) {
          marks.append(mark)
        }
      }
      return marks
    }
    for mark in marks {
      let data = mark.data.map { "  \(LogText.value($0))" } ?? ""
      text += "#\(mark.seq)  \(LogText.seconds(mark.timeMs))  \(mark.label)\(data)\n"
      list.append(
        LogJSON.object([
          "seq": LogJSON.number(mark.seq), "label": .string(mark.label), "data": mark.data,
        ]))
    }
    return StepReply(list.isEmpty ? "no marks\n" : text, json: ["marks": .array(list)])
  }

  private mutating func seeking<Result>(
    _ body: (inout Timeline) throws(TimelineError) -> Result
  ) throws(StepError) -> Result {
    do throws(TimelineError) {
      do throws(TimelineError) {
        return try body(&timeline)
      } catch {
        guard case .unrecorded = error.kind, fillIn() else { throw error }
        return try body(&timeline)
      }
    } catch {
      if case .noFrame(let seq, let seqs) = error.kind {
        let frames: StyledText = "the frames are \(seqs.lowerBound) to \(seqs.upperBound)"
        throw StepError("there is no action \(seq); " + frames, .unreadable)
      }
      guard case .failed(let problem, let hint, let status) = CommandError(error, log: log) else {
        throw StepError("this frame cannot be shown", .unreadable)
      }
      throw StepError(problem + "; " + hint, status)
    }
  }

  private func reading<Result>(
    _ body: (Log) throws(LogError) -> Result
  ) throws(StepError) -> Result {
    do throws(LogError) {
      return try body(log)
    } catch {
      guard case .failed(let problem, let hint, let status) = CommandError(error) else {
        throw StepError("the log cannot be read", .unreadable)
      }
      throw StepError(problem + "; " + hint, status)
    }
  }

  /// Makes the states that are not recorded, once; whether there are any now that were not.
  private mutating func fillIn() -> Bool {
    guard let filled = fill?(log) else {
      fill = nil
      return false
    }
    (timeline, fill) = (Timeline(filled), nil)
    return true
  }

  /// How many actions to go; all there are where a log cannot have so many.
  private static func count(_ operands: [String]) throws(StepError) -> Int {
    guard let word = operands.first else { return 1 }
    guard word.isDigits else { throw StepError("\(word) is no number of actions", .usage) }
    // A limit far beyond any log keeps sums of numbers from overflowing.
    let count = min(Int(word) ?? .max, Int.max / 2)
    guard count > 0 else { throw StepError("0 actions lead nowhere", .usage) }
    return count
  }

  private static func natural(_ word: String) throws(StepError) -> Int {
    guard word.isDigits, let number = Int(word) else {
      throw StepError("\(word) is no number of an action", .usage)
    }
    return number
  }

  private static func pointer(_ text: String) throws(StepError) -> JSONPointer {
    guard let pointer = JSONPointer(text) else {
      throw StepError("\(text) is no path such as /messages/0", .usage)
    }
    return pointer
  }
}

/// What is wrong with a line, in words.
private struct StepError: Error {
  var problem: StyledText
  var status: CommandStatus

  init(_ problem: StyledText, _ status: CommandStatus = .no) {
    (self.problem, self.status) = (problem, status)
  }
}
