import RexJSON
import Testing

@testable import RexDiff

@Suite struct ByteCountTests {
  @Test func theByteCountIsTheLengthOfTheWrittenText() {
    for seed in 0..<500 as Range<UInt64> {
      var generator = DocumentGenerator(seed: seed)
      let document = generator.document()
      let count = document.bytes.count
      #expect(document.byteCount == count, "seed \(seed)")
      #expect(document.byteCount(atMost: count) == count, "seed \(seed)")
      #expect(document.byteCount(atMost: count - 1) == nil, "seed \(seed)")
    }
  }

  @Test func everyCharacterBelowU0100IsCountedAsWritten() {
    for scalar in (0...0xFF as ClosedRange<UInt8>).map({ JSON.string(String(Unicode.Scalar($0))) })
    {
      #expect(scalar.byteCount == scalar.bytes.count, "\(scalar)")
    }
  }
}
