public import RexActions

/// Dispatches actions to a store without keeping it alive; for middlewares and effects.
///
/// Call it like a function, from any thread or task: `dispatch(.loadSucceeded(messages))`. To pass
/// it as a function, write `{ dispatch($0) }`; the actions' source is that line. After the store is
/// deallocated, actions are discarded.
public struct Dispatcher<Action: Sendable>: Sendable {
  @usableFromInline typealias Send = @Sendable (Action, ActionSource, Cause?) -> Void

  @usableFromInline let send: Send

  /// Creates a dispatcher that calls a function with each action and its source.
  public init(_ send: @escaping @Sendable (Action, ActionSource) -> Void) {
    self.init(send: { action, source, _ in send(action, source) })
  }

  @inlinable
  init(send: @escaping Send) { self.send = send }

  /// Returns a dispatcher whose actions have this cause.
  @usableFromInline
  func caused(by cause: Cause?) -> Dispatcher {
    guard let cause else { return self }
    return Dispatcher(send: { [send] action, source, _ in send(action, source, cause) })
  }

  /// A dispatcher whose actions are caused by the action that is currently handled.
  ///
  /// Use it in curried middlewares, whose `dispatch` is shared by all actions, to dispatch from
  /// later callbacks on any thread. Other forms of middlewares already receive such a dispatcher.
  public var causedByCurrentAction: Dispatcher { caused(by: Cause.current) }

  /// Dispatches an action with the line of this call as its source.
  @inlinable
  public func callAsFunction(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    send(action, ActionSource(file: file, function: function, line: line, info: info), nil)
  }

  /// Dispatches an action with another source, such as that of the action it results from.
  @inlinable
  public func callAsFunction(_ action: Action, from source: ActionSource) {
    send(action, source, nil)
  }

  /// Returns a dispatcher of local actions, each converted to an action of this dispatcher.
  @inlinable
  public func map<Local: Sendable>(
    _ embed: @escaping @Sendable (Local) -> Action
  ) -> Dispatcher<Local> {
    Dispatcher<Local>(send: { [send] local, source, cause in send(embed(local), source, cause) })
  }
}

extension ActionSource {
  /// The source's info for an action whose `dispatch` was passed as a function.
  static let passedAsFunction = "dispatch was passed as a function"
}
