import RexTerminal
import Testing

/// Keys that edit a line, in which `|` is the cursor.
@Suite struct LineEditorTests {
  @Test(arguments: [
    ("ab|c", [Key(.left)], "a|bc"), ("ab|c", [.control("b"), .control("b")], "|abc"),
    ("a|bc", [Key(.right), .control("f")], "abc|"), ("a|bc", [Key(.home)], "|abc"),
    ("a|bc", [.control("a")], "|abc"), ("a|bc", [.control("e")], "abc|"),
    ("a|bc", [Key(.end)], "abc|"), ("ab|c", [Key(.backspace)], "a|c"),
    ("a|bc", [Key(.delete)], "a|c"), ("a|bc", [.control("d")], "a|c"),
    ("a|bc", [.control("k")], "a|"), ("ab|c", [.control("u")], "|c"),
    ("ab|c", [.control("u"), Key(.end), .control("y")], "cab|"),
    ("a /b.c| d", [.control("w")], "a | d"), ("a /b.c  | d", [.control("w")], "a | d"),
    ("a b| c", [.control("w"), .control("w"), .control("y")], "a b| c"),
    ("|a b c", [.alt("d"), .alt("d"), Key(.end), .control("y")], " ca b|"),
    ("ab, cd|", [.alt("b")], "ab, |cd"), ("ab, |cd", [.alt("b")], "|ab, cd"),
    ("|ab, cd", [.alt("f")], "ab|, cd"), ("ab|, cd", [Key(.right, .control)], "ab, cd|"),
    ("ab, cd|", [Key(.left, .alt)], "ab, |cd"), ("|ab, cd", [.alt("d")], "|, cd"),
    ("ab, cd|", [Key(.backspace, .alt)], "ab, |"), ("ab|c", [.control("t")], "acb|"),
    ("abc|", [.control("t")], "acb|"), ("a|b", [Key(.character("é"))], "aé|b"),
    // Marks and joiners combine with what is there already.
    ("e|x", [Key(.character("\u{301}"))], "é|x"), ("é|x", [Key(.backspace)], "|x"),
    ("👩|", [Key(.character("\u{200D}")), Key(.character("🚀"))], "👩\u{200D}🚀|"),
    ("👩\u{200D}🚀|", [Key(.left)], "|👩\u{200D}🚀"),
    // A paste is one line without controls.
    ("a|b", [Key(.paste("1\r\n2\t3\u{1B}[A\u{202E}"))], "a1 2 3[A|b"),
  ])
  func keysEdit(_ line: String, _ keys: [Key], _ result: String) {
    var editor = LineEditor(line)
    for key in keys { #expect(editor.apply(key) == .none) }
    #expect(editor.marked == result)
  }

  @Test(
    arguments: [
      ("a|b", Key(.enter), .submit("ab")), ("a|b", .control("c"), .cancel),
      ("|", .control("d"), .end),
      ("a|", .control("d"), .bell), ("a|", Key(.tab), .complete),
      ("a|", .control("l"), .clearScreen),
      ("a|", .control("z"), .suspend), ("a|", .control("\\"), .quit), ("|a", Key(.left), .bell),
      ("a|", Key(.function(1)), .bell), ("a|", Key(.up), .bell), ("|", .control("y"), .bell),
      ("a|", Key(.mouse(MouseReport(.press(0), column: 0, row: 0))), .bell),
      ("a|", Key(.character("\u{9B}")), .bell),
    ] as [(String, Key, LineEditor.Effect)])
  func keysHaveEffects(_ line: String, _ key: Key, _ effect: LineEditor.Effect) {
    var editor = LineEditor(line)
    #expect(editor.apply(key) == effect)
    #expect(editor.marked == line)
  }

  private static let history = ["state /a", "next 5", "state /b", "next 5", "back"]

  @Test(arguments: [
    ("|", "U", "back|"), ("|", "UU", "next 5|"), ("|", "UUD", "back|"), ("x|", "", "x|"),
    ("st|", "U", "state /b|"), ("st|", "UU", "state /a|"), ("st|", "UUDD", "st|"),
    ("s|tx", "UD", "stx|"), ("n|", "UUx", "next 5x|"),
  ])
  func theHistoryIsRecalled(_ line: String, _ keys: String, _ result: String) {
    var editor = LineEditor(line, history: Self.history)
    for key in keys {
      _ = editor.apply(
        key == "U" ? Key(.up) : key == "D" ? .control("n") : Key(.character(key)))
    }
    #expect(editor.marked == result)
  }

  @Test(arguments: [
    ("/", "state |/b"), ("/R", "state |/a"), ("/RR", "state |/a"), ("5", "next |5"),
    ("sta", "|state /b"),
    ("/x", "state |/b"), ("/RB", "x|"), ("/G", "x|"), ("/E!", "state !|/b"), ("/A", "|state /b"),
    ("/L", "state| /b"),
  ])
  func theHistoryIsSearched(_ keys: String, _ result: String) {
    let named: [Character: Key] = [
      "R": .control("r"), "B": Key(.backspace), "G": .control("g"), "E": Key(.escape),
      "A": .control("a"), "L": Key(.left),
    ]
    var editor = LineEditor("x|", history: Self.history)
    #expect(editor.apply(.control("r")) == .none)
    for key in keys { _ = editor.apply(named[key] ?? Key(.character(key))) }
    // A query that is empty again finds nothing, and the line stays until the search is given up.
    if keys.hasSuffix("B") { _ = editor.apply(.control("g")) }
    #expect(editor.marked == result)
  }

  @Test func aSearchIsShownAndSubmitted() {
    var editor = LineEditor("", history: Self.history)
    for key in [Key.control("r"), Key(.character("/"))] { _ = editor.apply(key) }
    #expect(row(editor, 60) == "(match of '/'): state /b")
    #expect(editor.apply(Key(.character("!"))) == .bell)
    #expect(row(editor, 60) == "(no match of '/!'): state /b")
    #expect(editor.apply(Key(.enter)) == .submit("state /b"))
  }

  @Test(arguments: [
    ("st|", ["state"], "state |", LineEditor.Effect.none), ("st|x", ["state"], "state |x", .none),
    ("s /|", ["/ab", "/ac"], "s /a|", .none),
    ("s /a|", ["/ab", "/ac"], "s /a|", .list(["/ab", "/ac"])),
    ("s /x|", ["/ab"], "s /x|", .bell), ("s /ab|", ["/ab"], "s /ab |", .none),
    ("|", [], "|", .bell),
  ])
  func aWordIsCompleted(
    _ line: String, _ candidates: [String], _ result: String, _ effect: LineEditor.Effect
  ) {
    var editor = LineEditor(line)
    let start = editor.textBeforeCursor.lastIndex(of: " ").map { _ in 2 } ?? 0
    let completions = LineCompletions(start: start, candidates: candidates, ending: " ")
    #expect(editor.complete(with: completions) == effect)
    #expect(editor.marked == result)
  }

  @Test func theRowShowsThePartAroundTheCursor() {
    var editor = LineEditor("abc|")
    #expect(editor.drawing(prompt: "1/2> ", columnCount: 80) == "\r1/2> abc\u{1B}[K\r\u{1B}[8C")
    _ = editor.apply(Key(.home))
    #expect(editor.drawing(prompt: "", columnCount: 80) == "\rabc\u{1B}[K\r")
    editor = LineEditor("0123456789|")
    #expect(editor.drawing(prompt: "> ", columnCount: 22) == "\r> 0123456789\u{1B}[K\r\u{1B}[12C")
    editor = LineEditor(String(repeating: "漢", count: 20) + "x|")
    #expect(row(editor, 22) == "> 漢漢漢漢漢漢漢漢x")
    for _ in 0..<21 { _ = editor.apply(Key(.left)) }
    #expect(row(editor, 22) == "> 漢漢漢漢漢漢漢漢漢")
  }

  @Test func theRowIsDrawnOnAScreen() {
    var screen = Screen(size: TerminalSize(columns: 24, rows: 2))
    let row = LineEditor("漢字 a|b").row(prompt: ":", columnCount: screen.size.columns)
    screen.put(row.text, column: 0, row: 1)
    #expect(screen.text == "\n:漢字 ab" && row.cursorColumn == 7)
  }

  /// Whatever the width, the row and its cursor stay within it.
  @Test(arguments: 1...50)
  func theRowFits(_ columnCount: Int) {
    var editor = LineEditor("state 漢字 e\u{301} 👩‍👩‍👧‍👦 and a long line|")
    for _ in 0...editor.text.count {
      #expect(row(editor, columnCount).columnCount <= max(columnCount, 1))
      _ = editor.apply(Key(.left))
    }
  }

  @Test func aLineIsBounded() {
    var editor = LineEditor("a|")
    #expect(editor.apply(Key(.paste(String(repeating: "x", count: 10_000)))) == .bell)
    #expect(editor.apply(Key(.paste(String(repeating: "x", count: 9_999)))) == .none)
    #expect(editor.apply(Key(.character("x"))) == .bell)
    #expect(editor.text.count == 10_000)
  }

  @Test func candidatesAreListedInColumns() {
    let list = LineEditor.list(["a", "bb", "漢字", "d", "e"], columnCount: 20)
    #expect(list == "a     漢字  e\nbb    d\n")
    #expect(LineEditor.list(["a", "bb"], columnCount: 3) == "a\nbb\n")
    let many = LineEditor.list((1...150).map { "\($0)" }, columnCount: 80)
    #expect(many.hasSuffix("… and 50 more\n"))
  }

  private func row(_ editor: LineEditor, _ columnCount: Int) -> String {
    let drawing = editor.drawing(prompt: "> ", columnCount: columnCount)
    return String(drawing.dropFirst().prefix { $0 != "\u{1B}" })
  }
}

extension LineEditor {
  /// An editor with a line in which `|` is the cursor.
  fileprivate init(_ marked: String, history: [String] = []) {
    self.init(history: history)
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    if !marked.isEmpty { _ = apply(Key(.paste(parts.joined()))) }
    while text != "", textBeforeCursor != parts[0], apply(Key(.left)) == .none {}
  }

  fileprivate var marked: String { textBeforeCursor + "|" + text.dropFirst(textBeforeCursor.count) }
}
