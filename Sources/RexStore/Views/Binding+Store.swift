#if canImport(SwiftUI)
  public import SwiftUI

  extension ObservedStore {
    /// Returns a binding that reads a part of the state and dispatches an action when it is set.
    ///
    ///     TextField("Search", text: store.binding(\.query, send: Action.queryChanged))
    public func binding<Value: Sendable>(
      _ part: @escaping @Sendable (State) -> Value,
      send action: @escaping @Sendable (Value) -> Action
    ) -> Binding<Value> {
      Binding(
        get: { @MainActor in part(self.state) },
        set: { @MainActor value in self.dispatch(action(value)) })
    }
  }
#endif
