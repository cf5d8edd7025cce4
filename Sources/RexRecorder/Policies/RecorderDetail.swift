/// How much detail a log has of each action.
public enum RecorderDetail: Sendable, Equatable {
  /// The action and the patch of what it did, so that every state can be read without the app.
  case changes
  /// The action alone: the cheapest. States come from a re-reduction, and from keyframes.
  ///
  /// A keyframe is written after so many actions, but never before the lines since the last one
  /// have four times its bytes: it costs a whole state. Up to the next keyframe nobody notices what
  /// changes the state outside of a recorded action.
  ///
  /// The end of an action's line goes out with the next line, or 50 ms later; `Recorder.flush` puts
  /// it out now.
  case actions(keyframeEvery: Int = 1000)
}
