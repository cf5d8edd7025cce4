public import RexActions

/// Puts actions into a store without keeping it alive: what middlewares and effects dispatch with.
///
/// Call it like a function, from any thread or task: `dispatch(.loadSucceeded(messages))`. Where a
/// function is wanted, write `{ dispatch($0) }`, the place that the actions' source names. Once the
/// store is gone, actions go nowhere.
public struct Dispatcher<Action: Sendable>: Sendable {
  @usableFromInline
  typealias Send = @Sendable (Action, ActionSource, Cause?) -> Void

  @usableFromInline let send: Send

  /// A dispatcher that hands each action, with its source, to a function.
  @inlinable
  public init(_ send: @escaping @Sendable (Action, ActionSource) -> Void) {
    self.init(send: { action, source, _ in send(action, source) })
  }

  @inlinable
  init(send: @escaping Send) { self.send = send }

  /// The same for the handler of an action: what it dispatches, now or later, has that cause.
  @usableFromInline
  func caused(by cause: Cause?) -> Dispatcher {
    guard let cause else { return self }
    return Dispatcher(send: { [send] action, source, _ in send(action, source, cause) })
  }

  /// The same for the action in whose handling the caller is, as the cause of what it dispatches.
  ///
  /// For the curried shape, whose `dispatch` is that of all actions: a callback that comes later,
  /// on whatever thread, dispatches with it. The other shapes are given such a one.
  public var forActionInHand: Dispatcher { caused(by: Cause.current) }

  /// Dispatches an action, its source being the place of this call.
  @inlinable
  public func callAsFunction(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    send(action, ActionSource(file: file, function: function, line: line, info: info), nil)
  }

  /// Dispatches an action in the name of another place, such as that of the action it stems from.
  @inlinable
  public func callAsFunction(_ action: Action, from source: ActionSource) {
    send(action, source, nil)
  }

  /// A dispatcher of other actions, each embedded into this one's.
  @inlinable
  public func map<Local: Sendable>(
    _ embed: @escaping @Sendable (Local) -> Action
  ) -> Dispatcher<Local> {
    Dispatcher<Local>(send: { [send] local, source, cause in send(embed(local), source, cause) })
  }
}

extension ActionSource {
  /// What the source of an action says whose `dispatch` was passed on as a function.
  static let passedAsFunction = "dispatch was passed as a function"
}
