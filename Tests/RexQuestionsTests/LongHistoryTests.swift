import RexDiff
import RexJSON
import RexLog
import RexQuery
import TestSupport
import Testing

@testable import RexQuestions
@testable import RexTimeline

/// The history of a long value, and of a log of many keyframes, takes time in proportion to the
/// log; in proportion to its square, each of these would take minutes.
@Suite struct LongHistoryTests {
  private static let list = JSONPointer(tokens: ["a"])

  private static func log(_ patches: [String], state: String = #"{"a":[],"b":0}"#) throws -> Log {
    let actions = patches.enumerated().map { HandmadeLog.action($0 + 1, patch: $1) }
    return try HandmadeLog([HandmadeLog.keyframe(0, state)] + actions).log()
  }

  @Test(arguments: ["/a/0", "/a/-"])
  func aListGrows(_ path: String) throws {
    let count = tries(7_000, gate: 10_000)
    let log = try Self.log(
      (1...count).map { HandmadeLog.patch("add", path, #"{"id":\#($0)}"#) })
    var history = ValueHistory(log, of: Self.list, at: count)
    for seq in (1...count).reversed() {
      let change = try #require(try history.next())
      #expect(change.seq == seq)
      let index = path == "/a/0" ? 0 : seq - 1
      let id = JSON(integerLiteral: seq)
      if change.isLong {
        let added = JSONPointer(tokens: ["a", "\(index)"])
        let leaf = StateDifference.Leaf(
          path: "/a/\(index)", before: nil, after: added, change: .added(["id": id]))
        #expect(change.difference.leaves == [leaf])
        #expect(change.old == nil && change.new == nil)
      } else {
        #expect(change.new?.array?.count == seq && change.old?.array?.count == seq - 1)
        #expect(change.difference.leaves.map(\.change) == [.added(["id": id])])
      }
    }
    #expect(try history.next() == nil)
  }

  @Test func aLongMemberThatAShortOneReplacesIsShownByTheOperations() throws {
    let long = JSON.array((0..<400).map { JSON(integerLiteral: $0) })
    let log = try Self.log(
      [#"[{"op":"move","from":"/a/x","path":"/t"},{"op":"add","path":"/a/x","value":[]}]"#],
      state: #"{"a":{"x":\#(long)}}"#)
    var history = ValueHistory(log, of: Self.list, at: 1)
    let change = try #require(try history.next())
    #expect(change.isLong)
    #expect(change.difference.leaves.map(\.change) == [.removed(long), .added([])])
  }

  @Test func anAbsentPathIsSearchedInManySegments() throws {
    let count = tries(1000, gate: 3000)
    var segments = HandmadeLog([], session: HandmadeLog.session(segment: 1))
    for number in 1...count {
      if number > 1 {
        segments.lines.append(HandmadeLog.session(after: 10 * number, segment: number))
      }
      segments.lines.append(HandmadeLog.keyframe(number > 1 ? 10 * number : 0))
    }
    let log = try segments.log()
    #expect(try log.damages() == [])
    #expect(try ValueHistory.last(ValuePath("/absent"), in: log, through: log.lastSeq) == nil)
    #expect(try ConditionScan.last(Condition("$.absent"), in: log, through: log.lastSeq) == nil)
    // Between two segments, actions are lost, which may have changed a value.
    var history = ValueHistory(log, of: JSONPointer(tokens: ["n"]), at: log.lastSeq)
    #expect(try history.next().map(\.isUnknown) == true)
  }

  /// Each operation in a long list is shown as it was recorded, wherever it comes in the patch.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func operationsInALongListAreItsDifferences(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var elements = (0..<400).map { JSON(integerLiteral: $0) }
    var (patches, expected): ([String], [[StateDifference.Change]]) = ([], [])
    for seq in 1...50 {
      var operations: [String] = []
      var changes: [StateDifference.Change] = []
      for step in 0..<Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0..<elements.count, using: &random)
        let value = JSON(integerLiteral: 1000 * seq + step)
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          operations.append(#"{"op":"add","path":"/a/\#(index)","value":\#(value)}"#)
          elements.insert(value, at: index)
          changes.append(.added(value))
        case 1:
          operations.append(#"{"op":"remove","path":"/a/\#(index)"}"#)
          changes.append(.removed(elements.remove(at: index)))
        case 2:
          operations.append(#"{"op":"replace","path":"/a/\#(index)","value":\#(value)}"#)
          changes.append(.replaced(elements[index], value))
          elements[index] = value
        case 3:
          operations.append(#"{"op":"move","from":"/a/\#(index)","path":"/a/7"}"#)
          let moved = elements.remove(at: index)
          elements.insert(moved, at: 7)
          if index != 7 { changes += [.removed(moved), .added(moved)] }
        default:
          operations.append(#"{"op":"replace","path":"/b","value":\#(value)}"#)
        }
      }
      patches.append("[\(operations.joined(separator: ","))]")
      expected.append(changes)
    }
    let log = try Self.log(
      patches, state: #"{"a":\#(JSON.array((0..<400).map { JSON(integerLiteral: $0) })),"b":0}"#)
    var history = ValueHistory(log, of: Self.list, at: 50)
    for (seq, changes) in expected.enumerated().reversed() where !changes.isEmpty {
      let change = try #require(try history.next())
      #expect(change.seq == seq + 1 && change.isLong, "seed \(seed)")
      #expect(change.difference.leaves.map(\.change) == changes, "seed \(seed), #\(seq + 1)")
    }
    #expect(try history.next() == nil)
  }
}
