public import RexStore

/// An action of the chat screen.
public enum TeamChatAction: Codable, Sendable, Equatable {
  /// Loads the messages.
  case loadMessages
  /// The service answered with the messages after one; with the newest if `after` is nil.
  case loadMessagesSuccess([ChatMessage], after: ChatMessage.ID? = nil)
  /// The service failed, with this error message.
  case loadMessagesFailure(String)
  /// The user sent a message; it arrives once the service has received it.
  case sendMessage(String)
  /// A message arrived.
  case messageArrived(ChatMessage)
  /// A member added or removed a reaction.
  case toggleReaction(emoji: String, member: ChatMessage.Member.ID, message: ChatMessage.ID)
  /// Deletes a message.
  case deleteMessage(id: ChatMessage.ID)
  /// Shows a message's thread.
  case openThread(id: ChatMessage.ID)
  /// Shows the list of messages.
  case closeThread
  /// The user dismissed the error.
  case dismissError
}

/// The reducer of the chat screen.
public let teamChatReducer = Reducer<TeamChatAction, TeamChatState>(returning: nextTeamChatState)

private func nextTeamChatState(
  after state: TeamChatState, _ action: TeamChatAction
) -> TeamChatState {
  var next = state
  switch action {
  case .loadMessages:
    next.isLoadingMessages = true
  case .loadMessagesSuccess(let messages, after: nil):
    next.isLoadingMessages = false
    next.messages = messages
    next.closeThreadIfGone()
  case .loadMessagesSuccess(let messages, after: _):
    next.isLoadingMessages = false
    // Some messages may have arrived separately while these were being loaded.
    let known = Set(next.messages.map(\.id))
    next.messages += messages.filter { !known.contains($0.id) }
  case .loadMessagesFailure(let reason):
    next.isLoadingMessages = false
    next.error = reason
  case .sendMessage: break
  case .messageArrived(let message):
    next.messages.append(message)
  case .toggleReaction(let emoji, let member, let id):
    guard let index = next.messages.firstIndex(where: { $0.id == id }) else { break }
    next.messages[index].toggle(emoji, of: member)
  case .deleteMessage(let id):
    next.messages.removeAll { $0.id == id }
    next.closeThreadIfGone()
  case .openThread(let id):
    guard next.messages.contains(where: { $0.id == id }) else { break }
    next.openThread = id
  case .closeThread:
    next.openThread = nil
  case .dismissError:
    next.error = nil
  }
  return next
}

extension TeamChatState {
  fileprivate mutating func closeThreadIfGone() {
    if !messages.contains(where: { $0.id == openThread }) { openThread = nil }
  }
}

extension ChatMessage {
  fileprivate mutating func toggle(_ emoji: String, of member: Member.ID) {
    guard let index = reactions.firstIndex(where: { $0.emoji == emoji }) else {
      reactions.append(Reaction(emoji: emoji, members: [member]))
      return
    }
    if let position = reactions[index].members.firstIndex(of: member) {
      reactions[index].members.remove(at: position)
      if reactions[index].members.isEmpty { reactions.remove(at: index) }
    } else {
      reactions[index].members.append(member)
    }
  }
}
