import RexJSON
import RexTerminal
import TestSupport
import Testing

@testable import RexInspector

/// Laws of the parts.
@Suite struct InspectorLawTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func rowsOfATreeAreThoseOfTheWhole(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let value = random.document(depthMax: 5)
      var open = OpenNodes()
      var all: [OpenNodes.Row] = []
      for _ in 0..<8 {
        all = open.rows(of: value, in: 0..<open.rowCount(of: value))
        #expect(all.count == open.rowCount(of: value), "seed \(seed)")
        guard let row = all.randomElement(using: &random) else { break }
        open.set(row.pointer.tokens, isOpen: .random(using: &random))
      }
      all = open.rows(of: value, in: 0..<open.rowCount(of: value))
      for (index, row) in all.enumerated() {
        #expect(open.index(of: row.pointer, in: value) == index, "seed \(seed)")
        #expect(value[row.pointer] == row.value, "seed \(seed)")
        #expect(open.rows(of: value, in: index..<index + 1) == [row], "seed \(seed)")
      }
      // It has no trace in other states.
      _ = open.rows(of: random.document(), in: 0..<100)
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func aTimelineKeepsEveryAction(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var timeline = LogTimeline()
    var timeMs = 0.0
    for seq in 1...500 {
      timeMs += Double.random(in: 0...1, using: &random) < 0.02 ? 1e6 : 0.3
      timeline.add(seq: seq, timeMs: timeMs)
    }
    for columnCount in [1, 7, 80, 2_000] {
      #expect(timeline.counts(columnCount: columnCount).reduce(0, +) == 500, "seed \(seed)")
    }
    #expect(timeline.intervals.count <= LogTimeline.intervalsMax)
    #expect(timeline.seq(atColumn: 0, columnCount: 80) == 1)
    for time in [Double.nan, .infinity, -1, 1e300] { timeline.add(seq: 501, timeMs: time) }
    #expect(timeline.counts(columnCount: 80).reduce(0, +) == 504)
  }

  /// From an action that the filter leaves out, the next match is one step away in both directions.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func stepsGoFromMatchToMatch(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = ActionList()
    let matches = (1...60).filter { _ in Bool.random(using: &random) }
    list.filter = ActionList.Filter(text: "", matches: matches)
    for seq in 0...61 {
      let next = list.seq(1, after: seq, in: 0...61)
      #expect(next == matches.first { $0 > seq } ?? matches.last, "seed \(seed), \(seq)")
      let previous = list.seq(-1, after: seq, in: 0...61)
      #expect(previous == matches.last { $0 < seq } ?? matches.first, "seed \(seed), \(seq)")
    }
  }

  @Test func everyKeyHasOneAction() {
    let bindings = InspectorKeys.sections.flatMap(\.bindings)
    let keys = bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    for key in keys { #expect(InspectorKeys.action(for: key, in: .browsing) != nil) }
  }
}
