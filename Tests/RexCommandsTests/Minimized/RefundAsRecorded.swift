import RexReplayer
import Testing

@Test func refundAsRecorded() throws {
  let log = RecordedLog("../../../Fixtures/minimized/refund.jsonl")
  try app.verify(log)
}
