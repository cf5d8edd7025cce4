import RexReplayer
import Testing

@Test func totalBelowZero() throws {
  let log = RecordedLog("../../../Fixtures/minimized/below-zero.jsonl")
  #expect(try !app.reduces(log, to: #"$.total < 0 && $["isOpen"]"#, anywhere: true))
}
