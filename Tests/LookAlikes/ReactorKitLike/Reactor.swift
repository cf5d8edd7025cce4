// The public names of ReactorKit 3: an action becomes mutations, and each of them is reduced. Its
// observables, which are RxSwift's, are lists here.

/// A view's logic.
public protocol Reactor: AnyObject {
  /// What the user does.
  associatedtype Action
  /// What happens to the state.
  associatedtype Mutation = Action
  /// What the view shows.
  associatedtype State

  /// The first state.
  var initialState: State { get }

  /// Returns what an action leads to.
  func mutate(action: Action) -> Observable<Mutation>
  /// Returns the state after a mutation.
  func reduce(state: State, mutation: Mutation) -> State
}

extension Reactor {
  /// Takes the user's actions.
  public var action: ActionSubject<Action> {
    ActionSubject { [unowned self] action in
      for mutation in mutate(action: action).elements {
        CurrentState.of(self).value = reduce(state: currentState, mutation: mutation)
      }
    }
  }

  /// The current state.
  public var currentState: State { CurrentState.of(self).value as? State ?? initialState }
}

extension Reactor where Action == Mutation {
  /// Returns the action itself.
  public func mutate(action: Action) -> Observable<Mutation> { .just(action) }
}

/// Elements over time, from the RxSwift library.
public struct Observable<Element> {
  let elements: [Element]

  /// One element.
  public static func just(_ element: Element) -> Observable { Observable(elements: [element]) }
}

/// Takes actions.
public struct ActionSubject<Element> {
  let handle: (Element) -> Void

  /// Takes an action.
  public func onNext(_ element: Element) { handle(element) }
}

/// The state of a reactor, which the extension of a protocol cannot store.
private final class CurrentState {
  var value: Any?
  private weak var reactor: AnyObject?

  // Unsafe because, like the original's, a reactor is for one thread: here, the main one.
  nonisolated(unsafe) private static var all: [CurrentState] = []

  private init(of reactor: AnyObject) { self.reactor = reactor }

  static func of(_ reactor: AnyObject) -> CurrentState {
    all.removeAll { $0.reactor == nil }
    if let known = all.first(where: { $0.reactor === reactor }) { return known }
    let new = CurrentState(of: reactor)
    all.append(new)
    return new
  }
}
