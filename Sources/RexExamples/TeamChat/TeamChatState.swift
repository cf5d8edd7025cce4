public import Foundation

/// One screen of a team's chat.
public struct TeamChatState: Codable, Sendable, Equatable {
  /// The messages, oldest first.
  public var messages: [ChatMessage] = []
  /// Whether an answer of the chat service is awaited.
  public var isLoadingMessages = false
  /// The message whose thread is open.
  public var openThread: ChatMessage.ID?
  /// What went wrong last, until it is dismissed.
  public var error: String?

  /// The screen before anything is loaded.
  public init() {}
}

/// A message in the chat.
public struct ChatMessage: Codable, Sendable, Equatable, Identifiable {
  /// The service's id of the message.
  public var id: String
  /// Who wrote it.
  public var author: Member
  /// Its text, in any script.
  public var body: String
  /// When it was sent, as the service says.
  public var sentAt: Date
  /// Whether its author changed it after sending.
  public var isEdited: Bool
  /// Who reacted how, in the order of first use.
  public var reactions: [Reaction]

  /// A member of the team.
  public struct Member: Codable, Sendable, Equatable, Identifiable {
    /// The service's id of the member.
    public var id: String
    /// The name as the member writes it.
    public var name: String
  }

  /// An emoji and those who chose it.
  public struct Reaction: Codable, Sendable, Equatable {
    /// The emoji.
    public var emoji: String
    /// The ids of the members, in the order of their choice.
    public var members: [Member.ID]
  }
}
