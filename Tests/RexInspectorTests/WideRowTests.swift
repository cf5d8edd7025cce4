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

/// Rows of 100 columns and more: what actions were and did, and what is wrong with them.
@Suite struct WideRowTests {
  private func face(
    _ hunt: String, columns: Int = 120, rows: Int = 16
  ) throws -> Face {
    let log = try Log(path: Fixture.url("hunts/\(hunt).jsonl").path)
    return try Face(log, size: TerminalSize(columns: columns, rows: rows))
  }

  /// A refund takes more than the order has.
  @Test func rowsTellWhatActionsDid() throws {
    let face = try face("kitchen", columns: 140)
    face.type("74\n")
    try face.expectScreen("wide")
  }

  /// Of two answers, only one changed something.
  @Test func causesAndTimesAreInRows() throws {
    let face = try face("tickets", columns: 100)
    face.type("18\n")
    try face.expectScreen("wide-causes")
    face.type("f@.cause\n")
    try face.expectScreen("wide-filtered")
  }

  /// What an import replaces as a whole is told as what differs.
  @Test func aReplacedStateIsTold() throws {
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0, #"{"n":0,"rows":[{"id":"a","n":1}]}"#),
      HandmadeLog.action(
        1, patch: HandmadeLog.patch("replace", "", #"{"n":5,"rows":[{"id":"a","n":1}]}"#)),
      HandmadeLog.action(
        2, patch: HandmadeLog.patch("replace", "", #"{"n":5,"rows":[{"id":"a","n":0.5}]}"#)),
      HandmadeLog.action(3, patch: "[]"), HandmadeLog.action(4),
    ]).log()
    let face = try Face(log, size: TerminalSize(columns: 110, rows: 10))
    try face.expectScreen("wide-replaced")
  }

  /// Gaps, marks, damage, errors and what never finished.
  @Test func rowsTellWhatIsWrong() throws {
    let threw =
      #"{"kind":"action","seq":9,"timeMs":9,"type":"add","action":{"add":9},"tookMs":0,"#
      + #""error":"no room\u001b[2J","patch":[]}"#
    let log = try Log(
      name: "made",
      bytes: HandmadeLog([
        HandmadeLog.keyframe(0),
        HandmadeLog.action(1, patch: HandmadeLog.patch("replace", "/n", "5")),
        #"{"kind":"mark","seq":1,"timeMs":1,"label":"before\u001b[2J"}"#, HandmadeLog.gap(2, 7),
        HandmadeLog.keyframe(7, #"{"n":9}"#),
        HandmadeLog.action(8, patch: HandmadeLog.patch("add", "/m", "\"ab\\u202Ec 字\"")),
        "no line", threw,
      ]).bytes
        + Array(#"{"kind":"action","seq":10,"timeMs":95000,"type":"boom","action":{"a":1}"#.utf8))
    let face = try Face(log, size: TerminalSize(columns: 110, rows: 12))
    try face.expectScreen("wide-wrong")
  }

  /// Rows that a page shows have details; so have those that a step brings into sight.
  @Test func everyRowInSightHasItsDetails() throws {
    let face = try face("dispatch")
    for keys in ["", "G", "k", "k", "g", "j", "400\n", "k", "f/drivers\n", "n"] {
      face.type(keys)
      let state = face.state
      #expect(state.detailsQuery == nil, "after \(keys)")
      let rowCount = InspectorLayout(state).area(of: .actions).rows
      let rows = state.list.visible(around: state.seq, rowCount: rowCount, in: state.log.seqs).rows
      for row in rows where row.isAction {
        #expect(state.list.details[row.seq] != nil, "\(row.seq) after \(keys)")
      }
    }
  }

  /// In any order, a row has the same details.
  @Test func detailsDoNotDependOnTheOrder() throws {
    let log = try Log(path: Fixture.url("hunts/packlist.jsonl").path)
    let session = try DebugSession(log, reducer: NoReducer())
    let seqs = Array(session.first + 1...min(session.last, session.first + 60))
    var (forward, back) = (DetailReader(session), DetailReader(session))
    let details = Dictionary(uniqueKeysWithValues: seqs.map { ($0, forward.details(of: $0)) })
    for seq in seqs.reversed() { #expect(back.details(of: seq) == details[seq], "\(seq)") }
    for seq in seqs.shuffled() {
      var single = DetailReader(session)
      #expect(single.details(of: seq) == details[seq], "\(seq)")
    }
  }

  /// Three panes that a mouse finds, and pages as long as each is.
  @Test func panesAreOnTopOfEachOther() throws {
    let face = try face("kitchen")
    for pane in InspectorState.Pane.allCases {
      let area = InspectorLayout(face.state).area(of: pane)
      let report = MouseReport(.press(0), column: area.column + 1, row: area.row)
      face.send(.key(Key(.mouse(report))))
      #expect(face.state.pane == pane)
    }
    face.type("\tg")
    face.type(Key(.pageDown))
    #expect(face.state.seq == InspectorLayout(face.state).area(of: .actions).rows - 1)
  }

  /// An action that finishes while one looks is told anew.
  @Test func anActionFinishes() throws {
    let begun = HandmadeLog([HandmadeLog.keyframe(0)])
    let line = HandmadeLog.action(1, patch: HandmadeLog.patch("replace", "/n", "5"))
    let torn = Array(line.utf8.prefix(70))
    let (unfinished, finished) = (
      try Log(name: "made", bytes: begun.bytes + torn),
      try HandmadeLog([HandmadeLog.keyframe(0), line]).log()
    )
    let hasSeen = Locked(false)
    let face = try Face(unfinished, size: TerminalSize(columns: 110, rows: 8)) { log in
      hasSeen.withLock(\.self) && log.lastSeq == 0 ? (finished, false) : nil
    }
    #expect(face.state.list.details[1]?.remark.plain == "never finished")
    hasSeen.withLock { $0 = true }
    for _ in 0..<500 where face.state.log.isUnfinished { usleep(10_000) }
    #expect(face.state.list.details[1]?.changes.map(\.brief.plain) == ["+5"])
  }
}
