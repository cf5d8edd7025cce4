import RexDiff

/// The phase of a recording, with the data that is valid only in that phase.
///
/// The rare cases are indirect to keep a phase small, since every step of every action copies it.
enum RecordingPhase<State> {
  /// The log has no state yet, only its session line and perhaps marks.
  case unstarted
  /// No reducer runs, and the log leads to the last state.
  case recording(StateTracking<State>)
  /// A reducer runs; the beginning of its action's line is written, but not the ending.
  case reducing(OpenAction, StateTracking<State>)
  /// The app has paused the recording, and no action has been lost yet.
  case paused(StateTracking<State>)
  /// Actions are counted, but not written. This phase ends with a gap and a keyframe.
  indirect case suspended(Suspension)
  /// Nothing more is written; the failure, if any, is final.
  indirect case closed(RecorderFailure?)
}

/// The way in which a log records states.
enum StateTracking<State> {
  /// Patches, computed by an encoder.
  ///
  /// If the app asked for actions only, but one of them needed a patch, patches are written until
  /// the next keyframe is due.
  case patches(StateEncoder<State>, isUntilKeyframe: Bool)
  /// Only keyframes; the states between them come from re-reduction.
  ///
  /// The ending of an action's line may be deferred only if the action before it is in the same
  /// file and has no patch either. Readers rely on this.
  case keyframes(lastActionLacksPatch: Bool)
}

/// An action whose line has begun, and requests that wait for its ending.
final class OpenAction {
  let seq: Int
  /// The label of the action.
  let type: String
  let isOpaque: Bool
  /// What an echo shows before its change; nil without an echo.
  var heading: String?
  /// The size of its payload in bytes.
  let payloadByteCount: Int
  /// Whether an action of another thread ran at the same time.
  var isContended = false
  /// Whether its reducer recorded another action.
  var hasNestedAction = false
  /// When the reducer was called.
  var reducerStartMs: Double
  /// The reducer's time in milliseconds, if the line is ended later.
  var tookMs: Double?
  /// The recorder's time for this action so far in milliseconds.
  var ownMs = 0.0
  /// What its reducer took from outside so far.
  var inputs = OpenInputs()
  /// Marks to write after its line.
  private(set) var marks: [(label: String, data: (any Encodable)?)] = []
  /// Whether the recording is paused after its line.
  var isPausedAfter = false
  /// The reason to close the log after its line; nil if it is not closed.
  var closeReason: String?

  init(seq: Int, _ text: ActionText, reducerStartMs: Double) {
    (self.seq, type, isOpaque) = (seq, text.type, text.key == .opaque)
    (payloadByteCount, self.reducerStartMs) = (text.payloadByteCount, reducerStartMs)
  }

  /// The limit on marks, so that a loop in a reducer does not exhaust the memory.
  private static let marksMax = 100

  func addMark(_ label: String, data: (any Encodable)?) {
    if marks.count < OpenAction.marksMax { marks.append((label, data)) }
  }
}
