import RexExamples

/// Typical actions of an app, most of them small.
enum ChatAction: Codable, Equatable {
  case loadMessages
  case loadMessagesSuccess([SyntheticMessage])
  case deleteMessage(id: Int)
  case edit(id: Int, body: String)
}

extension SyntheticState {
  /// The reducer; an id, modulo the number of messages, is a message's index.
  static func reduce(_ action: ChatAction, _ state: inout SyntheticState) {
    switch action {
    case .loadMessages: state.isLoadingMessages = true
    case .loadMessagesSuccess(let messages):
      (state.messages, state.isLoadingMessages) = (messages, false)
    case .deleteMessage(let id): state.messages.remove(at: id % state.messages.count)
    case .edit(let id, let body): state.messages[id % state.messages.count].body = body
    }
  }
}
