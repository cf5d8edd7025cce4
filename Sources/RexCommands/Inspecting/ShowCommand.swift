import RexDebug
import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let action = Option("--action", "only the action")
  fileprivate static let diff = Option("--diff", "only what it changed")
  fileprivate static let state = Option("--state", "the state after it")
  fileprivate static let at = Option(
    "--at", "PATH", .path, "the part of the state at this path")
  fileprivate static let parts = Option(
    repeatable: "--at", "PATH", .path, "the part of the state at this path")
  fileprivate static let patch = Option(
    "--patch", "as a JSON Patch (RFC 6902) that leads from A to B"
  ).conflicting(with: "--ignore", "--epsilon")
}

extension Command {
  static let show = Command(
    name: "show", operands: "LOG SEQ",
    summary: "an action and what it changed, and on request the state after it",
    example: "show session.jsonl last --state --at /messages/0",
    options: [
      Options.action, Options.diff, Options.state, Options.parts, Options.with, Options.clock,
    ],
    notes: """
      The state is shown with --state, and a part of it with --at. Numbers that are dates, as the
      log tells, are also shown as dates.

      """,
    isPaged: true
  ) { call in
    let words = try call.operands("LOG", "SEQ")
    let parts = FrameView.Parts(call)
    let log = try call.open(words[0])
    let seq = try call.seq(words[1], what: "SEQ", in: log)
    if let unfinished = log.unfinished, seq == log.lastSeq + 1 || words[1] == "last",
      parts.action, !parts.state
    {
      call.environment.print(unfinished, of: log, asJSON: call.wantsJSON)
      return .success
    }
    let view = try FrameView(log, seq: seq, parts, call)
    call.environment.printDoubts(about: log)
    if call.wantsJSON {
      view.printJSON(to: call.environment)
    } else {
      view.print(to: call.environment)
    }
    return .success
  }

  static let diff = Command(
    name: "diff", operands: "LOG A [B]",
    summary:
      "how the states after actions A and B differ, or what A changed; exit 1 when they differ",
    example: "diff session.jsonl 10 20",
    options: [Options.at, Options.patch, Options.ignore, Options.epsilon, Options.with],
    notes: """
      LOG A LOG2 B compares the states of two logs: LOG last LOG2 last.

      """, isPaged: true, givesVerdict: true
  ) { call in
    let pair = try call.statePair()
    let path = try call[Options.at] ?? ValuePath("")
    try path.checkIsSingular("--at")
    let (old, new) = try call.states(of: pair)
    let (before, after) = (path.node(in: old), path.node(in: new))
    guard let pointer = after?.pointer ?? before?.pointer else {
      for (log, state) in [(pair.first, old), (pair.second, new)] where path.isLeftOut(in: state) {
        throw CommandError.leftOut(path, in: log)
      }
      throw CommandError(
        "\(pair.first.name):1:1: error: neither state has anything at \(path.text)",
        hint: "diff without --at compares the whole states", .negative)
    }
    if call.has(Options.patch) {
      let patch = JSONPatch(from: before?.value ?? .null, to: after?.value ?? .null)
      call.environment.print(patch.json)
      return patch.isEmpty ? .success : .negative
    }
    let placeholders = pair.isOfOneLog ? nil : PlaceholderPair(pair.first, pair.second)
    let difference = StateDifference(
      from: before?.value, to: after?.value, at: pointer,
      by: try call.comparisonRules().hiding(placeholders))
    call.print(
      DifferenceText.lines(
        difference, .whole, dates: call.dates(in: pair.second),
        marking: LogPlaceholders(pair.first) ?? LogPlaceholders(pair.second)
      ).indented.text,
      lines: difference.leaves.map(\.json))
    let hidden = HiddenPlaces(difference.hidden)
    call.environment.printError(hidden.note)
    let same: CommandStatus = hidden.count > 0 ? .noVerdict : .success
    return difference.isEmpty ? same : .negative
  }
}

/// Two states that `diff` compares, of one log or of two.
private struct StatePair {
  var first: Log
  var firstSeq: Int
  var second: Log
  var secondSeq: Int
  var isOfOneLog: Bool
}

