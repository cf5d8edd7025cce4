import RexTerminal

/// A line that is typed at the bottom.
struct Prompt: Sendable {
  enum Kind: Sendable, Hashable {
    case search
    case until(isForward: Bool)
    case filter
    case goto
    case line
  }

  var kind: Kind
  var editor: LineEditor
  /// The keys that were typed while the line is being completed; nil if it is not.
  var waiting: [Key]?

  init(_ kind: Kind, history: [String] = [], text: String = "") {
    (self.kind, editor) = (kind, LineEditor(history: history))
    if !text.isEmpty { _ = editor.apply(Key(.paste(text))) }
  }

  /// What is shown before the line.
  var label: String {
    switch kind {
    case .search: "/"
    case .until(isForward: true): "until: "
    case .until(isForward: false): "back to: "
    case .filter: "only: "
    case .goto: "go to: "
    case .line: ":"
    }
  }

  /// What is shown while nothing has been typed.
  var hint: String {
    switch kind {
    case .search: "a text in types, payloads, values"
    case .until: #"a condition, such as $.total < 0"#
    case .filter: "a type, a path such as /total, or a condition such as $.total < 0"
    case .goto: "41, -5, +10, 12.5s, 14:05, last, or a mark"
    case .line: "help lists the line commands"
    }
  }

  /// The line command whose operand is typed, so that it is completed alike.
  var command: String {
    switch kind {
    case .search: "find "
    case .until(isForward: true): "until "
    case .until(isForward: false): "back-until "
    case .filter: "filter "
    case .goto: "goto "
    case .line: ""
    }
  }
}
