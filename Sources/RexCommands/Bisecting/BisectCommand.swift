import RexDebug
import RexDiff
import RexJSON
import RexLog
import RexTimeline

extension Command {
  static let bisect = Command(
    name: "bisect", operands: "LOG [LOG2]",
    summary: "finds the first action where two builds or recordings diverge, or a state turns bad",
    options: [
      CommandOption(
        name: "--run", value: "CMD",
        help: "a test command with the state as input; exit 0 good, 125 skip, else bad"),
      CommandOption(
        name: "--against", value: "TOOL", help: "another build's tool, to compare reducers with"),
      .app,
    ] + CommandOption.ofWorkers,
    notes: """
      LOG --with A --against B   where the reducers of two builds diverge; A is this tool by default
      LOG LOG2                   where two recordings of the same actions diverge
      LOG --run CMD              the first bad state, by binary search, like git bisect run
      Exit status: 0 found, 1 nothing differs or turns bad, 125 unknown. For a condition
      on the states, `when` is exact and faster.

      """
  ) { call in
    let words = call.arguments.operands
    let (test, other) = (call.arguments.values["--run"], call.arguments.values["--against"])
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
    let comparison = try LogComparison(first, second)
    // Said first, since a state that is unknown ends the report.
    let negative = call.status(.negative, about: first, second)
    let status = try report(comparison, first, second, names: (first.name, second.name), call)
    return status == .negative ? negative : status
  }

  private static func bisectBuilds(
    _ log: Log, _ other: String, _ call: CommandCall
  ) throws -> CommandStatus {
    let own = call.arguments.values["--with"] ?? call.tool.name
    let first = try call.reducing(log).replayed(by: own)
    let second = try call.reducing(log, with: other).replayed(by: other)
    let comparison = try LogComparison(first, second, pairing: .byPosition)
    return try report(comparison, first, second, names: (own, other), call)
  }

  private static func report(
    _ comparison: LogComparison, _ first: Log, _ second: Log, names: (String, String),
    _ call: CommandCall
  ) throws -> CommandStatus {
    guard let difference = comparison.firstDifference else {
      let actions = LogText.count(comparison.agreeingStatesCount, "action")
      if let problem = comparison.problem { throw problem }
      call.environment.print(
        call.wantsJSON
          ? StyledText(LogJSON.object(["seq": .null]).description) + "\n"
          : "the states agree after \(actions)\n"
      )
      return .negative
    }
    let sides = [
      LogSide(name: names.0, log: first, seq: difference.first),
      LogSide(name: names.1, log: second, seq: difference.second),
    ]
    var actions: [LogAction?] = []
    for side in sides { actions.append(try side.action()) }
    if call.wantsJSON {
      var line =
        LogJSON.object([
          "seq": LogJSON.number(difference.first), "secondSeq": LogJSON.number(difference.second),
          "type": actions[0].map { .string($0.type) }, "source": LogJSON.source(actions[0]?.source),
          "cause": actions[0]?.cause.map(LogJSON.number),
          "patches": .array(actions.map { $0?.result?.patch?.json ?? .null }),
        ]).object ?? JSONObject()
      line["differences"] = .array(
        difference.difference.leaves.prefix(LogSide.leavesMax).map {
          LogJSON.object(LogJSON.leaf($0))
        })
      call.environment.print(JSON.object(line))
      return .success
    }
    var text: StyledText = "the states diverge after "
    text += actions[0].map { LogText.heading($0) } ?? "the start"
    let placeholders = LogPlaceholders(first) ?? LogPlaceholders(second)
    text += "\n"
    text += DifferenceText.lines(
      difference.difference, .whole, atMost: LogSide.leavesMax, marking: placeholders)
    for (side, action) in zip(sides, actions) {
      let patch = LogText.value(action?.result?.patch?.json, marking: placeholders)
      text += "  \(side.name): \(patch)\n"
    }
    call.environment.print(text)
    return .success
  }
}

/// One of two logs, and the action at which they diverge.
private struct LogSide {
  var name: String
  var log: Log
  var seq: Int

  /// The most differences shown.
  static let leavesMax = 20

  func action() throws -> LogAction? {
    try log.action(seq, .patch)
  }
}

extension LogReduction {
  /// The log that results from reducing the actions again; errors name the tool.
  fileprivate func replayed(by tool: String) throws -> Log {
    let new = LogSpool()
    do {
      _ = try replay(into: new)
    } catch {
      var error = CommandError(error)
      error.problem += " with \(tool)"
      throw error
    }
    return try new.log(named: tool)
  }
}
