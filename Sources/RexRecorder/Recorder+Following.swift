package import RexActions

extension Recorder {
  /// Tells how far the log is written, from now on; nil if the recorder is disabled.
  package func follow() -> LogProgress? { write { $0.appender.follow() } }

  /// The concrete types of an action type that is a protocol.
  package var actionRegistry: ActionRegistry<Action>? { write { $0.actions.registry } ?? nil }
}
