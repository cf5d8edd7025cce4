import Foundation
import RexDebug
import RexJSON
import RexLocking
import RexLog
import RexQuestions
import RexTerminal
import TestSupport
import Testing

@testable import RexInspector

/// What keys lead to at the ends of panes, prompts and searches.
@Suite struct InspectorKeyTests {
  private func kitchen(columns: Int = 80, rows: Int = 14) throws -> Face {
    let log = try Log(path: Fixture.url("hunts/kitchen.jsonl").path)
    return try Face(log, size: TerminalSize(columns: columns, rows: rows))
  }

  /// Right opens, goes in, and then on to the next pane; Left closes, goes out, and then back.
  @Test func theArrowsWalkTheTreeAndThePanes() throws {
    let face = try kitchen()
    face.type("45\n")
    func walk(_ key: Key.Code, _ count: Int) -> [String] {
      (0..<count).map { _ in
        face.type(Key(key))
        return "\(face.state.pane) \(face.state.tree.selected)"
      }
    }
    #expect(
      walk(.right, 4) == ["state ", "state /orders", "state /orders", "state /orders/0"])
    #expect(face.state.tree.open.isOpen(["orders"]))
    face.type("G")
    #expect(walk(.right, 2) == ["panel /stirs", "panel /stirs"])
    #expect(walk(.left, 3) == ["state /stirs", "state ", "actions "])
    #expect(walk(.left, 1) == ["actions "])
  }

  @Test func whatARunningAppRefusesAndWhatHappensOutsideIsTold() throws {
    let news = Locked<String?>(nil)
    let log = try Log(path: Fixture.url("hunts/kitchen.jsonl").path)
    let face = try Face(
      log, showState: { seq, _ in seq == 3 ? "Kitchen: cannot be decoded" : nil },
      news: { news.withLock { $0.take() } })
    #expect(face.state.message == nil)
    func waitForMessage() {
      for _ in 0..<1000 where face.state.message == nil { usleep(5000) }
    }
    face.type("3\n")
    waitForMessage()
    #expect(face.state.message?.text == "Kitchen: cannot be decoded")
    #expect(face.state.message?.isError == true)
    // It got that state already.
    face.type("w")
    #expect(face.state.message?.text != "Kitchen: cannot be decoded")
    face.type("k")
    news.withLock { $0 = "Kitchen-2\u{1B}: connected" }
    waitForMessage()
    #expect(face.state.message?.isError == false)
    #expect(face.screen.text.contains("Kitchen-2") && !face.screen.text.contains("\u{1B}"))
  }

  @Test func aMessageStaysUntilTheNextKey() throws {
    let face = try kitchen()
    for keys in ["n", "u$.a <\n", "99999\n", "/no such text\n", "<", "f$[\n"] {
      face.type(keys)
      #expect(face.state.message != nil, "after \(keys)")
      face.type(.control("u"))
      #expect(face.state.message == nil, "after \(keys)")
      face.type(Key(.escape))
      face.type("j")
    }
    // It is above what is typed, and all of it is shown.
    face.send(.resize(TerminalSize(columns: 40, rows: 7)))
    face.type("uopenCents > 18000\n")
    #expect(
      face.screen.text.split(separator: "\n").suffix(4).joined(separator: "\n") == """
        column 1: expected a query, a function,
            a literal, '!' or '(', found 'o';
            did you mean $.openCents > 18000?
        until: openCents > 18000
        """)
  }

  @Test func aWrongNumberCanBeMended() throws {
    let face = try kitchen()
    face.type("4512\n")
    #expect(face.state.message?.isError == true)
    face.type(Key(.backspace))
    face.type(Key(.backspace))
    // What is typed ahead waits for the answer, and then goes to the list.
    for key in [Key(.enter), Key(.character("j"))] { face.send(.key(key)) }
    #expect(face.state.seq == 46)
    // Also the answer to what was asked before.
    for character in "/nothing like this\n#45\nj" {
      face.send(.key(Key(character == "\n" ? .enter : .character(character))))
    }
    #expect(face.state.seq == 46)
    face.type("#nowhere\nq")
    #expect(!face.state.isOver)
    #expect(face.screen.text.hasSuffix("go to: nowhereq"))
  }

  @Test func anAnswerSaysWhoseItIsAndGivesTheFocusBack() throws {
    let face = try kitchen()
    face.type("45\n\tjjH]]")
    #expect(face.screen.text.contains("▸#45 history of /openCents"))
    face.type("c")
    #expect(face.screen.text.contains("▸#47 causes and effects"))
    face.type(Key(.escape))
    #expect(face.state.pane == .state && face.screen.text.contains("│ what it changed"))
  }

  /// What is true for a while is found where it begins, and what an action does, at each action.
  @Test func aSearchGoesToWhereAConditionBecomesTrue() throws {
    let face = try kitchen()
    func seqs(_ keys: String, _ count: Int) -> [Int] {
      face.type(keys)
      return [face.state.seq]
        + (0..<count).map { _ in
          face.type("n")
          return face.state.seq
        }
    }
    #expect(seqs("u$.openCents > 18000\n", 2) == [45, 51, 51])
    #expect(
      face.state.message?.text
        == "$.openCents > 18000 becomes true at no later action; it is true here")
    face.type("N")
    #expect(face.state.seq == 45)
    face.type("GU$.openCents > 18000\n")
    #expect(face.state.seq == 51)
    #expect(seqs("gu@.type == \"close\"\n", 3) == [5, 9, 14, 15])
    #expect(seqs("gu$.openCents < $$.openCents\n", 2) == [14, 36, 47])
  }

  @Test func aSearchInLowerCaseIgnoresCase() throws {
    let face = try kitchen()
    for (text, seq) in [("addorder", 3), ("addOrder", 3), ("AddOrder", 0), ("CLOSE", 0)] {
      face.type("g/\(text)\n")
      #expect(face.state.seq == seq, "\(text)")
    }
  }

  /// A search begins at the cursor, also where no state is known.
  @Test func aSearchBeginsInAGap() throws {
    let log = try HandmadeLog(
      [HandmadeLog.keyframe(0), HandmadeLog.action(1), HandmadeLog.gap(2, 8)]
        + (9...12).map { HandmadeLog.action($0, patch: $0 == 10 ? "null" : "[]") }
        + [HandmadeLog.keyframe(12)]
    ).log()
    let face = try Face(log)
    face.type("10\n")
    #expect(face.state.seq == 10)
    face.type("/add\n")
    #expect(face.state.seq == 11, "\(face.state.message?.text ?? "")")
  }

  @Test func otherKeysSaySo() throws {
    let face = try kitchen()
    face.type("z")
    #expect(face.state.message?.text == "this key does nothing; ? shows the keys")
    face.type(.control("c"))
    #expect(face.state.message?.text == "nothing to stop or to close; q quits")
    face.type("V")
    #expect(face.state.message?.isError == true && !face.state.isChecking)
  }

  @Test func aFilterSaysThatItHidesTheCursor() throws {
    let face = try kitchen()
    face.type("tf@.type == \"close\"\n")
    #expect(face.screen.text.hasPrefix(" #0 of 150  (filtered out)"))
    face.type("j")
    #expect(!face.screen.text.contains("(filtered out)"))
    face.type("f$.openCents < 1000\n")
    #expect(face.screen.text.contains("   0 start"))
    face.type("fclOse\n")
    #expect(face.state.message?.text == "hint about clOse")
  }

  @Test(arguments: [20, 30, 44, 80])
  func wordsAreWhole(columns: Int) throws {
    let face = try kitchen(columns: columns, rows: 400)
    let reminder = InspectorKeys.reminder(columns: columns)
    #expect(reminder.count <= columns)
    #expect(reminder.hasPrefix("? keys") && reminder.hasSuffix("q quit"))
    face.type("?")
    let words = face.screen.text.split { $0.isWhitespace }
    let whole = InspectorKeys.help(namesWidth: 16).flatMap { $0.plain.split { $0.isWhitespace } }
    #expect(words.prefix(whole.count) == whole[...])
    // A prompt keeps its label.
    face.type(Key(.escape))
    face.type("U$.openCents > 18000")
    #expect(face.screen.text.contains("\nback to: "))
  }

  @Test func jumpsAreTakenBack() throws {
    let face = try kitchen()
    var seqs: [Int] = []
    for keys in ["5\n", "9\n", "12\n", "<", "<", ">", ">", ">", "3\n", "<"] {
      face.type(keys)
      seqs.append(face.state.seq)
    }
    #expect(seqs == [5, 9, 12, 9, 5, 9, 12, 12, 3, 12])
  }

  @Test func aLineLeadsToItsValueInItsState() throws {
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0, #"{"list":[{"id":1,"v":1},{"id":2,"v":2}]}"#),
      HandmadeLog.action(1, patch: HandmadeLog.patch("replace", "/list/1/v", "3")),
      HandmadeLog.action(2, patch: #"[{"op":"remove","path":"/list/0"}]"#),
    ]).log()
    let face = try Face(log)
    face.type("G\tjlll")
    #expect(face.state.tree.selected.tokens == ["list", "0"])
    face.type("lGHj\n")
    #expect(face.state.tree.selected.tokens == ["list", "1", "v"] && face.state.seq == 1)
    face.type("]")
    #expect(face.state.tree.selected.tokens == ["list", "0", "v"])
    face.type("[[")
    #expect(face.state.tree.selected.tokens == ["list", "1", "v"])
  }

  /// Elements are followed by their ids, also over states that lack them.
  @Test func openElementsAreFollowed() throws {
    let first: JSON = [
      "list": [["id": 1, "tags": ["a"]], ["id": "x", "tags": ["b"]], ["tags": ["c"]]]
    ]
    let second: JSON = ["list": [["id": "x", "tags": ["b"]], ["id": 2], ["id": 1, "tags": []]]]
    var open = OpenNodes()
    for index in ["0", "1", "2"] { open.set(["list", index, "tags"], isOpen: true) }
    let before = open
    open.follow(from: first, to: second)
    #expect(open.isOpen(["list", "2", "tags"]) && open.isOpen(["list", "0", "tags"]))
    #expect(!open.isOpen(["list", "1", "tags"]))
    let selected = JSONPointer(tokens: ["list", "1", "tags", "0"])
    #expect(selected.followed(from: first, to: second).tokens == ["list", "0", "tags", "0"])
    // Through a state that has neither.
    open.follow(from: second, to: ["list": []])
    #expect(open.rowCount(of: ["list": [1, 2, 3]]) == 2)
    open.follow(from: ["list": []], to: first)
    #expect(open.rowCount(of: first) == before.rowCount(of: first))
    #expect(open.isOpen(["list", "0", "tags"]) && open.isOpen(["list", "1", "tags"]))
  }
}
