import Foundation
import RexDiff
import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import RexTimeline
import Testing

/// Every error states the problem and its solution, in the same words in logs and alerts.
@Suite struct ErrorTextTests {
  static let errors: [(error: any Error, text: String)] = [
    (
      LogError(.system(operation: "create", code: EEXIST), log: "/tmp/a.jsonl"),
      """
      /tmp/a.jsonl: cannot create: File exists; an existing file is never overwritten; choose \
      another name
      """
    ),
    (
      LogError(
        .outOfOrder(expected: 3, found: 5), log: "a.jsonl",
        location: JSONLocation(line: 4, column: 1, offset: 90)),
      """
      a.jsonl:4:1: seq is 5 where 3 is expected; lines are missing, duplicated or out of order; \
      only a gap line may skip numbers
      """
    ),
    (
      LogError(.misplaced("a \u{1B}[2J line"), log: "b\n.jsonl"),
      "b\\n.jsonl: a \\u001b[2J line is not allowed here; "
        + "a log contains one recording, from session to end"
    ),
    (
      RecorderFailure.log(LogError(.system(operation: "write", code: ENOSPC), log: "a.jsonl")),
      """
      the log cannot be written: a.jsonl: cannot write: No space left on device; free space on \
      the disk
      """
    ),
    (
      RecorderFailure.state("Broken()"),
      "the state cannot be encoded: Broken(); correct its encode(to:)"
    ),
    (
      JSONPatchError(.indexBeyondEnd(index: 3, last: 1), operation: 2, pointer: JSONPointer()),
      """
      operation 2 at the root: index 3 is beyond 1; apply it to the document that it was made for
      """
    ),
    (
      LogError(
        StateProblem.lost(5, LogGap(from: 4, to: 6, reason: "disk full")), log: "a.jsonl"),
      "the state after action 5 was lost in a gap from 4 to 6: disk full; choose an action before "
        + "or after the gap"
    ),
  ]

  @Test(arguments: errors.indices)
  func anErrorIsOneSentenceWithASolution(_ index: Int) {
    let (error, text) = Self.errors[index]
    #expect(String(describing: error) == text)
    #expect(error.localizedDescription == text)
  }

  @Test func invalidJSONIsReportedWithItsLocation() throws {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: Array("[1 2]".utf8)) }
    #expect(error?.description == "1:4: error: expected ',' or ']', found '2'")
    #expect(
      error?.localizedDescription
        == "1:4: error: expected ',' or ']', found '2'; correct the text there")
  }
}
