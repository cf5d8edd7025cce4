import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexTimeline

extension Command {
  static let when = Command(
    name: "when", operands: "LOG EXPR",
    summary: "finds the first action after which a condition holds; exit 1 if there is none",
    options: [
      CommandOption(name: "--last", help: "the last such action"),
      CommandOption(name: "--all", help: "every such action"),
      CommandOption(name: "--changes", help: "each action at which it becomes true or false"),
      CommandOption(name: "--after", value: "SEQ", help: "only actions after this one"),
      CommandOption(
        name: "--before", value: "SEQ",
        help: "only actions before this one; implies --last without --after"),
      .with,
    ],
    notes: """
      EXPR is a logical expression of JSONPath: $ is the state after the action, $$ the one
      before, @ the log's entry: '$.cart.total < 0', '$.selected != $$.selected',
      'count($.messages[*]) > 100 && @.type == "deleteMessage"'.
      Actions after which it depends on a redacted value are skipped; exit 125 if no other is found.

      """
  ) { call in
    let words = try call.operands("LOG", "EXPR")
    let condition = try call.condition(words[1], what: "EXPR")
    let log = try call.open(words[0])
    let states = call.states(of: log)
    var questions = LogQuestions(states)
    var hint: StyledText?
    let tellsWhether = call.choice == .changes
    let placeholders = LogPlaceholders(log)
    let count = try questions.when(condition, in: call.between(log), call.choice) { answer in
      call.print(
        AnswerText.text(of: answer, tellsWhether: tellsWhether, marking: placeholders), answer.json)
      hint = hint ?? answer.hint
    }
    if let hint { call.environment.printError("hint: " + hint + "\n") }
    if let warning = questions.warning(log) { call.environment.printError(warning) }
    if count == 0 {
      let unknown = try UnknownNames(conditions: [condition], in: states.log)
      call.environment.printError(unknown.text(of: log))
    }
    let none: CommandStatus = questions.undecided.count > 0 ? .noVerdict : .negative
    return call.status(count > 0 ? .success : none, doubtful: none, about: log)
  }
}

extension CommandCall {
  fileprivate var choice: LogQuestions.Choice {
    let (flags, values) = (arguments.flags, arguments.values)
    if flags.contains("--changes") { return .changes }
    if flags.contains("--all") { return .all }
    let isBackward = values["--before"] != nil && values["--after"] == nil
    return flags.contains("--last") || isBackward ? .last : .first
  }

  /// The range of numbers given by `--after` and `--before`.
  fileprivate func between(_ log: Log) throws -> Range<Int> {
    let first = try arguments.values["--after"].map { word in
      try seq(word, what: "--after", in: log) + 1
    }
    let end = try arguments.values["--before"].map { word in
      try seq(word, what: "--before", in: log, from: first.map { $0 - 1 })
    }
    let lowest = first ?? log.session.after
    return lowest..<max(lowest, end ?? Int.max)
  }

  /// Prints an answer in the requested format.
  func print(_ text: @autoclosure () -> StyledText, _ json: @autoclosure () -> JSON) {
    if wantsJSON {
      environment.print(json())
    } else {
      environment.print(text())
    }
  }

  /// Parses a condition; errors give the problem and its position.
  func condition(_ text: String, what: String) throws -> Condition {
    do throws(QueryError) {
      let condition = try Condition(text)
      for warning in condition.warnings {
        environment.printError("\(what): warning: \(warning.description)\n")
      }
      return condition
    } catch {
      throw CommandError.usage("\(what), \(error.description), in \(text)")
    }
  }

  func path(_ text: String, what: String) throws -> ValuePath {
    do throws(QueryError) {
      return try ValuePath(text)
    } catch {
      throw CommandError.usage("\(what), \(error.description), in \(text)")
    }
  }

  /// Parses the address of an action.
  ///
  /// - Parameter here: the base of `-5` and `+10`; by default the last action and the start.
  func seq(
    _ word: String, what: String, in log: Log, from here: Int? = nil
  ) throws -> Int {
    guard let address = SeqAddress(word) else {
      throw CommandError.usage(
        "\(what) takes a number, last, -5, +10, a mark or a time such as 12.5s, not \(word)"
      )
    }
    return try address.seq(in: log, from: here)
  }
}
