import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let last = Option("--last", "the last such action")
  fileprivate static let all = Option("--all", "every such action").conflicting(with: "--last")
  fileprivate static let changes = Option(
    "--changes", "each action at which it becomes true or false"
  ).conflicting(with: "--last", "--all")
  fileprivate static let full = Option("--full", "show all the values that it read, and whole")
}

extension Command {
  static let when = Command(
    name: "when", operands: "LOG… EXPR",
    summary: "finds the first action after which a condition holds; exit 1 if there is none",
    example: "when session.jsonl 'count($.messages[*]) > 13' --last",
    options: [
      Options.last, Options.all, Options.changes, Options.full, Options.from, Options.to,
      Options.jobs, Options.with, Options.clock,
    ],
    notes: """
      EXPR is a logical expression of JSONPath: $ is the state after the action, $$ the one
      before, @ the log's entry (@@ inside [?…]) and @.patch what the action changed:
      '$.cart.total < 0', '!unique($.items[*].id)', '@.patch[?@.path == "/badge"]',
      'count($.messages[*]) > 100 && @.type == "deleteMessage"', '$.selected != $$.selected',
      '$.total != sum($.items[*], @.price * @.count) within 0.01'.
      Actions after which it is unknown are skipped: the state is, or it depends on a redacted
      value; exit 125 if no other is found.
      Of several logs, exit 0 if it holds in one of them, else the first of 3, 125, 1 that occurs.

      """,
    isPaged: true, isStoppable: true
  ) { call in
    let (paths, text) = try call.paths(before: "EXPR")
    let condition = try call.condition(text, what: "EXPR")
    let logs = try call.logs(at: paths)
    let search = LogsCheck(
      call: call, suite: "when", holds: "found", broken: "not found", unknown: "undecided",
      isSearch: true)
    let status = try search.run(on: logs) { call, paths in
      (try call.when(condition, in: paths.open()), "")
    }
    if logs.count > 1, status == .negative, let first = try? logs[0].open() {
      call.environment.printError(
        try UnknownNames(conditions: [condition], in: first).text(of: first))
    }
    return status
  }
}

extension CommandCall {
  /// Prints the actions of a log after which a condition holds.
  fileprivate func when(_ condition: Condition, in log: Log) throws -> CommandStatus {
    let states = states(of: log)
    let tellsWhether = choice == .changes
    let (placeholders, dates, clock) = (
      LogPlaceholders(log), self.dates(in: log), try clock(of: log)
    )
    let seqs = Range(try seqs(log).clamped(to: 0...Int.max - 1))
    return try withProgress(on: log) { call in
      var questions = LogQuestions(states, call.control)
      var hint: StyledText?
      let isFull = call.has(Options.full)
      let nodesMax = isFull ? Int.max : Condition.Reading.nodesMax
      let count = try questions.when(condition, in: seqs, choice, nodesMax: nodesMax) { answer in
        call.print(
          call.label(of: log)
            + AnswerText.lines(
              of: answer, tellsWhether: tellsWhether, isFull: isFull, dates: dates, clock: clock,
              marking: placeholders
            ).text,
          answer.json.about(log))
        hint = hint ?? answer.hint
      }
      if let hint, !isOneOfSeveral { call.environment.printError("hint: " + hint + "\n") }
      call.environment.print(questions.notes, about: log)
      if count == 0, questions.stoppedSeq == nil, !isOneOfSeveral {
        let unknown = try UnknownNames(conditions: [condition], in: states.log)
        call.environment.printError(unknown.text(of: log))
      }
      let none: CommandStatus =
        questions.notes.contains(where: \.isOpen) ? .noVerdict : .negative
      return call.status(
        count > 0 ? .success : none, doubtful: none, stoppedAt: questions.stoppedSeq, about: log)
    }
  }
}

extension CommandCall {
  fileprivate var choice: LogQuestions.Choice {
    if has(Options.changes) { return .changes }
    if has(Options.all) { return .all }
    return has(Options.last) ? .last : .first
  }

  /// Parses a condition; errors give the problem and its position.
  func condition(_ text: String, what: String) throws -> Condition {
    warned(try ValueReader.condition.read(text, what), what: what)
  }

  /// Prints a condition's warnings.
  func warned(_ condition: Condition, what: String) -> Condition {
    for warning in condition.warnings {
      environment.printError("\(what): warning: \(warning.description)\n")
    }
    return condition
  }

  func path(_ text: String, what: String) throws -> ValuePath {
    try ValueReader.path.read(text, what)
  }

  /// Parses the address of an action.
  ///
  /// - Parameter here: the base of `-5` and `+10`; by default the last action and the start.
  func seq(
    _ word: String, what: String, in log: Log, from here: Int? = nil
  ) throws -> Int {
    try seq(of: ValueReader.seq.read(word, what), in: log, from: here)
  }

  /// The number that an address has in a log; says so where a time of day is taken as one of UTC.
  func seq(of address: SeqAddress, in log: Log, from here: Int? = nil) throws -> Int {
    let seq = try address.seq(in: log, from: here)
    if case .timeOfDay(let time) = address, !time.hasZone,
      let clock = LogClock(log.session), !clock.isZoneKnown
    {
      environment.printError(
        "\(log.name): \(time.text) is a time \(clock.zoneText); \(time.text)+01:00 names one\n"
      )
    }
    return seq
  }
}
