import RexJSON
import RexLog
import RexQuery
import RexReplayer
import RexTimeline

extension Command {
  static let minimize = Command(
    name: "minimize", operands: "LOG -o NEW",
    summary: "the fewest actions after which a condition still holds, as a new log",
    options: [
      CommandOption(name: "--when", value: "EXPR", help: "the condition, asked at the end"),
      CommandOption(name: "--anywhere", help: "ask after each action, too"),
      CommandOption(
        name: "--run", value: "CMD",
        help: "ask a command: the last state is its input; 1 to 124 keep it, 0 and 125 do not"),
      CommandOption(name: "--tests", value: "N", help: "end after so many reductions"),
      CommandOption(name: "--time", value: "S", help: "end after so many seconds"),
      .output, .app,
    ],
    notes: """
      EXPR is as in `when`; @ is the action as it was recorded, without what it did. The new log
      says of each action which it was (originSeq). Ctrl-C ends the search with the best found.
      Exit status: 0 written, 1 it does not hold when the log is reduced again, 125 no reducer.

      """
  ) { call throws(CommandError) in
    let path = try call.newLog("NEW")
    let log = try call.open(call.operands("LOG")[0])
    var search = try MinimizationSearch(log, call)
    return try search.run(into: path)
  }
}

/// One run of the command.
private struct MinimizationSearch {
  private let call: CommandCall
  private let log: Log
  private let app: ReplayableApp
  private let budget: SearchBudget
  private var oracle: ReductionOracle
  private var search: Minimization
  /// The count of actions that was told last.
  private var toldCount: Int

  init(_ log: Log, _ call: CommandCall) throws(CommandError) {
    (self.call, self.log) = (call, log)
    let app = try call.app(for: log)
    self.app = app
    budget = try SearchBudget(call.arguments)
    let (readsEntry, question) = try call.question()
    oracle = try reducing { () throws(ReplayError) in
      try ReductionOracle(app, log, readsEntry: readsEntry, asking: question)
    }
    oracle.isAskedAnywhere = call.arguments.flags.contains("--anywhere")
    search = Minimization(oracle.seqs, candidates: oracle.candidates, causes: oracle.causes)
    toldCount = oracle.candidates.count
  }

  mutating func run(into path: String) throws(CommandError) -> CommandStatus {
    if let first = oracle.undecodable.first {
      let actions = LogText.count(oracle.undecodable.count, "action")
      call.environment.printError("\(actions) left out: \(first.description)\n")
    }
    guard try holds(search.candidates) else {
      call.environment.printError(
        """
        \(log.name): it does not hold when \(LogText.count(toldCount, "action")) are reduced again
        hint: --anywhere asks after each action; verify tells where a replay differs

        """)
      return .negative
    }
    let interruption = Interruption()
    defer { interruption.end() }
    while !interruption.isAsked, !budget.isSpent(after: search.testCount),
      let seqs = search.next()
    {
      search.take(try holds(seqs))
      tellProgress()
    }
    let edits = search.edits
    try writeNewLog(at: path) { (sink) throws(CommandError) in
      _ = try reducing { () throws(ReplayError) in
        try Replayer(app).replay(log, editing: edits, id: CommandCall.newID, into: sink)
      }
    }
    call.environment.print(answer(path, wasInterrupted: interruption.isAsked))
    return .success
  }

  private mutating func holds(_ seqs: [Int]) throws(CommandError) -> Bool {
    do {
      return try oracle.holds(seqs)
    } catch let error as CommandError {
      throw error
    } catch let error as LogError {
      throw CommandError(error)
    } catch {
      let problem = String(describing: error)
      throw .failed(
        "\(log.name):1:1: error: the question cannot be asked: \(problem)",
        hint: "ask for less in one condition", .usage)
    }
  }

  /// Says it each time half of the actions are gone.
  private mutating func tellProgress() {
    let count = search.kept.count
    guard count <= toldCount / 2, count < toldCount else { return }
    toldCount = count
    let tests = LogText.count(search.testCount, "test")
    call.environment.printError("  \(LogText.count(count, "action")) left after \(tests)\n")
  }

  private func answer(_ path: String, wasInterrupted: Bool) -> StyledText {
    let (before, kept) = (search.candidates.count, search.kept)
    if call.wantsJSON {
      let json = LogJSON.object([
        "log": .string(log.name), "output": .string(path), "before": LogJSON.number(before),
        "after": LogJSON.number(kept.count), "tests": LogJSON.number(search.testCount),
        "minimal": .bool(search.isMinimal), "kept": .array(kept.map(LogJSON.number)),
      ])
      return StyledText(json.description) + "\n"
    }
    let actions = LogText.count(before, "action")
    let seqs = kept.prefix(20).map { "#\($0)" }.joined(separator: ", ")
    let end =
      search.isMinimal
      ? "none of them can be left out"
      : wasInterrupted
        ? "stopped before the search ended" : "the budget ended before the search did"
    var text: StyledText = "\(log.name): \(kept.count) of \(actions) in \(path), "
    text += "after \(LogText.count(search.testCount, "test")): \(end)\n"
    if !kept.isEmpty { text += "  \(seqs)\(kept.count > 20 ? " …" : "")\n" }
    return text
  }
}

extension CommandCall {
  /// The question that is asked of states, and whether it reads actions' entries.
  fileprivate func question() throws(CommandError) -> (
    readsEntry: Bool, ask: (ReductionOracle.Moment) throws -> Bool
  ) {
    switch (arguments.values["--when"], arguments.values["--run"]) {
    case (let text?, nil):
      let condition = try condition(text, what: "--when")
      return (
        condition.reads(.entry),
        { moment in
          try condition.holds(
            in: Moment(after: moment.after, before: moment.before, entry: moment.entry))
        }
      )
    case (nil, let command?):
      let test = StateTest(asker: "minimize", command: command)
      return (
        true,
        { moment in
          let seq = moment.entry?["seq"]?.number?.exactly(Int.self) ?? 0
          return try test.answer(for: moment.after, seq: seq) == .bad
        }
      )
    case (nil, nil): throw .usage("one of --when and --run is missing")
    default: throw .usage("only one of --when and --run can be given")
    }
  }
}
