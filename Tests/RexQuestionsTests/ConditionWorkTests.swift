import RexLog
import RexQuery
import TestSupport
import Testing

@testable import RexQuestions
@testable import RexTimeline

/// The steps of evaluating a condition follow the patches, not the states.
@Suite struct ConditionWorkTests {
  private static let rowCount = 500
  private static let actionCount = 200

  /// A log that changes one of many rows with each action, every tenth time its price.
  private static func log() throws -> Log {
    let row = #"{"price":1.5,"isOpen":true,"tags":["a","b","c"],"n":0}"#
    let rows = Array(repeating: row, count: rowCount).joined(separator: ",")
    var lines = [HandmadeLog.keyframe(0, #"{"rows":[\#(rows)],"now":0}"#)]
    for seq in 1...actionCount {
      let member = seq.isMultiple(of: 10) ? "price" : "n"
      let patch = HandmadeLog.patch("replace", "/rows/\(seq % rowCount)/\(member)", "\(seq)")
      lines.append(HandmadeLog.action(seq, patch: patch))
    }
    return try HandmadeLog(lines).log()
  }

  @Test(
    arguments: [
      // Compared where the patches touch the states, twice: as the last and as the next state.
      ("$ != $$", 40 * actionCount), ("$.rows == $$.rows", 40 * actionCount),
      ("changed($.rows)", 40 * actionCount), ("changed($.rows[*].none)", 20 * actionCount),
      // Added up once, and then again what changed.
      ("sum($.rows[*].price) < 0", 20 * rowCount + 40 * actionCount),
      ("sum($.rows[?@.isOpen == true], @.price * 2) < 0", 40 * rowCount + 60 * actionCount),
      ("count($.rows[?@.price > 9]) < 0", 20 * rowCount + 40 * actionCount),
      (
        "sum($.rows[*].price) - sum($$.rows[*].price) > 9999",
        40 * rowCount + 80 * actionCount
      ),
    ])
  func stepsFollowThePatches(_ text: String, _ stepsMax: Int) throws {
    var scan = try ConditionScan(Condition(text), in: Self.log())
    while try scan.next() != nil {}
    #expect(scan.stepCount <= stepsMax)
  }

  /// A filter by type leaves only the actions of that type to be judged.
  @Test func aConditionIsJudgedForTheActionsAskedFor() throws {
    let condition = try Condition("$.rows[?@.n == 3 && $.now == 0]")
    func stepCount(judging seqs: [Int]) throws -> Int {
      var scan = try ActionScan([condition], [], in: LogStates(Self.log()), from: 1)
      for seq in seqs {
        while let result = try scan.next(judgingFrom: seq), result.seq < seq {
          #expect(result.evaluations.isEmpty)
        }
      }
      return scan.stepCount
    }
    let all = try stepCount(judging: Array(1...Self.actionCount))
    let some = try stepCount(judging: [50, 100, 150])
    #expect(some > 0 && some * 40 < all)
  }
}
