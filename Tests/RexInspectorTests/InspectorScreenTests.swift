import Foundation
import RexLog
import RexTerminal
import TestSupport
import Testing

@testable import RexInspector

/// Keys as they are typed, and the whole screens that follow.
@Suite struct InspectorScreenTests {
  private func kitchen(columns: Int = 80, rows: Int = 14) throws -> Face {
    let log = try Log(path: Fixture.url("hunts/kitchen.jsonl").path)
    return try Face(log, size: TerminalSize(columns: columns, rows: rows))
  }

  @Test func aPersonFindsWhereAValueBecameWrong() throws {
    let face = try kitchen()
    try face.expectScreen("opened")
    // Runs to a condition, and looks at what changed the value.
    face.type("u$.openCents > 18000\n")
    try face.expectScreen("until")
    face.type("\tjjH")
    try face.expectScreen("history")
    // Follows a line of the history, and goes back.
    face.type("jj\n")
    try face.expectScreen("followed")
    face.type("<")
    face.type(Key(.escape))
    face.type("{")
    try face.expectScreen("changed-before")
  }

  @Test func onlySomeActionsAreListed() throws {
    let face = try kitchen(rows: 10)
    face.type("f/closedCount\n")
    face.type("jjj")
    try face.expectScreen("filtered")
    face.type(Key(.escape))
    face.type("t")
    try face.expectScreen("filtered-type")
    face.type("tf$[\n")
    try face.expectScreen("filter-error")
  }

  @Test func twoStatesAreCompared() throws {
    let face = try kitchen()
    face.type("14\na36\nb40\n")
    try face.expectScreen("compared")
    face.type(Key(.escape))
    face.type("\tjw50\n")
    try face.expectScreen("watched")
  }

  /// The panel has the wording of `causes`, without the sources, and its lines lead to actions.
  @Test func causesLeadToTheirActions() throws {
    let log = try Log(path: Fixture.url("hunts/tickets.jsonl").path)
    let face = try Face(log, size: TerminalSize(columns: 80, rows: 10))
    face.type("6\nc")
    try face.expectScreen("causes")
    face.type("\n")
    #expect(face.state.seq == 5)
  }

  @Test func aNarrowTerminalShowsOnePane() throws {
    let face = try kitchen(columns: 20, rows: 6)
    face.type("36\n")
    var screens = ""
    for _ in 0..<3 {
      screens += face.screen.text + "\n\n"
      face.type("\t")
    }
    face.send(.resize(TerminalSize(columns: 44, rows: 8)))
    screens += face.screen.text + "\n"
    #expect(try screens == Fixture.expected("inspector/narrow.txt", for: screens))
    for (columns, rows) in [(1, 1), (0, 0), (0, 9), (9, 0), (3, 2), (500, 3), (7, 200)] {
      face.send(.resize(TerminalSize(columns: columns, rows: rows)))
      let size = face.screen.size
      #expect(size.columns == columns && size.rows == rows)
    }
  }

  @Test func theMouseSelectsAndScrolls() throws {
    let face = try kitchen()
    func report(_ event: MouseReport.Event, _ column: Int, _ row: Int) {
      _ = face.state
      face.send(.key(Key(.mouse(MouseReport(event, column: column, row: row)))))
    }
    report(.press(0), 5, 6)
    #expect(face.state.seq == 4)
    report(.scrollDown, 5, 6)
    #expect(face.state.seq == 7)
    report(.press(0), 79, 12)
    #expect(face.state.seq == 139)
    // A second click opens the value.
    for _ in 0..<2 { report(.press(0), 30, 3) }
    #expect(face.state.pane == .state && face.state.tree.open.isOpen(["orders"]))
    report(.press(0), 70, 4)
    #expect(face.state.pane == .panel && face.state.panel.index == 2)
  }

  /// What is typed ahead waits for the reply before.
  @Test func keysTypedAheadAreAllTaken() throws {
    let face = try kitchen()
    face.type("u@.type == \"close\"\n")
    for _ in 0..<3 { face.send(.key(Key(.character("n")))) }
    #expect(face.state.seq == 15)
    for character in "u$.[\n" {
      face.send(.key(Key(character == "\n" ? .enter : .character(character))))
    }
    #expect(face.state.request == nil)
  }

  @Test func theHelpHasEveryKey() throws {
    let face = try kitchen(rows: 90)
    face.type("?x")
    try face.expectScreen("help")
    face.type("q")
    #expect(face.state.log.branch == nil && !face.state.isOver)
    face.type("q")
    #expect(face.state.isOver)
  }

  /// A gap, marks, and an action that never finished.
  @Test func whatALogLacksIsTold() throws {
    let changed = HandmadeLog.patch("replace", "/n", "5")
    let log = try Log(
      name: "made",
      bytes: HandmadeLog([
        HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: changed),
        #"{"kind":"mark","seq":1,"timeMs":1,"label":"before\u001b[2J"}"#, HandmadeLog.gap(2, 8),
        HandmadeLog.keyframe(8, #"{"n":9}"#), HandmadeLog.action(9),
      ]).bytes
        + Array(#"{"kind":"action","seq":10,"timeMs":10,"type":"boom","action":{"a":1}"#.utf8))
    let face = try Face(log, size: TerminalSize(columns: 80, rows: 10))
    face.type("jj")
    try face.expectScreen("gap")
    face.type("j")
    try face.expectScreen("unknown")
    face.type("j")
    try face.expectScreen("unfinished")
    face.type("gm")
    try face.expectScreen("mark")
    face.type("/boom\n")
    #expect(face.state.seq == 10)
    face.type("N")
    #expect(face.state.seq == 10, "no earlier action contains it")
  }

  @Test func theManualShowsTheseScreens() throws {
    let page = try String(
      contentsOf: Fixture.repository.appending(path: "docs/reference/inspector.md"), encoding: .utf8
    )
    for name in ["until", "what-if", "wide-causes"] {
      #expect(try page.contains("```text\n" + Fixture.text("inspector/\(name).txt") + "```\n"))
    }
    let narrow = try Fixture.text("inspector/narrow.txt").split(separator: "\n\n")
    #expect(page.contains("```text\n" + (narrow.first ?? "") + "\n```\n"))
  }

  @Test(arguments: [80, 130]) func nothingFromALogReachesTheTerminalRaw(columns: Int) throws {
    let log = try Log(path: Fixture.url("logs/v1/hostile.jsonl").path)
    let face = try Face(log, size: TerminalSize(columns: columns, rows: 24))
    face.type("\t")
    for keys in ["l", "jl", "jl", "jl", "]", "]", "c", "H"] {
      face.type(keys)
      let encoder = ScreenEncoder(depth: .none)
      let sent = encoder.sequences(from: nil, to: face.screen)
      let parts = sent.split(separator: "\u{1B}", omittingEmptySubsequences: false)
      for part in parts {
        #expect(part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.columnCount != nil })
      }
      #expect(parts.dropFirst().allSatisfy { $0.hasPrefix("[") })
    }
    face.type("y")
    let copied = face.state.clipboard?.text ?? ""
    #expect(copied.unicodeScalars.allSatisfy { $0 == "\n" || $0.columnCount != nil })
  }
}
