import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let reverse = Option("--reverse", "the first change first")
  fileprivate static let stats = Option(
    "--stats", "the course of a number, its largest jumps, and the types that changed it"
  ).conflicting(with: "--reverse")
}

extension Command {
  static let history = Command(
    name: "history", operands: "LOG… PATH",
    summary: "lists the actions that changed a value, the last first, with the old and new value",
    example: "history session.jsonl /openThread --reverse",
    options: [
      Options.to, Options.reverse, Options.stats, Options.jobs, Options.with, Options.clock,
    ],
    notes: pathNotes, isPaged: true, isStoppable: true
  ) { call in
    try call.inEachLog { call, path, log in
      try call.history(
        of: path, in: log, isReversed: call.has(Options.reverse),
        isSummarized: call.has(Options.stats))
    }
  }

  static let blame = Command(
    name: "blame", operands: "LOG… PATH",
    summary: "the last action that changed a value, with the old and new value",
    example: "blame session.jsonl /openThread",
    options: [Options.to, Options.jobs, Options.with, Options.clock],
    notes: pathNotes, isPaged: true, isStoppable: true
  ) { call in
    try call.inEachLog { call, path, log in
      try call.history(of: path, in: log, isOfLastOnly: true)
    }
  }

  private static let pathNotes = """
    The value is followed back through insertions, removals and moves. A * in PATH stands for any
    member or element: the changes of all these values, /rows/*/done.

    """
}

extension CommandCall {
  /// Asks about the path that is the last operand in each log.
  fileprivate func inEachLog(
    _ ask: @escaping @Sendable (CommandCall, ValuePath, Log) throws -> CommandStatus
  ) throws -> CommandStatus {
    let (paths, word) = try paths(before: "PATH")
    let path = try path(word, what: "PATH")
    let search = LogsCheck(
      call: self, suite: "history", holds: "changed", broken: "unchanged", unknown: "undecided",
      isSearch: true)
    return try search.run(on: logs(at: paths)) { call, paths in
      let log = try paths.open()
      return (try ask(call.titled(log), path, log), "")
    }
  }

  /// Prints the changes of a value, the last first, or the first first.
  fileprivate func history(
    of path: ValuePath, in log: Log, isOfLastOnly: Bool = false, isReversed: Bool = false,
    isSummarized: Bool = false
  ) throws -> CommandStatus {
    let end = try self[Options.to].map { try seq(of: $0, in: log) } ?? log.lastSeq
    var questions = LogQuestions(states(of: log), control)
    // Where a member has the name *, it alone is meant.
    if path.hasWildcard, (try? questions.state(at: end)).flatMap(path.resolve) == nil {
      return try history(
        ofAll: path, through: end, in: log, &questions, isOfLastOnly: isOfLastOnly,
        isReversed: isReversed, isSummarized: isSummarized)
    }
    guard let location = try location(of: path, at: end, in: log, &questions) else {
      return status(.negative, stoppedAt: end, about: log)
    }
    environment.print(questions.notes, about: log)
    let placeholders = LogPlaceholders(log)
    let (dates, clock) = (dates(in: log), try clock(of: log))
    var statistics = ValueStatistics(path: path.text, without: placeholders)
    var changes: [ValueStatistics.Change] = []
    var (reversed, problem) = (ReversedOutput(), LogError?.none)
    let count = try questions.history(of: location) { answer in
      do throws(LogError) {
        if isSummarized {
          if !answer.change.isUnknown { changes.append(statistics.change(answer)) }
        } else if isReversed {
          let lines = AnswerText.lines(
            of: answer, dates: dates, clock: clock, marking: placeholders)
          try reversed.append(lines.text, answer.json, to: self)
        } else {
          let lines = AnswerText.lines(
            of: answer, dates: dates, clock: clock, marking: placeholders)
          print(lines.text, answer.json)
        }
      } catch {
        problem = error
      }
      return problem == nil && (!isOfLastOnly || answer.change.isUnknown)
    }
    if let problem { throw problem }
    if isSummarized {
      for change in changes.reversed() { statistics.add(change) }
      let seqs = log.session.after...max(end, log.session.after)
      print(statistics.text(of: path.text, in: seqs), statistics.json)
    }
    try reversed.write(to: environment)
    let isUnknown = questions.unknownChangeCount > 0
    if count == 0, !isUnknown, questions.stoppedSeq == nil {
      environment.printError("\(log.name): \(DebugMiss.unchanged(path).description)\n")
    }
    if isUnknown, isSummarized {
      environment.printError(
        "\(log.name): \(path.text) may have changed more often, since some states are unknown\n")
    }
    let none: CommandStatus = isUnknown ? .noVerdict : .negative
    return self.status(
      count > 0 ? .success : none, doubtful: none, stoppedAt: questions.stoppedSeq, about: log)
  }