extension CommandCall {
  /// The states that the operands of `diff` name: LOG A, LOG A B or LOG A LOG2 B.
  fileprivate func statePair() throws -> StatePair {
    let count = arguments.operands.count
    let words =
      try count == 2
      ? operands("LOG", "A")
      : count == 3 ? operands("LOG", "A", "B") : operands("LOG", "A", "LOG2", "B")
    let log = try open(words[0])
    let first = try seq(words[1], what: "A", in: log)
    guard count < 4 else {
      let other = try open(words[2])
      return StatePair(
        first: log, firstSeq: first, second: other,
        secondSeq: try seq(words[3], what: "B", in: other), isOfOneLog: false)
    }
    guard count == 2 else {
      let second = try seq(words[2], what: "B", in: log, from: first)
      return StatePair(
        first: log, firstSeq: first, second: log, secondSeq: second, isOfOneLog: true)
    }
    guard first > log.session.after else {
      throw CommandError.operands("B is missing: no action led to \(first), the start")
    }
    return StatePair(
      first: log, firstSeq: first - 1, second: log, secondSeq: first, isOfOneLog: true)
  }

  fileprivate func states(of pair: StatePair) throws -> (JSON, JSON) {
    var timeline = Timeline(states(of: pair.first))
    let first = try timeline.state(at: pair.firstSeq)
    if !pair.isOfOneLog { timeline = Timeline(states(of: pair.second)) }
    let second = try timeline.state(at: pair.secondSeq)
    for log in pair.isOfOneLog ? [pair.first] : [pair.first, pair.second] {
      environment.printDoubts(about: log)
    }
    return (first, second)
  }
}

/// The output of `show`: the action, what it changed, and the state or a part of it.
struct FrameView {
  let log: Log
  /// The frame; its state is null if it is unknown or not asked for.
  let frame: Frame
  /// The frame's action, with `null` in place of a long payload.
  let action: LogAction?
  /// The difference between the states before and after it; nil if one is unknown.
  let difference: StateDifference?
  /// What is shown of the state.
  let paths: [ValuePath]
  let parts: Parts
  private let dates: LogDates?
  private let clock: LogClock?

  struct Parts {
    var action: Bool
    var change: Bool
    var state: Bool

    /// The parts that the options of `show` ask for; by default, the action and what it changed.
    init(_ call: CommandCall) {
      (action, change) = (call.has(Options.action), call.has(Options.diff))
      state = call.has(Options.state) || call.has(Options.parts)
      if (action, change, call.has(Options.state)) == (false, false, false) {
        (action, change) = (true, true)
      }
    }
  }

  init(_ log: Log, seq: Int, _ parts: Parts, _ call: CommandCall) throws {
    let paths = try call[Options.parts]
    (self.log, self.paths) = (log, paths.isEmpty ? [try ValuePath("")] : paths)
    var (timeline, parts) = (Timeline(call.states(of: log)), parts)
    frame = try FrameView.frame(in: &timeline, seq, parts)
    action = frame.outline
    // Nothing led to the start, and nothing that is known to the end of a gap.
    if action == nil, parts.action, parts.change { parts.state = true }
    self.parts = parts
    let before = parts.change && action != nil ? try? timeline.state(at: seq - 1) : nil
    let after = before == nil ? nil : try? timeline.state(at: seq)
    difference = after.map { StateDifference(from: before, to: $0) }
    (dates, clock) = (call.dates(in: log), try call.clock(of: log))
    for path in self.paths where parts.state && path.nodes(in: frame.state).isEmpty {
      if path.isLeftOut(in: frame.state) { throw CommandError.leftOut(path, in: log) }
      throw CommandError(
        "\(log.name):1:1: error: the state after \(seq) has nothing at \(path.text)",
        hint: CommandError.meant(path, in: log)
          + "show with --state, without --at, prints the whole state",
        .negative)
    }
  }

  /// The frame; without its state if that is unknown, unless it is asked for.
  private static func frame(
    in timeline: inout Timeline, _ seq: Int, _ parts: Parts
  ) throws -> Frame {
    func withoutState() throws -> Frame? {
      guard !parts.state else { return nil }
      return try timeline.keptAction(at: seq).map { Frame(seq: seq, state: .null, action: $0) }
    }
    if !parts.change, let frame = try withoutState() { return frame }
    do throws(LogError) {
      return try timeline.checkedFrame(at: seq)
    } catch {
      guard let frame = try withoutState(), frame.outline != nil else { throw error }
      return frame
    }
  }

