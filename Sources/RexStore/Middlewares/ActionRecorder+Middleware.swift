public import RexActions

extension ActionRecorder where Action: Sendable, State: Sendable {
  /// A middleware that records every action that the store reduces.
  ///
  /// Its position among the store's middlewares does not matter: it wraps the reducer, so the order
  /// and the states are those of the store. A state that is set from outside is recorded as an
  /// opaque action `replaceState`.
  public var middleware: Middleware<Action, State> {
    Middleware(
      reducing: { action, source, state, reduce in
        self.recordReduction(of: action, from: source, into: &state, reduce: reduce)
      },
      replacing: { state, source in self.recordReplacement(by: state, source: source) })
  }
}
