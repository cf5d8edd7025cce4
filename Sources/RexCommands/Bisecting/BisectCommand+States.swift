import RexDebug
import RexDiff
import RexJSON
import RexLog
import RexTimeline

extension Command {
  /// Finds the first state that a command calls bad.
  static func bisectStates(
    of log: Log, by test: String, _ call: CommandCall
  ) throws -> CommandStatus {
    var timeline = Timeline(call.backfilledIfUnrecorded(log))
    guard let seqs = timeline.seqs else { throw timeline.noFramesError }
    var bisection = StateBisection(seqs)
    call.environment.printError(
      "bisecting states \(seqs.lowerBound) to \(seqs.upperBound): "
        + "about \(bisection.testCountEstimate) runs\n")
    while let seq = bisection.next() {
      guard let state = try state(at: seq, in: &timeline) else {
        let missing = try unknownSeqs(around: seq, in: timeline)
        call.environment.printError("  \(LogText.states(missing)) not in the log\n")
        bisection.leaveOut(missing)
        continue
      }
      let answer = try StateTest(callerName: "bisect", command: test).answer(for: state, seq: seq)
      call.environment.printError("  state \(seq) is \(answer.description)\n")
      bisection.record(answer, for: seq)
    }
    let status = try report(bisection, &timeline, call)
    call.environment.printDoubts(about: log)
    return status
  }

  /// The state after an action; nil if it is not in the log.
  private static func state(
    at seq: Int, in timeline: inout Timeline
  ) throws -> JSON? {
    do {
      return try timeline.state(at: seq)
    } catch {
      switch error.kind {
      case .lost, .unrecorded: return nil
      default: throw error
      }
    }
  }

  private static func unknownSeqs(
    around seq: Int, in timeline: Timeline
  ) throws -> ClosedRange<Int> {
    try timeline.unknownSeqs(around: seq)
  }

  private static func report(
    _ bisection: StateBisection, _ timeline: inout Timeline, _ call: CommandCall
  ) throws -> CommandStatus {
    let runs = LogText.count(bisection.testCount, "run")
    switch bisection.outcome {
    case .found(let seq): try report(seq, bisection, &timeline, call)
    case .foundAmong(let seqs):
      call.environment.print(
        call.wantsJSON
          ? StyledText(
            LogJSON.object([
              "from": LogJSON.number(seqs.lowerBound), "to": LogJSON.number(seqs.upperBound),
              "runs": LogJSON.number(bisection.testCount),
            ]).description) + "\n"
          : """
          the first bad state is one of \(seqs.lowerBound) to \(seqs.upperBound); \
          those tried in between cannot be tested or are not in the log (\(runs))

          """)
      return .noVerdict
    case .startIsBad:
      call.printNoAnswer("state \(timeline.seqs?.lowerBound ?? 0), the first, is already bad")
      return .negative
    case .endIsGood, nil:
      let isLast = bisection.last == timeline.seqs?.upperBound
      let last = isLast ? "the last" : "the last in the log"
      call.printNoAnswer("state \(bisection.last), \(last), is still good")
      return .negative
    case .endIsUntested(let seq):
      call.printNoAnswer("state \(seq) cannot be tested, so there is no answer")
      return .noVerdict
    }
    return .success
  }

  private static func report(
    _ seq: Int, _ bisection: StateBisection, _ timeline: inout Timeline, _ call: CommandCall
  ) throws {
    let action = try timeline.action(at: seq)
    if call.wantsJSON {
      call.environment.print(
        LogJSON.object([
          "seq": LogJSON.number(seq), "type": action.map { .string($0.type) },
          "source": LogJSON.source(action?.source), "cause": action?.cause.map(LogJSON.number),
          "patch": action?.result?.patch?.json, "runs": LogJSON.number(bisection.testCount),
          "exceptions": .array(bisection.exceptions.sorted().map(LogJSON.number)),
        ]))
      return
    }
    var text: StyledText = "the first bad state is after "
    text += action.map { LogText.heading($0) } ?? "action \(seq)"
    text += "\n  changed   \(LogText.change(action?.result?.patch))\n"
    text += "  found in  \(LogText.count(bisection.testCount, "run"))\n"
    if !bisection.exceptions.isEmpty {
      let seqs = bisection.exceptions.sorted().map(String.init).joined(separator: ", ")
      text += """
        warning: states change between good and bad more than once (see \(seqs)), so this \
        change may not be the first

        """
    }
    call.environment.print(text)
  }
}

extension CommandCall {
  /// Prints why no state is the first bad one.
  fileprivate func printNoAnswer(_ reason: String) {
    if wantsJSON {
      environment.print(LogJSON.object(["seq": .null, "reason": .string(reason)]))
    } else {
      environment.print("\(reason)\n")
    }
  }

  /// Adds missing patches if the last state is not recorded and this tool has the reducer.
  fileprivate func backfilledIfUnrecorded(_ log: Log) -> Log {
    guard let last = Timeline(log).seqs?.upperBound else { return log }
    var timeline = Timeline(log)
    do {
      _ = try timeline.state(at: last)
      return log
    } catch {
      return error.isUnrecorded ? backfilled(log) ?? log : log
    }
  }
}

extension LogText {
  fileprivate static func states(_ seqs: ClosedRange<Int>) -> String {
    seqs.count == 1
      ? "state \(seqs.lowerBound) is" : "states \(seqs.lowerBound) to \(seqs.upperBound) are"
  }
}

extension StateBisection.TestResult {
  fileprivate var description: String {
    switch self {
    case .good: "good"
    case .bad: "bad"
    case .skipped: "skipped"
    }
  }
}
