import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// Editing the actions of a log gives the log that a recording of these actions would give.
@Suite struct ActionEditsTests {
  @Test(arguments: 1...UInt64(tries(30, gate: 200, long: 5_000)))
  func editedLogEqualsARecordingOfTheEditedActions(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tape = try Tape(random: &random)
    let (edits, expected) = tape.randomEdits(&random)
    guard let first = edits.first else { return }
    let sink = LogBuffer()
    let outcome = try Tape.replayer.replay(tape.log, editing: edits, id: "new", into: sink)
    let log = try Log(checked: "new", bytes: sink.bytes)
    try log.check()

    #expect(log.session.id == "new", "seed \(seed)")
    #expect(log.session.origin == .init(id: tape.log.session.id, from: first), "seed \(seed)")
    #expect(try log.actions().map(Tape.Item.init) == expected, "seed \(seed), \(edits)")
    #expect(outcome.actionCount == expected.count, "seed \(seed)")
    #expect(outcome.impossible.count == 0, "seed \(seed)")
    var timeline = Timeline(log)
    #expect(
      try timeline.state(at: expected.count) == Tape.state(after: expected), "seed \(seed)")
    let found = try Tape.replayer.verify(log)
    #expect(found.divergences.isEmpty && found.crashes.isEmpty, "seed \(seed)\n\(found)")
  }

  @Test func linesBeforeTheFirstEditAreCopied() throws {
    let tape = try Tape([.add(1), .add(2), .add(3)])
    var edits = ActionEdits()
    edits.skip(3...3)
    let sink = LogBuffer()
    try Tape.replayer.replay(tape.log, editing: edits, id: "new", into: sink)
    let (old, new) = (
      tape.lines, String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    )
    #expect(new[1...3] == old[1...3])
    #expect(new.count == 5 && new[4].contains(#""kind":"end""#))
  }

  @Test func effectsOfASkippedActionAreReportedOrSkipped() throws {
    let tape = try Tape([.add(1), .add(2), .add(3), .add(4)], causes: [2: 1, 3: 2])
    var edits = ActionEdits()
    edits.skip(1...1)
    let kept = try tape.replay(edits)
    #expect(kept.outcome.orphans.first == [2, 3])
    #expect(kept.items.map(\.origin) == [2, 3, 4])
    #expect(kept.items.map(\.cause) == [nil, 1, nil])
    edits.skipsEffects = true
    let skipped = try tape.replay(edits)
    #expect(skipped.outcome.skippedEffects.first == [2, 3])
    #expect(skipped.items.map(\.origin) == [4])
  }

  @Test func theEffectsOfAChangedActionAreTheRecordedOnes() throws {
    let tape = try Tape([.add(1), .add(2), .add(3)], causes: [2: 1])
    var edits = ActionEdits()
    edits.edit(1, ["add": ["_0": 9]])
    let (outcome, items) = try tape.replay(edits)
    #expect(outcome.recordedEffects.first == [2])
    #expect(items.map(\.cause) == [nil, 1, nil])
    #expect(outcome.impossible.count == 0)
  }

  @Test func actionThatNowThrowsIsReported() throws {
    let tape = try Tape([.add(1), .requireTotal(1), .add(3)])
    var edits = ActionEdits()
    edits.skip(1...1)
    let (outcome, items) = try tape.replay(edits)
    #expect(items.map(\.origin) == [2, 3])
    #expect(outcome.impossible.first.map(\.seq) == [2])
    #expect(outcome.impossible.first.map(\.isKept) == [true])
    #expect(outcome.impossible.first[0].reason == "threw tooLittle")
  }

  @Test func undecodablePayloadInAnEditIsAnError() throws {
    let tape = try Tape([.add(1), .add(3)])
    var edits = ActionEdits()
    edits.edit(2, ["subtract": 1])
    let edited = try #require(throws: LogError.self) { try tape.replay(edits) }
    #expect(
      edited.description.hasPrefix("tape: this app cannot decode the payload for action 2: "))
    edits = ActionEdits()
    edits.insert("halve", after: 1)
    let new = try #require(throws: LogError.self) { try tape.replay(edits) }
    #expect(
      new.description.hasPrefix(
        "tape: this app cannot decode the payload for a new action after #1: ")
    )
  }

  @Test func editOfAMissingActionIsAnError() throws {
    let tape = try Tape([.add(1)])
    var edits = ActionEdits()
    edits.skip(1...2)
    let error = try #require(throws: LogError.self) { try tape.replay(edits) }
    #expect(error.description == "tape: there is no action 2; this log has actions 1 to 1")
  }

  @Test func rangesAreJoined() {
    var (ranges, all) = (SeqRanges(), Set<Int>())
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let start = Int.random(in: 0...300, using: &random)
      let range = start...(start + Int.random(in: 0...4, using: &random))
      ranges.insert(range)
      all.formUnion(range)
      #expect((0...310).allSatisfy { ranges.contains($0) == all.contains($0) })
      #expect(
        zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy {
          $0.upperBound + 1 < $1.lowerBound
        })
    }
  }
}
