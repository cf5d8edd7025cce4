public import RexStore

extension Recorder where Action: Sendable, State: Sendable {
  /// A middleware that records every action that the store reduces.
  ///
  /// Its position among the store's middlewares does not matter: it wraps the reducer, so the order
  /// and the states are those of the store. A state that is set from outside is recorded as an
  /// opaque action `replaceState`.
  public var middleware: Middleware<Action, State> {
    Middleware(
      reducing: { action, source, state, reduce in
        self.record(action, into: &state, source: source, isHandled: true) { state, action, _ in
          reduce(action, &state)
        }
      },
      replacing: { state, source in self.recordReplacement(by: state, source: source) })
  }
}
