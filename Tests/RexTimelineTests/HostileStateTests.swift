import RexJSON
import RexLog
import TestSupport
import Testing

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
}
