public import Foundation

/// The state of a team chat screen.
public struct TeamChatState: Codable, Sendable, Equatable {
  /// The messages, oldest first.
  public var messages: [ChatMessage] = []
  /// Whether messages are being loaded.
  public var isLoadingMessages = false
  /// The message whose thread is open.
  public var openThread: ChatMessage.ID?
  /// The last error, until it is dismissed.
  public var error: String?

  /// Creates the initial state, before anything is loaded.
  public init() {}

  /// The initial state of a screen that loads the messages when it appears.
  static var loading: TeamChatState {
    var state = TeamChatState()
    state.isLoadingMessages = true
    return state
  }
}

/// A message in the chat.
public struct ChatMessage: Codable, Sendable, Equatable, Identifiable {
  /// The message's identifier.
  public var id: String
  /// The author.
  public var author: Member
  /// The text, in any script.
  public var body: String
  /// The time of sending, according to the service.
  public var sentAt: Date
  /// Whether the author edited it after sending.
  public var isEdited: Bool
  /// The reactions, in the order of first use.
  public var reactions: [Reaction]

  /// A member of the team.
  public struct Member: Codable, Sendable, Equatable, Identifiable {
    /// The member's identifier.
    public var id: String
    /// The member's name.
    public var name: String
  }

  /// An emoji, and the members who reacted with it.
  public struct Reaction: Codable, Sendable, Equatable {
    /// The emoji.
    public var emoji: String
    /// The identifiers of the members, in the order in which they reacted.
    public var members: [Member.ID]
  }
}
