/// The level of detail of a log.
public enum RecorderDetail: Sendable, Equatable {
  /// The action, and the patch of its changes, so that every state can be read without the app.
  case changes
  /// Only the action, which is the cheapest. States come from re-reduction, and from keyframes.
  ///
  /// A keyframe contains a whole state. It is written after `keyframeEvery` actions, but not before
  /// the lines since the last keyframe exceed both four times its size and 16 KiB. Changes of the
  /// state outside of recorded actions are not noticed before the next keyframe.
  ///
  /// The end of an action's line is written with the next line, or 50 ms later; `Recorder.flush`
  /// writes it at once.
  case actions(keyframeEvery: Int = 1000)
}
