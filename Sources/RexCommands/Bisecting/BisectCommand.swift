import RexDebug
import RexDiff
import RexJSON
import RexLog
import RexQuestions
import RexReplayer
import RexTimeline

extension Options {
  fileprivate static let run = Option(
    "--run", "CMD", .command,
    "a test command with the state as input; exit 0 good, 125 skip, else bad")
  fileprivate static let against = Option(
    "--against", "TOOL", .tool, "another build's tool, to compare reducers with")
}

extension Command {
  static let bisect = Command(
    name: "bisect", operands: "LOG [LOG2]",
    summary: "finds the first action where two builds or recordings diverge, or a state turns bad",
    example: "bisect session.jsonl --run 'grep -q message'",
    options: [
      Options.run, Options.against, Options.ignore, Options.epsilon, Options.app,
    ] + Options.ofWorkers,
    notes: """
      LOG --with A --against B   where the reducers of two builds diverge; A is this tool by default
      LOG LOG2                   where two recordings of the same actions diverge
      LOG --run CMD              the first bad state, by binary search, like git bisect run
      Exit status: 0 found, 1 nothing differs or turns bad, 125 unknown. For a condition
      on the states, `when` is exact and faster.

      """, givesVerdict: true
  ) { call in
    let words = call.arguments.operands
    let (test, other) = (try call[Options.run], try call[Options.against])
    let rules = try call.comparisonRules()
    guard test == nil || rules.areExact else {
      throw CommandError.usage("--ignore and --epsilon do not go with --run, whose CMD decides")
    }
    switch (words.count, test, other) {
    case (0, _, _): throw CommandError.usage("LOG is missing")
    case (2, nil, nil): return try bisectRecordings(call.open(words[0]), call.open(words[1]), call)
    case (1, .some(let test), nil): return try bisectStates(of: call.open(words[0]), by: test, call)
    case (1, nil, .some(let other)): return try bisectBuilds(call.open(words[0]), other, call)
    case (1, nil, nil): throw CommandError.usage("one of LOG2, --run and --against is missing")
    default: throw CommandError.usage("only one of LOG2, --run and --against can be given")
    }
  }

  private static func bisectRecordings(
    _ first: Log, _ second: Log, _ call: CommandCall
  ) throws -> CommandStatus {
    let comparison = try LogComparison(
      call.states(of: first), call.states(of: second), by: call.comparisonRules())
    // Said first, since a state that is unknown ends the report.
    let negative = call.status(.negative, about: first, second)
    let status = try report(comparison, first, second, names: (first.name, second.name), call)
    return status == .negative ? negative : status
  }

  private static func bisectBuilds(
    _ log: Log, _ other: String, _ call: CommandCall
  ) throws -> CommandStatus {
    let own = try call[Options.with] ?? call.tool.name
    let first = try call.replay(log, by: call.reducer(of: log), of: own)
    let second = try call.replay(log, by: call.reducer(of: log, with: other), of: other)
    let comparison = try LogComparison(
      LogStates(first), LogStates(second), pairing: .byPosition, by: call.comparisonRules())
    return try report(comparison, first, second, names: (own, other), call)
  }

  private static func report(
    _ comparison: LogComparison, _ first: Log, _ second: Log, names: (String, String),
    _ call: CommandCall
  ) throws -> CommandStatus {
    guard let difference = comparison.firstDifference else {
      let actions = LogText.count(comparison.agreeingStatesCount, "action")
      if let problem = comparison.problem {
        var error = CommandError(problem)
        if problem.isUnknownState, first.metDamage == nil, second.metDamage == nil {
          error.status = .noVerdict
        }
        throw error
      }
      call.print(NoDivergence(actions: actions))
      call.environment.printError(comparison.hiddenNote)
      return comparison.hasLost || comparison.hasHidden ? .noVerdict : .negative
    }
    call.print(
      FirstDivergence(
        difference: difference, names: names,
        actions: (
          try first.action(difference.first, .patch), try second.action(difference.second, .patch)
        ), placeholders: LogPlaceholders(first) ?? LogPlaceholders(second)))
    call.environment.printError(comparison.hiddenNote)
    guard comparison.undecidedStatesCount > 0 || comparison.hasLost else { return .success }
    call.environment.printError("they may diverge earlier: some states before are unknown\n")
    return .noVerdict
  }
}

/// The result of `bisect` if two executions agree.
private struct NoDivergence: CommandResult {
  let actions: String

  var text: StyledText { "the states agree after \(actions)\n" }

  func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encodeNil(forKey: .seq)
  }

  private enum CodingKeys: CodingKey { case seq }
}

/// The result of `bisect`: where two executions diverge.
private struct FirstDivergence: CommandResult {
  let difference: LogComparison.FirstDifference
  let names: (String, String)
  /// The actions there, in both executions.
  let actions: (LogAction?, LogAction?)
  let placeholders: LogPlaceholders?

  /// The most differences shown.
  private static let leavesMax = 20

  private var patches: (JSON?, JSON?) {
    (actions.0?.result?.patch?.json, actions.1?.result?.patch?.json)
  }

  var text: StyledText {
    var text: StyledText = "the states diverge after "
    text += actions.0.map { LogText.heading($0) } ?? "the start"
    text += "\n"
    text +=
      DifferenceText.lines(
        difference.difference, .whole, atMost: Self.leavesMax, marking: placeholders
      ).indented.text
    for (name, patch) in [(names.0, patches.0), (names.1, patches.1)] {
      text += "  \(name): \(LogText.value(patch, marking: placeholders))\n"
    }
    return text
  }

  func encode(to encoder: any Encoder) throws {
    let document = Document(
      seq: difference.first, secondSeq: difference.second, type: actions.0?.type,
      source: actions.0?.source, cause: actions.0?.cause, patches: [patches.0, patches.1],
      differences: difference.difference.leaves.prefix(Self.leavesMax).map(\.json))
    try document.encode(to: encoder)
  }

  private struct Document: Encodable {
    let seq, secondSeq: Int
    let type: String?
    let source: LogSource?
    let cause: Int?
    let patches: [JSON?]
    let differences: [JSON]
  }
}

extension CommandCall {
  /// The log that results from reducing the actions again; errors name the tool.
  fileprivate func replay(
    _ log: Log, by reducer: any ReducerBackend, of tool: String
  ) throws -> Log {
    let new = LogSpool()
    do {
      _ = try reducer.replay(log, into: new)
    } catch {
      var error = CommandError(error)
      error.problem += " with \(tool)"
      // It is not known whether the builds agree.
      if error.status == .negative { error.status = .noVerdict }
      throw error
    }
    return try new.log(named: tool)
  }
}
