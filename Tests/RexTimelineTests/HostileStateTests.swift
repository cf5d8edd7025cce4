import RexJSON
import RexLog
import RexQuery
import TestSupport
import Testing

@testable import RexQuestions
@testable import RexTimeline

/// A state in an untrusted log neither traps nor has two answers.
@Suite struct HostileStateTests {
  /// A checkpoint measures the state before it; each level holds long arrays of the next.
  @Test func theSizeOfANestedStateDoesNotOverflow() throws {
    var state = "0"
    for _ in 0..<60 { state = "[\(state)" + String(repeating: ",0", count: 31) + "]" }
    let long = String(repeating: "x", count: StateCheckpoints.spacingMin)
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0, state),
      HandmadeLog.action(1, patch: "[]").replacing(#"{"add":1}"#, with: "\"\(long)\""),
      HandmadeLog.action(2, patch: "[]"),
    ]).log()
    var timeline = Timeline(log)
    #expect(try timeline.state(at: 2).bytes == Array(state.utf8))
    #expect(timeline.checkpoints.cursors.map(\.seq) == [1])
  }

  /// A line may nest deeper than a state, so that patches fit into it.
  @Test(arguments: [256, 257, 258])
  func everyReaderLimitsTheDepthOfAState(depth: Int) throws {
    let state = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0, state), HandmadeLog.action(1, patch: "[]"),
    ]).log()
    let isFine = depth <= JSONLimits.standard.depthMax
    let kind = LogError.Kind.json(.depthExceeded(max: 256))
    #expect(((try? log.check()) != nil) == isFine)
    var timeline = Timeline(log)
    do {
      _ = try timeline.state(at: 1)
      #expect(isFine)
    } catch {
      #expect(!isFine && error.kind == kind)
    }
    var scan = try ConditionScan(Condition("$[0] != 1"), in: log)
    #expect(try scan.next()?.holds == (isFine ? true : nil))
  }
}
