import RexJSON
import RexLog
import RexQuestions

extension Options {
  fileprivate static let beside = Option(
    repeatable: "--beside", "LOG", .log,
    "leave out what also happens in this log of the app, or in those of this folder")
  fileprivate static let wide = Option("--wide", "name all changes of an action")
  fileprivate static let rowsMax = Option(
    "--max", "N", .whole(1...100_000), default: 20, "the most rows of each table")
}

extension Command {
  static let unusual = Command(
    name: "unusual", operands: "LOG…",
    summary: "what actions did that others of their type do not, and what is slow or grows",
    example: "unusual session.jsonl --beside other.jsonl",
    options: [Options.beside, Options.rowsMax, Options.wide, Options.jobs, Options.with],
    notes: """
      The rarest changes come first; with --beside, those that never happen there. In paths, *
      stands for indexes and for keys that are data. An answer is late if another action changed
      the value after the answer's cause.

      """,
    isPaged: true, isStoppable: true
  ) { call in
    let beside = try call[Options.beside].flatMap(call.logs(at:))
    let check = LogsCheck(
      call: call, suite: "unusual", holds: "answered", broken: "", unknown: "undecided")
    return try check.run(on: call.logs()) { call, paths in
      (try call.unusual(in: paths, beside: beside), "")
    }
  }
}

extension CommandCall {
  /// Prints what is unusual in a log.
  fileprivate func unusual(in paths: LogPaths, beside others: [LogPaths]) throws -> CommandStatus {
    let log = try paths.open()
    var habits = ActionHabits()
    for paths in others {
      let other = try paths.open()
      // In a folder, the log itself is no other; if it is named, it is meant.
      if paths.isInFolder, other.session.id == log.session.id { continue }
      if other.session.app.name != log.session.app.name {
        environment.printError(
          "\(other.name): a log of \(other.session.app.name), not of \(log.session.app.name)\n")
      }
      environment.print(try habits.add(beside: states(of: other), control), about: other)
      environment.printDamage(of: other)
    }
    if habits.besideLogCount == 0, !others.isEmpty {
      environment.printError("\(log.name): there is no other log beside it\n")
    }
    let (countMax, states) = (try self[Options.rowsMax], states(of: log))
    return try withProgress(on: log) { call in
      let notes = try habits.add(states, call.control)
      let answer = UnusualActions(habits)
      let name: StyledText = isOneOfSeveral ? "\(log.name):\n" : ""
      call.print(
        name
          + UnusualText(answer).lines(
            atMost: countMax, hint: " (--max)", isWide: has(Options.wide)
          ).text,
        lines: answer.documents.map { $0.about(log) })
      call.environment.print(notes, about: log)
      return call.status(.success, stoppedAt: answer.stoppedSeq, about: log)
    }
  }
}
