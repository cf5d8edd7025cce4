public import RexStore

/// The store of the team's chat.
public typealias TeamChatStore = Store<TeamChatAction, TeamChatState>

/// Returns a middleware that logs each action, and the title and row count before and after it.
public func teamChatLogging(
  to write: @escaping @Sendable (String) -> Void
) -> TeamChatStore.Middleware {
  TeamChatStore.Middleware { _, getState in
    { next in
      { action in
        let old = TeamChatProps.make(from: getState())
        next(action)
        let new = TeamChatProps.make(from: getState())
        write("\(action.name): \(old.title) \(old.rows.count) → \(new.title) \(new.rows.count)")
      }
    }
  }
}

/// Returns a middleware that sends requests to the service and dispatches its answers.
public func teamChatLoading(from service: ChatService) -> TeamChatStore.Middleware {
  TeamChatStore.makeMiddleware { dispatch, getState, next, action in
    next(action)
    switch action {
    case .loadMessages:
      service.loadMessages(after: getState().messages.last?.id) { dispatch(.loaded($0)) }
    case .deleteMessage(let id): service.delete(id)
    case .sendMessage(let text): service.send(text)
    default: break
    }
  }
}

extension TeamChatAction {
  /// Returns the action for an answer of the service.
  static func loaded(_ answer: Result<ChatService.Page, ChatService.Failure>) -> TeamChatAction {
    switch answer {
    case .success(let page): .loadMessagesSuccess(page.messages, after: page.after)
    case .failure(let failure): .loadMessagesFailure(failure.rawValue)
    }
  }
}

/// A navigation of the chat app.
public enum TeamChatRoute: Sendable, Equatable {
  /// Shows the list of messages.
  case list
  /// Shows a message's thread.
  case thread(ChatMessage.ID)
}

/// Returns a middleware that triggers navigation, and the stream of its routes.
public func teamChatNavigation() -> (
  middleware: TeamChatStore.Middleware, routes: EventStream<TeamChatRoute>
) {
  let routes = EventEmitter<TeamChatRoute>()
  let middleware = TeamChatStore.makeMiddleware { _, getState, next, action in
    let before = getState().openThread
    next(action)
    let after = getState().openThread
    if before != after { routes.send(after.map(TeamChatRoute.thread) ?? .list) }
  }
  return (middleware, routes.stream)
}

extension TeamChatAction {
  /// The case's name.
  var name: String {
    let text = String(describing: self)
    return String(text.prefix { $0 != "(" })
  }
}