  /// Writes each part directly, since a payload or state can be long.
  func print(to environment: CommandEnvironment) {
    let placeholders = LogPlaceholders(log)
    if parts.action {
      let heading = FrameText.heading(action, after: frame.seq, in: log, clock: clock)
      let function = (action?.source?.function).map { StyledText(" \($0)", style: .dim) }
      environment.print(heading + (function ?? "") + "\n")
      if let inputs = LogText.inputs(of: action, marking: placeholders) {
        environment.print(inputs)
      }
    }
    if parts.change, let action {
      environment.print(
        FrameText.change(by: action, difference, dates: dates, marking: placeholders)
          .indented.text)
    }
    if parts.action, action != nil {
      let content = FrameText.content(of: frame, marking: placeholders)
      environment.print(content, marking: placeholders)
      if let payload = content.short { environment.print(dates?.lines(inPayload: payload) ?? "") }
    }
    guard parts.state else { return }
    let nodes = paths.flatMap { $0.nodes(in: frame.state) }
    for (pointer, value) in nodes {
      // Of several, each has its path.
      if nodes.count > 1 { environment.print("\(LogText.path(pointer), style: .bold)\n") }
      environment.print(.value(value), marking: placeholders)
      environment.print(dates?.lines(in: value, at: pointer) ?? "")
    }
  }

  /// Writes the frame as one line; the payload's text is copied without parsing it.
  func printJSON(to environment: CommandEnvironment) {
    let shown = parts.action ? action : nil
    let payload = shown == nil ? nil : FrameText.content(of: frame, marking: nil)
    let result = shown?.result
    var tail = Tail(
      opaque: shown?.payload.opaque, source: shown?.source,
      inputs: shown.flatMap { $0.inputs.isEmpty ? nil : $0.inputs }, error: result?.error,
      tookMs: result?.tookMs
    ).object
    if parts.change {
      tail["patch"] = FrameText.patch(by: action)?.json ?? .null
      tail["leftOut"] = action?.result?.change.leftOut.map {
        ["bytes": .number(JSONNumber($0.byteCount)), "fingerprint": .string($0.fingerprint)]
      }
    }
    if parts.state {
      if paths.count == 1, let value = paths[0].value(in: frame.state) {
        tail["state"] = value
      } else {
        let nodes = paths.flatMap { $0.nodes(in: frame.state) }
        tail["states"] = .array(
          nodes.map { ["path": .string($0.pointer.description), "value": $0.value] })
      }
    }
    let head = Head(
      seq: frame.seq, timeMs: shown?.timeMs, type: shown?.type, cause: shown?.cause)
    let key = shown?.payload.opaque == nil ? "action" : "seen"
    environment.print(.object(head.object), (key: key, payload), .object(tail))
  }

  /// The members of the document before the payload.
  private struct Head: Encodable {
    let seq: Int
    let timeMs: Double?
    let type: String?
    let cause: Int?
  }

  /// The members after the payload; the patch and the state follow.
  private struct Tail: Encodable {
    let opaque: String?
    let source: LogSource?
    let inputs: [JSON]?
    let error: String?
    let tookMs: Double?
  }
}

extension Encodable {
  /// The members of its encoding.
  fileprivate var object: JSONObject {
    (try? JSONDocumentEncoder().encode(self).object) ?? JSONObject()
  }
}

extension CommandEnvironment {
  /// Prints an unfinished action, which has no state after it.
  fileprivate func print(_ line: LogTornLine, of log: Log, asJSON: Bool) {
    if asJSON {
      if let incomplete = Incompleteness(log) { print(document: incomplete) }
      return
    }
    print((LogText.unfinished(in: log) ?? "") + "\n")
    let placeholders = LogPlaceholders(log)
    if let inputs = LogText.inputs(of: log.unfinishedAction, marking: placeholders) {
      print(inputs)
    }
    if let json = line.payload?.action ?? line.seen {
      print(.value(json), marking: placeholders)
    } else if let description = line.payload?.opaque {
      print("\(placeholders?.marking(description) ?? description)\n")
    }
  }
}
