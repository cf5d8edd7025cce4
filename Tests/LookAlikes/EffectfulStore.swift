import RexLocking

/// A store like SwiftRex 0.8's: middlewares see the action before the reducer, and give an `IO`
/// that runs after it; actions are handled one at a time, in the order of their dispatch.
package final class EffectfulStore<Action: Sendable, State: Sendable>: Sendable {
  package typealias Reducer = @Sendable (Action, inout State) -> Void
  package typealias Dispatch = @Sendable (Action) -> Void
  package typealias IO = @Sendable (Dispatch) -> Void
  package typealias Handler = @Sendable (_ action: Action, _ state: State) -> IO?

  private struct Work: Sendable {
    var state: State
    var queue: [Action] = []
    var isDraining = false
  }

  private let work: Locked<Work>
  private let reducer: Reducer
  private let handlers: [Handler]

  package init(state: State, reducer: @escaping Reducer, handlers: [Handler] = []) {
    work = Locked(Work(state: state))
    (self.reducer, self.handlers) = (reducer, handlers)
  }

  package var state: State { work.withLock { $0.state } }

  package func dispatch(_ action: Action) {
    let drains = work.withLock { work in
      work.queue.append(action)
      defer { work.isDraining = true }
      return !work.isDraining
    }
    while drains, let action = takeNext() { handle(action) }
  }

  private func takeNext() -> Action? {
    work.withLock { work in
      guard !work.queue.isEmpty else {
        work.isDraining = false
        return nil
      }
      return work.queue.removeFirst()
    }
  }

  private func handle(_ action: Action) {
    let effects = handlers.compactMap { $0(action, state) }
    var next = state
    reducer(action, &next)
    work.withLock { [next] in $0.state = next }
    for effect in effects { effect { self.dispatch($0) } }
  }
}
