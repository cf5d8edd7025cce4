public import RexDiff
public import RexJSON
public import RexLog
public import RexQuery

/// A log's states in order, each reachable from any other.
///
///     keyframe 0 ──patch 1──▶ frame 1 ──patch 2──▶ frame 2 … keyframe 61 ──patch 62──▶ frame 62
///                ◀─inverse 1─         ◀─inverse 2─
///
/// The state of frame n is the nearest keyframe at or before it, with the patches between applied;
/// so it does not depend on the way there. A step to a neighbour applies one patch or one inverse.
///
/// Where a patch is not recorded, the states are unknown up to the next keyframe; so they are where
/// the log is damaged. `filling(_:)` of a replayer makes a log in which the former are known.
public struct Timeline: Sendable {
  /// The log whose states these are.
  public let log: Log
  /// The numbers of the frames, from the first state to the last; nil when the log has no state.
  ///
  /// Those in a gap are lost.
  public let seqs: ClosedRange<Int>?
  /// Why the file could not be read, so that no state was found.
  private var failure: LogError?
  var cursor: StateCursor?
  var checkpoints = StateCheckpoints()
  let keptReader = KeptReader()

  /// The timeline of a log.
  public init(_ log: Log) {
    self.log = log
    var first: Int?
    do throws(LogError) {
      first = try log.firstKeyframeSeq()
    } catch {
      failure = error.isDamage ? nil : error
    }
    seqs = first.flatMap { $0 <= log.lastSeq ? $0...log.lastSeq : nil }
  }

  /// Why there is no frame at all.
  package var noFrames: TimelineError {
    TimelineError(kind: failure.map(TimelineError.Kind.log) ?? .noState)
  }

  /// The nearest frame to this one that is not lost, in the direction of `step`, 1 or -1.
  public func seq(nearest seq: Int, step: Int) throws(TimelineError) -> Int {
    guard let seqs else { throw noFrames }
    let wanted = min(max(seq, seqs.lowerBound), seqs.upperBound)
    guard let gap = try gap(covering: wanted) else { return wanted }
    return step > 0 ? gap.to : gap.from - 1
  }
}

/// The state after an action, with the action that led to it.
public struct Frame: Sendable {
  /// The number of the action; 0 for the start.
  public var seq: Int
  /// The state after it.
  public var state: JSON
  /// The action; nil for the start and for the state after a gap.
  ///
  /// It may be read from its line each time it is asked for, so that a step that nobody looks at
  /// costs nothing for it.
  public var action: LogAction? {
    get {
      switch recorded {
      case .action(let action): action
      case .text(let text): text.action
      }
    }
    set { recorded = .action(newValue) }
  }

  private var recorded: Recorded

  private enum Recorded {
    case action(LogAction?)
    case text(ActionText)
  }

  /// A frame from its parts.
  public init(seq: Int, state: JSON, action: LogAction?) {
    (self.seq, self.state, recorded) = (seq, state, .action(action))
  }

  /// A frame whose action is read when it is wanted.
  package init(seq: Int, state: JSON, action: ActionText) {
    (self.seq, self.state, recorded) = (seq, state, .text(action))
  }

  /// The operations that led here from the frame before, none at the start; nil when unrecorded.
  public var patch: JSONPatch? {
    guard let outline else { return JSONPatch() }
    return outline.result?.patch
  }

  /// The action with `null` for its payload where that is long.
  package var outline: LogAction? {
    switch recorded {
    case .action(let action): action
    case .text(let text): text.outline
    }
  }

  /// The action's line, where it is read from that.
  package var text: ActionText? {
    if case .text(let text) = recorded { text } else { nil }
  }
}

/// Why a frame cannot be shown: facts, worded in `TimelineError+Words`.
public struct TimelineError: Error, Sendable {
  /// What is wrong.
  public var kind: Kind

  /// An error of this kind.
  public init(kind: Kind) { self.kind = kind }

  /// What can be wrong with a frame.
  public enum Kind: Sendable {
    /// The log cannot be read there: the file, or a line that the frame depends on.
    case log(LogError)
    /// The log has no state: the recording ended before its first keyframe.
    case noState
    /// There is no frame of this number; these are the numbers there are.
    case noFrame(Int, ClosedRange<Int>)
    /// The frame was lost in a gap.
    case lost(Int, LogGap)
    /// The patch that led to the frame, or one before it, is not in the log.
    ///
    /// `before` and `after` are the frames of the nearest keyframes.
    case unrecorded(Int, before: Int?, after: Int?)
    /// No action's time is known up to this one, in milliseconds; the recording ends earlier.
    case noTime(Double, last: Double)
    /// The log has no mark with this label; these are the labels there are, the first few.
    case noMark(String, labels: [String])
    /// The evaluation of a condition exceeded a limit, at this action.
    case query(QueryError, seq: Int)
  }
}

/// Runs what can fail with a log's error as what can fail with a frame's.
func reading<Result>(_ body: () throws(LogError) -> Result) throws(TimelineError) -> Result {
  do throws(LogError) {
    return try body()
  } catch {
    throw TimelineError(kind: .log(error))
  }
}