  /// Prints the changes of all values that a path with a `*` selects.
  private func history(
    ofAll path: ValuePath, through end: Int, in log: Log, _ questions: inout LogQuestions,
    isOfLastOnly: Bool, isReversed: Bool, isSummarized: Bool
  ) throws -> CommandStatus {
    guard !isSummarized else { throw CommandError.usage("--stats takes a path without *") }
    let (placeholders, dates, clock) = (LogPlaceholders(log), dates(in: log), try clock(of: log))
    var (output, problem) = (ReversedOutput(), LogError?.none)
    let count = try questions.history(ofAll: path, through: end) { answer in
      let lines = AnswerText.lines(
        of: answer, dates: dates, clock: clock, marking: placeholders)
      guard !isReversed else {
        print(lines.text, answer.json)
        return true
      }
      do throws(LogError) {
        try output.append(lines.text, answer.json, to: self, keepsLastOnly: isOfLastOnly)
      } catch {
        problem = error
      }
      return problem == nil
    }
    if let problem { throw problem }
    try output.write(to: environment)
    environment.print(questions.notes, about: log)
    if count == 0, questions.stoppedSeq == nil {
      let state = try? questions.state(at: end)
      guard state.map({ path.nodes(in: $0).isEmpty }) != true else {
        throw CommandError.noValue(path, through: end, in: log, isUnknown: false)
      }
      environment.printError("\(log.name): \(DebugMiss.unchanged(path).description)\n")
    }
    let none: CommandStatus = questions.notes.contains(where: \.isOpen) ? .noVerdict : .negative
    return status(
      count > 0 ? .success : none, doubtful: none, stoppedAt: questions.stoppedSeq, about: log)
  }

  /// Where a value is, or was last, which is told; nil if the search was stopped.
  private func location(
    of path: ValuePath, at seq: Int, in log: Log, _ questions: inout LogQuestions
  ) throws -> LogQuestions.ValueLocation? {
    do {
      let found = try questions.location(path, at: seq)
      guard let location = found.value else {
        guard !control.isStopped() else { return nil }
        throw CommandError.noValue(path, through: seq, in: log, isUnknown: found.isUnknown)
      }
      guard location.now.value == nil, !control.isStopped() else { return location }
      let isUnknown = location.now.isUnknown
      environment.printError(
        "\(log.name): \(path.text) \(isUnknown ? "is unknown" : "does not exist") after action "
          + "\(seq); it \(isUnknown ? "is last known" : "last existed") after action "
          + "\(location.seq)\n")
      return location
    } catch {
      environment.printDamage(of: log)
      throw error
    }
  }
}

/// Texts that are written the last first; long ones wait in a temporary file.
private struct ReversedOutput {
  private let spool = LogSpool()
  private var ranges: [Range<Int>] = []

  mutating func append(
    _ text: StyledText, _ json: JSON, to call: CommandCall, keepsLastOnly: Bool = false
  ) throws(LogError) {
    let shown = call.wantsJSON ? StyledText(json.description) + "\n" : text
    let text = call.environment.shown(shown)
    let start = ranges.last?.upperBound ?? 0
    if keepsLastOnly { ranges = [] }
    ranges.append(start..<start + text.utf8.count)
    try spool.append(Array(text.utf8))
  }

  func write(to environment: CommandEnvironment) throws(LogError) {
    for range in ranges.reversed() {
      environment.write(String(decoding: try spool.bytes(in: range), as: UTF8.self))
    }
  }
}

extension CommandError {
  /// Asks whether another path was meant, if no state has this one.
  static func meant(_ path: ValuePath, in log: Log) -> StyledText {
    if path.text.hasPrefix("/"), path.text.contains(#/\[(?!id=)\w+=/#) {
      return "only an id selects an element, such as /items[id=7]; "
    }
    let selected = path.text.replacing(#/\/(?<id>id=[^\/\[\]]+)/#) { "[\($0.output.id)]" }
    if path.text.hasPrefix("/"), selected != path.text { return "did you mean \(selected)? " }
    let nearest = unknownNames([path], in: log)?.first?.nearest
    return (nearest ?? withSlashes(path, in: log)).map { "did you mean \($0)? " } ?? ""
  }

  /// A pointer with slashes in place of dots, as in `/a.b`, if a state has a value there.
  private static func withSlashes(_ path: ValuePath, in log: Log) -> String? {
    let text = path.text.replacing(".", with: "/")
    guard path.text.hasPrefix("/"), text != path.text, let path = try? ValuePath(text),
      unknownNames([path], in: log)?.isEmpty == true
    else { return nil }
    return text
  }

  private static func unknownNames(
    _ paths: [ValuePath], in log: Log
  ) -> [(what: StyledText, nearest: String?)]? {
    (try? UnknownNames(paths: paths, in: log))?.found
  }

  /// The error about a path into what a recorder has left out.
  static func leftOut(_ path: ValuePath, in log: Log) -> CommandError {
    CommandError(
      "\(log.name):1:1: error: what is at \(path.text) is unknown: it is nested too deep",
      hint: "recorders leave out what is deeper than \(JSONLimits.valueDepthMax) levels",
      .noVerdict)
  }

  static func noValue(
    _ path: ValuePath, through seq: Int, in log: Log, isUnknown: Bool
  ) -> CommandError {
    let state = isUnknown ? "known state" : "state"
    return CommandError(
      "\(log.name):1:1: error: no \(state) up to action \(seq) has a value at \(path.text)",
      hint: meant(path, in: log)
        + "show with --state prints a state; info with --paths lists the paths of all",
      log.metDamage != nil ? .unreadable : isUnknown ? .noVerdict : .negative)
  }
}
