/// All that the chat's screen shows: the view needs no state, only this.
public struct TeamChatProps: Sendable, Equatable {
  /// The title of the screen.
  public var title: String
  /// Whether a spinner turns.
  public var isLoading: Bool
  /// Whether a thread is shown, so that there is a way back.
  public var isThread: Bool
  /// One row a message.
  public var rows: [Row]
  /// What the alert says; no alert without.
  public var error: String?

  /// A message as a row.
  public struct Row: Sendable, Equatable, Identifiable {
    /// The message that is shown.
    public var id: ChatMessage.ID
    /// The author's name.
    public var author: String
    /// The text.
    public var body: String
    /// Whether the row says "edited".
    public var isEdited: Bool
    /// The reactions in a line: `👍 2  🎉 1`.
    public var reactions: String
  }
}

extension TeamChatProps {
  /// What the screen shows of a state: the one message of the open thread, or all.
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
      id: message.id, author: message.author.name, body: message.body, isEdited: message.isEdited,
      reactions: message.reactions.map { "\($0.emoji) \($0.members.count)" }
        .joined(separator: "  "))
  }
}
