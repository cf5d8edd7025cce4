import RexDiff

/// What a recording is doing, with what is true only while it does that.
///
/// The rare cases are indirect, so that a phase is small: every step of every action copies it.
enum RecordingPhase<State: Encodable> {
  /// The log has no state yet: only its session line, and perhaps marks.
  case unstarted
  /// Between two actions: the log leads to the last state, in the way that is tracked.
  case recording(StateTracking<State>)
  /// A reducer runs: the beginning of its action's line is written, the ending is not.
  case reducing(OpenAction, StateTracking<State>)
  /// The app has paused the recording, and no action has been lost so far.
  case paused(StateTracking<State>)
  /// Actions are counted, but not written. It ends with a gap and a keyframe.
  indirect case suspended(Suspension)
  /// Nothing more is written; the failure is one that nobody can recover from any more.
  indirect case closed(RecorderFailure?)
}

/// How the log leads from one state to the next.
enum StateTracking<State: Encodable> {
  /// By patches, which the encoder makes.
  ///
  /// Where the app asked for actions alone, but one of them needed a patch, patches go on until the
  /// next keyframe is due.
  case patches(StateEncoder<State>, isUntilKeyframe: Bool)
  /// By keyframes alone; what is between them takes a re-reduction.
  ///
  /// The ending of an action's line may be deferred only where the action before it has no patch
  /// either, and is in the same file: so a reader knows that it may.
  case keyframes(lastActionLacksPatch: Bool)
}

/// An action whose line has begun, and what was asked for since then.
final class OpenAction {
  let seq: Int
  /// The label of the action.
  let type: String
  let isOpaque: Bool
  /// Whether another thread's action was under way at the same time.
  var isContended = false
  /// Whether its reducer recorded another action.
  var holdsAnother = false
  /// When the reducer was called.
  var reducerStartMs: Double
  /// What the reducer took, where the line is ended later.
  var tookMs: Double?
  /// The recorder's own time for it so far.
  var ownMs = 0.0
  /// Marks that go behind its line.
  private(set) var marks: [(label: String, data: (any Encodable)?)] = []
  /// Why the log is to be closed behind its line; nil when it is not.
  var closeReason: String?

  init(seq: Int, type: String, isOpaque: Bool, reducerStartMs: Double) {
    (self.seq, self.type, self.isOpaque) = (seq, type, isOpaque)
    self.reducerStartMs = reducerStartMs
  }

  /// A reducer sets a mark or two; a loop in it must not fill the memory.
  private static let marksMax = 100

  func addMark(_ label: String, data: (any Encodable)?) {
    if marks.count < OpenAction.marksMax { marks.append((label, data)) }
  }
}
