import RexDebug
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let rules = Option(
    "--rules", "FILE", .file, "the rules, each on a line: NAME: EXPR or NAME (TYPE, …): EXPR")
}

extension Command {
  static let check = Command(
    name: "check", operands: "LOG… --rules FILE",
    summary: "finds the first action that breaks each of your rules; exit 1 if one is broken",
    example: "check session.jsonl --rules rules.txt",
    options: [Options.rules, Options.junit, Options.jobs, Options.with],
    notes: """
      A rule is a condition as in `when` that has to hold after every action, or only after those of
      some types. Lines that begin with # are comments:
        # Moves are counted.
        total: $.total == sum($.prices[*])
        moves (move): $.moves > $$.moves
      Exit status: 0 all rules hold, 1 one is broken, 125 one could not be decided after each
      action, 3 a log cannot be read; of several logs the first of 1, 3, 125, 0 that occurs.

      """,
    isPaged: true, isStoppable: true, givesVerdict: true
  ) { call in
    guard let path = try call[Options.rules] else {
      throw CommandError.usage("--rules FILE is missing")
    }
    let rules = try LogRules(forCommandAt: path)
    for rule in rules.rules {
      for warning in rule.condition.warnings {
        let column = rule.column + (warning.column ?? 1) - 1
        call.environment.printError(
          "\(path):\(rule.line):\(column): warning: \(warning.kind.description)\n")
      }
    }
    let logs = try call.logs()
    let check = LogsCheck(
      call: call, suite: "check", holds: "kept", broken: "broken", unknown: "undecided")
    return try check.run(on: logs) { call, paths in try call.check(paths.open(), rules, path) }
  }
}

extension LogRules {
  /// The rules in a file that a command names; a file that cannot be read is wrong usage, too.
  init(forCommandAt path: String) throws(CommandError) {
    do {
      let bytes = try FileLines.bytes(ofFileAt: path, atMost: LogRules.bytesMax)
      try self.init(bytes: bytes, named: path)
    } catch let error as RulesError {
      let (problem, hint) = error.kind.message
      throw CommandError(
        "\(error.file):\(error.line):\(error.column): error: \(problem)", hint: "\(hint)", .usage)
    } catch let error as LogError where error.kind == .tooLong(limit: LogRules.bytesMax) {
      let (problem, hint) = RulesError.Kind.tooLong(max: LogRules.bytesMax).message
      throw CommandError("\(path):1:1: error: \(problem)", hint: "\(hint)", .usage)
    } catch {
      var error = CommandError(error)
      error.status = .usage
      throw error
    }
  }
}

extension CommandCall {
  /// Checks a log against rules, and prints the result; also returns it as text.
  fileprivate func check(
    _ log: Log, _ rules: LogRules, _ path: String
  ) throws -> (CommandStatus, text: String) {
    let states = states(of: log)
    let found = try withProgress(on: log) { call in
      try RulesCheck(rules, in: states, isStopped: call.control.isStopped(at:))
    }
    let text = found.text(of: log)
    print(text, RulesAnswer(log: log.name, check: found).json)
    environment.printError(found.notes(on: log, states, path))
    let statuses: [RuleResult.Verdict: CommandStatus] = [
      .holds: .success, .broken: .negative, .undecided: .noVerdict,
    ]
    let status = statuses[found.verdict] ?? .noVerdict
    // What is damaged may break any rule; a rule that is broken stays broken.
    let answer = self.status(
      status, doubtful: status == .negative ? .usage : status, stoppedAt: found.stoppedSeq,
      about: log)
    return (status == .negative ? status : answer, text.plain)
  }
}
