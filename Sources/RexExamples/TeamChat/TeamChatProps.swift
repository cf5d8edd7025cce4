import Foundation

/// The content of the chat's screen: everything that the view needs.
public struct TeamChatProps: Sendable, Equatable {
  /// The screen's title.
  public var title: String
  /// Whether to show an activity indicator.
  public var isLoading: Bool
  /// Whether a thread is shown, which has a back button.
  public var isThread: Bool
  /// A row for each message.
  public var rows: [Row]
  /// The alert's message; nil for no alert.
  public var error: String?

  /// The row of a message.
  public struct Row: Sendable, Equatable, Identifiable {
    /// The message's identifier.
    public var id: ChatMessage.ID
    /// The author's name.
    public var author: String
    /// The author's initials, shown in a circle.
    public var avatar: String
    /// The time of sending, in UTC: `09:41`.
    public var time: String
    /// The text.
    public var body: String
    /// Whether the row is marked as edited.
    public var isEdited: Bool
    /// The reactions in one line: `👍 2  🎉 1`.
    public var reactions: String
  }
}

extension TeamChatProps {
  /// Returns the props for a state: the message of the open thread, or all messages.
  public static func make(from state: TeamChatState) -> TeamChatProps {
    let visible = state.messages.filter { state.openThread == nil || $0.id == state.openThread }
    return TeamChatProps(
      title: state.isLoadingMessages ? "Loading" : state.openThread == nil ? "Chat" : "Thread",
      isLoading: state.isLoadingMessages, isThread: state.openThread != nil,
      rows: visible.map(Row.init), error: state.error)
  }
}

extension TeamChatProps.Row {
  fileprivate init(_ message: ChatMessage) {
    self.init(
      id: message.id, author: message.author.name,
      avatar: String(message.author.name.split(separator: " ").compactMap(\.first)),
      time: String(
        message.sentAt.ISO8601Format().dropFirst("2026-03-02T".count).prefix("09:41".count)),
      body: message.body, isEdited: message.isEdited,
      reactions: message.reactions.map { "\($0.emoji) \($0.members.count)" }
        .joined(separator: "  "))
  }
}
