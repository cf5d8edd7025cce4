public import RexJSON
import RexLog
import RexQuery

extension ReplayError: DescribedError {
  /// The position, the problem and what to do, in one sentence without control characters.
  ///
  /// An error about a frame has no position.
  public var description: String {
    if case .log(let error) = kind { return error.description }
    let (problem, hint) = kind.message
    return "\(kind.isAboutFrame ? "" : position)\(problem); \(hint)".escapedForDisplay
  }

  /// `LOG:LINE:COLUMN: `, or `TOOL: ` for an error that is not about a log.
  package var position: String {
    if case .tool = kind { "\(log): " } else { "\(log):\(location): " }
  }
}

extension ReplayError.Kind {
  /// Whether it is about a frame, rather than a line.
  fileprivate var isAboutFrame: Bool {
    switch self {
    case .noState, .noFrame, .lost, .unrecorded, .noTime, .noMark, .query: true
    default: false
    }
  }

  package var message: (problem: String, hint: String) {
    switch self {
    case .log(let error): error.kind.message
    case .noAction(let seq, let first, let last):
      Self.noAction(seq, amongActions: first, to: last)
    case .lostAction(let seq, let gap):
      ("action \(seq) was \(gap.loss)", "change an action before or after the gap")
    case .undecodablePayload(let error, let seq, let isNew):
      (
        "this app cannot decode the payload for "
          + (isNew ? "a new action after #\(seq)" : "action \(seq)") + ": \(error.reason)",
        "show LOG \(seq) --action prints how the app encodes an action"
      )
    case .invalidValue(let path, let seq, let reason):
      (
        "\(LogText.path(path)) cannot be set in the state after action \(seq): \(reason)",
        "show LOG \(seq) --state prints the state as the app encodes it"
      )
    default: frameMessage
    }
  }

  private var frameMessage: (problem: String, hint: String) {
    switch self {
    case .noState: ("the log has no state", "the recording ended before its first keyframe")
    case .noFrame(let seq, let seqs, let isNextUnfinished):
      Self.noAction(
        seq, amongActions: seqs.lowerBound + 1, to: seqs.upperBound,
        isNextUnfinished: isNextUnfinished)
    case .lost(let seq, let gap):
      (
        "the state after action \(seq) was \(gap.loss)",
        "choose an action before or after the gap"
      )
    case .unrecorded(let seq, let before, let after):
      (
        "the state after action \(seq) is not recorded",
        "use the app's own tool, which reduces the actions again"
          + Self.keyframes([before, after].compactMap(\.self))
      )
    case .noTime(let timeMs, let last):
      (
        "the recording has no time \(LogText.seconds(timeMs))",
        "it ends at \(LogText.seconds(last))"
      )
    case .noMark(let label, let labels):
      (
        "there is no mark \(label)",
        (labels.isEmpty ? "this log has none" : "its marks: \(labels.joined(separator: ", "))")
          + "; an action can also be a number, last, -5, +10, or a time such as 12.5s"
      )
    case .query(let error, let seq):
      (
        "the condition cannot be evaluated after action \(seq): \(error.description)",
        "simplify the condition"
      )
    default: reductionMessage
    }
  }

  private static func noAction(
    _ seq: Int, amongActions first: Int, to last: Int, isNextUnfinished: Bool = false
  ) -> (problem: String, hint: String) {
    let actions = first > last ? "no actions" : "actions \(first) to \(last)"
    let unfinished = isNextUnfinished ? "; action \(last + 1) began and never finished" : ""
    return ("there is no action \(seq)", "this log has \(actions)\(unfinished)")
  }

  private static func keyframes(_ seqs: [Int]) -> String {
    seqs.isEmpty
      ? "" : ", or the nearest keyframes: " + seqs.map(String.init).joined(separator: " and ")
  }

  private var reductionMessage: (problem: String, hint: String) {
    switch self {
    case .reduction(let error, let seq, let type):
      (
        "\(subject(seq, type)) cannot be \(error.stage.description): \(error.reason)", error.hint
      )
    case .migration(let error, let seq, let type):
      ("\(subject(seq, type)) cannot be migrated: \(error.reason)", error.hint)
    case .gap(let gap):
      (
        "actions \(gap.from) to \(gap.to) were lost, so the log cannot be reduced from its start",
        "slice it after them"
      )
    case .noReducer(let app, let known):
      (
        "there is no reducer for the app \(app) in this tool",
        "build the app's own tool with ReplayTool"
          + (known.isEmpty
            ? "; this one reduces only its examples"
            : ", or name one of: \(known.joined(separator: ", ")) with --app")
      )
    case .tool(let problem, let hint), .worker(let problem, let hint, _): (problem, hint)
    case .needsCodableState(let seq?):
      (
        "action \(seq) cannot be reduced again to the recorded state, and State is not Codable, so "
          + "that nothing can be reduced after it",
        "verify tells why; make State Codable to begin anywhere"
      )
    case .needsCodableState(nil):
      (
        "State is not Codable, so this app reduces a log only in one pass from its start",
        "make State Codable, or leave out --quick and --jobs"
      )
    case .tooManyActions(let limit): ("there are more than \(limit) actions", "slice the log")
    default:
      (
        "there is no state to reduce this action into",
        "a log starts with a keyframe of seq 0"
      )
    }
  }

  private func subject(_ seq: Int, _ type: String?) -> String {
    type.map { "action \(seq), \($0)," } ?? "the state after \(seq)"
  }
}
