/// A store like Katana's: an action updates the state itself, and interceptors stand around that.
package final class InterceptedStore<State> {
  package typealias Updater = any StateUpdater<State>
  package typealias Interceptor = (
    _ getState: @escaping () -> State, _ dispatch: @escaping (Updater) -> Void
  ) -> (_ next: @escaping (Updater) throws -> Void) -> (_ updater: Updater) throws -> Void

  package private(set) var state: State
  private var chain: (Updater) throws -> Void = { _ in }
  private var queue: [Updater] = []
  private var isUpdating = false

  package init(state: State, interceptors: [Interceptor] = []) {
    self.state = state
    chain = { [unowned self] in $0.updateState(&self.state) }
    for link in interceptors.reversed() {
      chain = link({ [unowned self] in self.state }, { [unowned self] in self.dispatch($0) })(chain)
    }
  }

  /// Handles an updater after those that are waiting; one whose interceptor throws does nothing.
  package func dispatch(_ updater: Updater) {
    queue.append(updater)
    guard !isUpdating else { return }
    isUpdating = true
    while !queue.isEmpty { try? chain(queue.removeFirst()) }
    isUpdating = false
  }
}

/// An action of Katana's kind.
package protocol StateUpdater<State> {
  associatedtype State
  func updateState(_ state: inout State)
}
