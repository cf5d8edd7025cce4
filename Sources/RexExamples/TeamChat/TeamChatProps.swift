/// All that the chat's view shows: it needs no state, only this.
public struct TeamChatProps: Sendable, Equatable {
  /// The title of the screen.
  public var title: String
  /// One row a message.
  public var rows: [Row]
  /// A banner with what went wrong.
  public var banner: String?

  /// A message as a row.
  public struct Row: Sendable, Equatable {
    /// The author's name.
    public var author: String
    /// The text.
    public var body: String
    /// The reactions in a line: `👍 2  🎉 1`.
    public var reactions: String
  }
}

extension TeamChatProps {
  /// What the view shows of a state: the one message of the open thread, or all.
  public static func make(from state: TeamChatState) -> TeamChatProps {
    let visible = state.messages.filter { state.openThread == nil || $0.id == state.openThread }
    return TeamChatProps(
      title: state.isLoadingMessages ? "Loading" : state.openThread == nil ? "Chat" : "Thread",
      rows: visible.map(Row.init), banner: state.error)
  }
}

extension TeamChatProps.Row {
  fileprivate init(_ message: ChatMessage) {
    self.init(
      author: message.author.name, body: message.body,
      reactions: message.reactions.map { "\($0.emoji) \($0.members.count)" }
        .joined(separator: "  "))
  }
}
