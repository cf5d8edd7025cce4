import Dispatch

/// A store like Katana's: an action updates the state itself, and interceptors stand around that.
///
/// Any thread dispatches; the updaters are handled on a queue of the store's, one after the other.
package final class InterceptedStore<State: Sendable>: @unchecked Sendable {
  // Unchecked because the chain and the state are touched on `queue` alone.
  package typealias Updater = any StateUpdater<State>
  package typealias Interceptor = (
    _ getState: @escaping () -> State, _ dispatch: @escaping (Updater) -> Void
  ) -> (_ next: @escaping (Updater) throws -> Void) -> (_ updater: Updater) throws -> Void

  private let queue = DispatchQueue(label: "InterceptedStore")
  private let pending = DispatchGroup()
  private var current: State
  private var chain: (Updater) throws -> Void = { _ in }

  package init(state: State, interceptors: [Interceptor] = []) {
    current = state
    chain = { [unowned self] in $0.updateState(&self.current) }
    for link in interceptors.reversed() {
      chain = link({ [unowned self] in self.current }, { [unowned self] in self.dispatch($0) })(
        chain)
    }
  }

  /// The state once nothing is waiting any more; not for the chain, which would wait for itself.
  package var state: State {
    pending.wait()
    return queue.sync { current }
  }

  /// Handles an updater behind those that are waiting; one whose interceptor throws does nothing.
  package func dispatch(_ updater: Updater) {
    queue.async(group: pending) { try? self.chain(updater) }
  }
}

/// An action of Katana's kind.
package protocol StateUpdater<State>: Sendable {
  associatedtype State
  func updateState(_ state: inout State)
}
