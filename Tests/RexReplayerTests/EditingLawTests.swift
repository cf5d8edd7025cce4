import Foundation
import RexJSON
import RexLog
import RexQuestions
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// Laws of editing the actions of random logs, of logs with gaps, and of unfinished logs.
@Suite struct EditingLawTests {
  static let seeds = 1...UInt64(tries(20, gate: 100, long: 5_000))

  @Test(arguments: seeds)
  func withoutEditsTheNewLogIsACopy(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tape = try Tape(random: &random)
    for text in [tape.text, tape.tornText, tape.textWithoutEnd] {
      let log = try Log(name: "tape", bytes: Array(text.utf8))
      let (_, new) = try Tape.edited(log, ActionEdits())
      #expect(new.split(separator: "\n").dropFirst() == text.split(separator: "\n").dropFirst())
    }
  }

  @Test(arguments: seeds)
  func skippingAndReinsertingAnActionKeepsTheStates(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tape = try Tape(random: &random)
    let seq = Int.random(in: 1...tape.actions.count, using: &random)
    var edits = ActionEdits()
    edits.skip(seq...seq)
    edits.insert(try JSONDocumentEncoder().encode(tape.actions[seq - 1]), after: seq)
    let (outcome, text) = try Tape.edited(tape.log, edits)
    var (old, new) = (Timeline(tape.log), Timeline(try Log(name: "new", text: text)))
    for number in 0...tape.actions.count {
      #expect(
        try old.state(at: number) == new.state(at: number), "seed \(seed), \(seq), at \(number)")
    }
    #expect(outcome.additions.map { [$0.seq, $0.after, $0.index] } == [[seq, seq, 0]])
  }

  @Test(arguments: seeds)
  func logsFirstDifferWhereTheOutcomeSays(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tape = try Tape(random: &random)
    let (edits, _) = tape.randomEdits(&random)
    let (outcome, text) = try Tape.edited(tape.log, edits)
    let comparison = try LogComparison(
      tape.log, try Log(name: "new", text: text), pairing: .byPosition)
    #expect(comparison.leadingCount >= outcome.firstSeq - 1, "seed \(seed), \(edits)")
    #expect(comparison.agreeingStatesCount >= outcome.firstSeq - 1, "seed \(seed), \(edits)")
    for action in try Log(name: "new", text: text).actions() {
      let isEdited = action.originSeq.map { edits.edited[$0] != nil } ?? false
      #expect(action.isEdited == isEdited, "seed \(seed), \(edits), #\(action.seq)")
    }

    var edited = ActionEdits()
    let seq = Int.random(in: 1...tape.actions.count, using: &random)
    edited.edit(seq, ["add": ["_0": 1_000]])
    let (known, other) = try Tape.edited(tape.log, edited)
    let parting = try LogComparison(
      tape.log, try Log(name: "new", text: other), pairing: .byPosition)
    #expect(known.firstSeq == seq)
    #expect(parting.leadingCount == seq - 1, "seed \(seed)")
    #expect(parting.firstDifference.map(\.second) == seq, "seed \(seed)")
  }

  /// A keyframe after each action, so that all lines before the first edit are copied in blocks.
  @Test(arguments: seeds)
  func keyframesChangeNothing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tape = try Tape(random: &random)
    let (edits, _) = tape.randomEdits(&random)
    let (plain, text) = try Tape.edited(tape.log, edits)
    let (outcome, other) = try Tape.edited(try Log(name: "tape", text: tape.keyframedText()), edits)
    let log = try Log(name: "new", text: other)
    try log.check()
    #expect(outcome == plain, "seed \(seed), \(edits)")
    let (old, new) = (try Log(name: "new", text: text).actions(), try log.actions())
    // An addition has the time of the line before it, which may be a keyframe.
    #expect(new.map(\.seq) == old.map(\.seq), "seed \(seed), \(edits)")
    #expect(new.map(\.cause) == old.map(\.cause), "seed \(seed), \(edits)")
    #expect(new.map(\.payload) == old.map(\.payload), "seed \(seed), \(edits)")
    #expect(new.map(\.result?.patch) == old.map(\.result?.patch), "seed \(seed), \(edits)")
  }

  /// 1 caused 3, which caused 5; 5 moves before both.
  @Test func actionMovedBeforeItsSkippedCauseIsSkipped() throws {
    let tape = try Tape(
      [.add(1), .add(2), .add(3), .add(4), .add(5)], causes: [3: 1, 5: 3])
    var edits = ActionEdits()
    edits.skip(1...1)
    edits.move(5, after: 0)
    #expect(try tape.replay(edits).items.map(\.origin) == [5, 2, 3, 4])
    edits.skipsEffects = true
    let (outcome, items) = try tape.replay(edits)
    #expect(items.map(\.origin) == [2, 4])
    #expect(outcome.skippedEffects.first == [3, 5])
  }

  @Test func anActionIsMovedOnce() throws {
    let tape = try Tape([.add(1), .add(2), .add(3)])
    var edits = ActionEdits()
    edits.move(1, after: 2)
    edits.move(1, after: 3)
    #expect(try tape.replay(edits).items.map(\.origin) == [2, 3, 1])
  }

  @Test func editToAnotherCaseChangesTheType() throws {
    let tape = try Tape([.add(1), .add(2)])
    var edits = ActionEdits()
    edits.edit(2, ["double": [:]])
    let (_, text) = try Tape.edited(tape.log, edits)
    #expect(try Log(name: "new", text: text).types() == ["add", "double"])
  }

  @Test func invalidValueInAnEditIsAnError() throws {
    let tape = try Tape([.add(1)])
    for (path, value) in [("/total", JSON("much")), ("/no/such", 1)] {
      var edits = ActionEdits()
      edits.set(try #require(JSONPointer(path)), to: value, after: 1)
      let error = try #require(throws: LogError.self) { try tape.replay(edits) }
      #expect(
        error.description.hasPrefix("tape: \(path) cannot be set in the state after action 1: ")
      )
    }
  }
}

