/// A store like Katana's: an action updates the state itself, and interceptors stand around that.
public final class InterceptedStore<State> {
  public typealias Updater = any StateUpdater<State>
  public typealias Interceptor = (
    _ getState: @escaping () -> State, _ dispatch: @escaping (Updater) -> Void
  ) -> (_ next: @escaping (Updater) throws -> Void) -> (_ updater: Updater) throws -> Void

  public private(set) var state: State
  private var chain: (Updater) throws -> Void = { _ in }
  private var queue: [Updater] = []
  private var isUpdating = false

  public init(state: State, interceptors: [Interceptor] = []) {
    self.state = state
    let update: (Updater) throws -> Void = { [unowned self] in
      $0.updateState(&self.state)
    }
    chain = interceptors.reversed().reduce(update) { next, interceptor in
      interceptor({ [unowned self] in self.state }, { [unowned self] in self.dispatch($0) })(next)
    }
  }

  /// Handles an updater after those that are waiting; one whose interceptor throws does nothing.
  public func dispatch(_ updater: Updater) {
    queue.append(updater)
    guard !isUpdating else { return }
    isUpdating = true
    while !queue.isEmpty { try? chain(queue.removeFirst()) }
    isUpdating = false
  }
}

/// An action of Katana's kind.
public protocol StateUpdater<State> {
  associatedtype State
  func updateState(_ state: inout State)
}
