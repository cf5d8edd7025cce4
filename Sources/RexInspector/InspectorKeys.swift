import RexQuestions
import RexTerminal

/// The keys, from which the help is made, too.
enum InspectorKeys {
  struct Binding {
    /// As the help names them.
    var names: String
    var keys: [Key]
    var action: InspectorAction
    var help: String
  }

  /// A group of keys with a title.
  struct Section {
    var title: String
    var bindings: [Binding]
  }

  /// What a key does; nil if it does nothing.
  static func action(for key: Key, in mode: InspectorState.Mode) -> InspectorAction? {
    if case .typing = mode { return .type(key) }
    switch key.code {
    case .mouse(let report): return Self.action(.mouse(report), in: mode)
    case .character(let digit) where "0"..."9" ~= digit && key.modifiers.isEmpty:
      return Self.action(.digit(digit), in: mode)
    default: return all[key].flatMap { Self.action($0, in: mode) }
    }
  }

  /// Only the keys that scroll the help and that end it work there.
  private static func action(
    _ action: InspectorAction, in mode: InspectorState.Mode
  ) -> InspectorAction? {
    guard case .help = mode else { return action }
    return switch action {
    case .move: action
    case .escape, .quit, .help, .toggle: .escape
    default: nil
    }
  }

  private static let all: [Key: InspectorAction] = sections.reduce(into: [:]) { all, section in
    for binding in section.bindings {
      for key in binding.keys { all[key] = binding.action }
    }
  }

  /// The most important keys, as many as fit.
  static func reminder(columns: Int) -> String {
    let others = ["[ ] step", "{ } same value", "/ search", "u until", ": line"]
    let all = others.indices.map { ["? keys"] + others[...$0] + ["q quit"] }
    return all.map { $0.joined(separator: "  ") }.last { $0.count <= columns } ?? "? keys  q quit"
  }

  /// The help, with the names of the keys in a column.
  static func help(namesWidth: Int) -> [StyledText] {
    sections.flatMap { section in
      ["\(section.title, style: .bold)"]
        + section.bindings.map { binding in
          let count = max(1, namesWidth - binding.names.columnCount)
          let padding = String(repeating: " ", count: count)
          return "\("  " + binding.names + padding, style: .marked)\(binding.help)"
        } + [""]
    }
  }

  private static func key(
    _ names: String, _ keys: [Key], _ action: InspectorAction, _ help: String
  ) -> Binding {
    Binding(names: names, keys: keys, action: action, help: help)
  }

  private static func character(_ character: Character) -> Key { Key(.character(character)) }

  static let sections = [
    Section(
      title: "Move",
      bindings: [
        key("j ↓", [character("j"), Key(.down)], .move(.lines(1)), "the next row of the pane"),
        key("k ↑", [character("k"), Key(.up)], .move(.lines(-1)), "the row before"),
        key(
          "Space PgDn", [character(" "), Key(.pageDown), .control("f")], .move(.pages(1)),
          "a page on"),
        key("PgUp", [Key(.pageUp), .control("b")], .move(.pages(-1)), "a page back"),
        key("Ctrl-D", [.control("d")], .move(.halfPages(1)), "half a page on"),
        key("Ctrl-U", [.control("u")], .move(.halfPages(-1)), "half a page back"),
        key("g Home", [character("g"), Key(.home)], .move(.first), "the first row"),
        key("G End", [character("G"), Key(.end)], .move(.last), "the last row"),
        key("Tab", [Key(.tab)], .showPane(1), "the next pane"),
        key("Shift-Tab", [Key(.tab, .shift)], .showPane(-1), "the pane before"),
      ]),
    Section(
      title: "Go to an action",
      bindings: [
        key("]", [character("]")], .step(1), "the next action, from any pane"),
        key("[", [character("[")], .step(-1), "the action before"),
        key("0 … 9 #", [character("#")], .ask(.goto), "a number, 12.5s, 14:05, or a mark"),
        key(
          "}", [character("}")], .change(isForward: true), "where the selected value changes next"),
        key("{", [character("{")], .change(isForward: false), "where it changed before"),
        key("(", [character("(")], .cause, "the action that caused this one"),
        key(")", [character(")")], .effect, "the first action that this one caused"),
        key("m", [character("m")], .place(isForward: true, isMark: true), "the next mark"),
        key("M", [character("M")], .place(isForward: false, isMark: true), "the mark before"),
        key(
          "e", [character("e")], .place(isForward: true, isMark: false),
          "the next gap, damage or divergence"),
        key("E", [character("E")], .place(isForward: false, isMark: false), "the one before"),
        key(
          "<", [character("<"), Key(.left, .alt), .control("o")], .back,
          "back to where the cursor jumped from"),
        key(">", [character(">"), Key(.right, .alt)], .forward, "undoes <"),
      ]),
    Section(
      title: "Find",
      bindings: [
        key("/", [character("/")], .ask(.search), "search types, payloads and new values"),
        key(
          "u", [character("u")], .ask(.until(isForward: true)),
          "run forward until a condition is true"),
        key(
          "U", [character("U")], .ask(.until(isForward: false)),
          "run back until a condition is true"),
        key("n", [character("n")], .searchNext(isForward: true), "the same again, forward"),
        key("N", [character("N")], .searchNext(isForward: false), "the same again, back"),
        key(
          "f", [character("f")], .ask(.filter),
          "show only actions with a text, a path or a condition"),
        key("t", [character("t")], .filterType, "show only actions of this type; again for all"),
        key("Esc", [Key(.escape), .control("c")], .escape, "stop; or close what was opened last"),
      ]),
    Section(
      title: "State",
      bindings: [
        key(
          "l →", [character("l"), Key(.right)], .open,
          "open the value, or go into it; then the next pane"),
        key(
          "h ←", [character("h"), Key(.left)], .close,
          "close it, or go to the one around it; then the pane before"),
        key("Enter", [Key(.enter)], .toggle, "open or close; show a long value; follow a line"),
        key("w", [character("w")], .watch, "show the selected value at the top; again to stop"),
        key("H", [character("H")], .history, "every change of the selected value"),
        key("B", [character("B")], .blame, "the last action that changed it"),
        key("c", [character("c")], .causes, "what caused this action, and what it caused"),
        key("a", [character("a")], .markFirst, "compare other states with this one"),
        key("b", [character("b")], .markSecond, "keep this as the second state"),
        key("y", [character("y")], .copy(isValue: false), "copy the path, or the pane's text"),
        key("Y", [character("Y")], .copy(isValue: true), "copy the selected value"),
      ]),
    Section(
      title: "What if",
      bindings: [
        key("x", [character("x")], .skip, "leave out this action in a branch"),
        key("o", [character("o")], .switchBranch, "the recorded log, or the branch again"),
        key("V", [character("V")], .check, "verify in the background; again to stop"),
      ]),
    Section(
      title: "Other",
      bindings: [
        key(":", [character(":")], .ask(.line), "a line command of step; help lists them"),
        key("?", [character("?"), Key(.function(1))], .help, "these keys"),
        key("q", [character("q")], .quit, "leave"),
      ]),
  ]
}