/// Gaps after the first edit.
extension EditingLawTests {
  /// Actions 3 and 4 are lost; 5 and 6 follow from the recorded state.
  private func gappedLog() throws -> Log {
    let tape = try Tape([.add(1), .add(2), .add(3), .add(4), .add(5), .add(6)])
    var lines = tape.lines.filter { !$0.contains(#""seq":3,"#) && !$0.contains(#""seq":4,"#) }
    let index = try #require(lines.firstIndex { $0.contains(#""kind":"action","seq":5,"#) })
    let state = try Tape.state(after: (1...4).map { Tape.Item(.add($0)) })
    lines.insert(#"{"kind":"keyframe","seq":4,"timeMs":4,"state":\#(state)}"#, at: index)
    lines.insert(#"{"kind":"gap","from":3,"to":4,"reason":"disk full"}"#, at: index)
    return try Log(name: "gapped", text: lines.joined(separator: "\n") + "\n")
  }

  @Test func logContinuesFromTheRecordedStateAfterAGap() throws {
    var edits = ActionEdits()
    edits.skip(1...1)
    edits.skip(2...3)
    edits.insert(["add": ["_0": 7]], after: 1)
    edits.insert(["add": ["_0": 8]], after: 4)
    let (outcome, text) = try Tape.edited(try gappedLog(), edits)
    let log = try Log(name: "new", text: text)
    try log.check()
    #expect(outcome.gaps.first.map { "\($0.from)-\($0.to) \($0.reason)" } == ["3-4 disk full"])
    #expect(outcome.actionCount == 4)
    #expect(try log.actions().map(\.seq) == [1, 4, 5, 6])
    #expect(try log.actions().map(\.originSeq) == [nil, nil, 5, 6])
    var timeline = Timeline(log)
    #expect(try timeline.state(at: 1)["total"] == 7)
    #expect(try timeline.state(at: 3)["total"] == 10)
    #expect(try timeline.state(at: 6)["total"] == 29)
    let found = try Tape.replayer.verify(log)
    #expect(found.divergences.isEmpty && found.counts.verified == 4)
  }

  /// Lines of every length, so that a gap occurs at every position in a block.
  @Test(
    arguments: [0, 262_100, 262_130]
      + (isGateRun ? [1, 7, 200_000, 262_000, 262_120, 262_140, 300_000] : []))
  func actionsInCopiedBlocksAreCounted(_ length: Int) throws {
    let lines = try String(decoding: gappedLog().bytes(), as: UTF8.self).split(separator: "\n")
    for padding in length..<(length + 60) {
      let mark = #"{"kind":"note","text":""# + String(repeating: "x", count: padding) + #""}"#
      let text = (lines[..<2] + [Substring(mark)] + lines[2...]).joined(separator: "\n") + "\n"
      var edits = ActionEdits()
      edits.skip(5...5)
      let (outcome, new) = try Tape.edited(try Log(name: "gapped", text: text), edits)
      #expect(outcome.actionCount == 3, "\(padding)")
      #expect(new.contains(mark))
    }
  }

  @Test func editOfALostActionIsAnError() throws {
    let log = try gappedLog()
    let message =
      "gapped: action 3 was lost in a gap from 3 to 4: disk full; change an action "
      + "before or after the gap"
    var changes = Array(repeating: ActionEdits(), count: 4)
    changes[0].edit(3, ["add": ["_0": 1]])
    changes[1].move(3, after: 1)
    changes[2].insert(["add": ["_0": 1]], after: 3)
    changes[3].skip(3...4)
    for edits in changes {
      let error = try #require(throws: LogError.self) { try Tape.edited(log, edits) }
      #expect(error.description == message)
    }
  }
}

/// Logs that end in an unfinished action.
extension EditingLawTests {
  @Test func anUnfinishedActionAlsoEndsTheNewLog() throws {
    let tape = try Tape([.add(1), .add(2), .add(3)], causes: [3: 1])
    var edits = ActionEdits()
    edits.skip(2...2)
    let log = try Log(name: "tape", text: tape.tornText)
    let (outcome, text) = try Tape.edited(log, edits)
    let new = try Log(name: "new", text: text)
    try new.check()
    let unfinished = try #require(outcome.unfinished)
    #expect((unfinished.seq, unfinished.type, unfinished.isKept) == (3, "add", true))
    #expect(outcome.actionCount == 1)
    #expect(new.unfinished?.seq == 2)
    #expect(new.unfinished?.cause == 1)
    #expect(new.unfinished?.action == ["add": ["_0": 3]])
  }

  @Test func anUnfinishedActionIsSkippedByItsNumberOrWithItsCause() throws {
    let tape = try Tape([.add(1), .add(2), .add(3)], causes: [3: 1])
    let log = try Log(name: "tape", text: tape.tornText)
    var edits = ActionEdits()
    edits.skip(3...3)
    var (outcome, text) = try Tape.edited(log, edits)
    #expect(outcome.unfinished == nil)
    #expect(try Log(name: "new", text: text).isComplete)
    edits = ActionEdits()
    edits.skip(1...1)
    edits.skipsEffects = true
    (outcome, text) = try Tape.edited(log, edits)
    #expect(outcome.skippedEffects.first == [3])
    #expect(try Log(name: "new", text: text).isComplete)
  }

  @Test func anUnfinishedActionWithoutItsPayloadIsNamed() throws {
    let tape = try Tape([.add(1), .add(2), .add(3)])
    let end = try #require(tape.tornText.range(of: #""action":"#, options: .backwards))
    let log = try Log(name: "tape", text: String(tape.tornText[..<end.upperBound]) + "{")
    var edits = ActionEdits()
    edits.skip(1...1)
    let (outcome, text) = try Tape.edited(log, edits)
    let unfinished = try #require(outcome.unfinished)
    #expect((unfinished.seq, unfinished.type, unfinished.isKept) == (3, "add", false))
    #expect(try Log(name: "new", text: text).ending == .missing)
  }
}

extension Log {
  fileprivate func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachChunk { bytes += $0 ?? [] }
    return bytes
  }

  fileprivate init(name: String, text: String) throws {
    try self.init(name: name, bytes: Array(text.utf8))
  }
}
