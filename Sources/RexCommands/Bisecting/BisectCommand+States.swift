import RexDebug
import RexDiff
import RexJSON
import RexLog
import RexQuestions
import RexTimeline

extension Command {
  /// Finds the first state that a command calls bad.
  static func bisectStates(
    of log: Log, by test: String, _ call: CommandCall
  ) throws -> CommandStatus {
    var timeline = Timeline(call.states(of: log))
    guard let seqs = timeline.seqs else { throw timeline.noFramesError }
    var bisection = StateBisection(seqs)
    call.environment.printError(
      "bisecting states \(seqs.lowerBound) to \(seqs.upperBound): "
        + "about \(bisection.testCountEstimate) runs\n")
    while let seq = bisection.next() {
      guard let state = try state(at: seq, in: &timeline) else {
        let missing = try timeline.unknownSeqs(around: seq)
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
      guard error.problem is StateProblem, error.isUnknownState else { throw error }
      return nil
    }
  }

  private static func report(
    _ bisection: StateBisection, _ timeline: inout Timeline, _ call: CommandCall
  ) throws -> CommandStatus {
    switch bisection.outcome {
    case .found(let seq):
      let exceptions = bisection.exceptions.sorted()
      call.print(
        FirstBadState(
          seq: seq, action: try timeline.action(at: seq), runs: bisection.testCount,
          exceptions: exceptions))
    case .foundAmong(let seqs):
      call.print(
        BadStateAmong(from: seqs.lowerBound, to: seqs.upperBound, runs: bisection.testCount))
      return .noVerdict
    case .startIsBad:
      call.print(
        NoBadState(reason: "state \(timeline.seqs?.lowerBound ?? 0), the first, is already bad"))
      return .negative
    case .endIsGood, nil:
      let isLast = bisection.last == timeline.seqs?.upperBound
      let last = isLast ? "the last" : "the last in the log"
      call.print(NoBadState(reason: "state \(bisection.last), \(last), is still good"))
      return isLast ? .negative : .noVerdict
    case .endIsUntested(let seq):
      call.print(NoBadState(reason: "state \(seq) cannot be tested, so there is no answer"))
      return .noVerdict
    }
    return .success
  }
}

/// The result of `bisect --run`: the first bad state.
private struct FirstBadState: CommandResult {
  let seq: Int
  let action: LogAction?
  let runs: Int
  /// The states that are good after a bad one, or bad before a good one.
  let exceptions: [Int]

  var text: StyledText {
    var text: StyledText = "the first bad state is after "
    text += action.map { LogText.heading($0) } ?? "action \(seq)"
    text += "\n  changed   \(LogText.change(action?.result?.patch))\n"
    text += "  found in  \(LogText.count(runs, "run"))\n"
    guard !exceptions.isEmpty else { return text }
    let seqs = exceptions.map(String.init).joined(separator: ", ")
    return text + """
      warning: states change between good and bad more than once (see \(seqs)), so this \
      change may not be the first

      """
  }

  func encode(to encoder: any Encoder) throws {
    let document = Document(
      seq: seq, type: action?.type, source: action?.source, cause: action?.cause,
      patch: action?.result?.patch?.json, runs: runs, exceptions: exceptions)
    try document.encode(to: encoder)
  }

  private struct Document: Encodable {
    let seq: Int
    let type: String?
    let source: LogSource?
    let cause: Int?
    let patch: JSON?
    let runs: Int
    let exceptions: [Int]
  }
}

/// The result of `bisect --run` if the first bad state is one of several.
private struct BadStateAmong: CommandResult {
  let from, to, runs: Int

  var text: StyledText {
    """
    the first bad state is one of \(from) to \(to); \
    those tried in between cannot be tested or are not in the log (\(LogText.count(runs, "run")))

    """
  }
}

/// The result of `bisect --run` if no state is the first bad one.
private struct NoBadState: CommandResult {
  let reason: String

  var text: StyledText { "\(reason)\n" }

  func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encodeNil(forKey: .seq)
    try document.encode(reason, forKey: .reason)
  }

  private enum CodingKeys: CodingKey { case seq, reason }
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
