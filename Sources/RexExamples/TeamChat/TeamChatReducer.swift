public import RexStore

/// What happens on the chat screen.
public enum TeamChatAction: Codable, Sendable, Equatable {
  /// The messages shall be loaded.
  case loadMessages
  /// The service has answered with the messages that follow one; or, after nil, with the newest.
  case loadMessagesSuccess([ChatMessage], after: ChatMessage.ID? = nil)
  /// The service could not answer, for this reason.
  case loadMessagesFailure(String)
  /// The person has written a message; it arrives when the service has it.
  case sendMessage(String)
  /// Someone has sent a message.
  case messageArrived(ChatMessage)
  /// A member has chosen an emoji, or takes the choice back.
  case toggleReaction(emoji: String, member: ChatMessage.Member.ID, message: ChatMessage.ID)
  /// A message shall be gone.
  case deleteMessage(id: ChatMessage.ID)
  /// A message's thread shall be shown.
  case openThread(id: ChatMessage.ID)
  /// The list shall be shown again.
  case closeThread
  /// The person has read the error.
  case dismissError
}

/// How the chat screen changes.
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
    // Some of them may have arrived by themselves while they were being loaded.
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
    if let place = reactions[index].members.firstIndex(of: member) {
      reactions[index].members.remove(at: place)
      if reactions[index].members.isEmpty { reactions.remove(at: index) }
    } else {
      reactions[index].members.append(member)
    }
  }
}
