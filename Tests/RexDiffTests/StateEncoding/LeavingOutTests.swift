import RexJSON
import RexLocking
import Testing

@testable import RexDiff

/// A document that no line could hold is left out, as a text in its place.
@Suite struct LeavingOutTests {
  private struct State: Encodable {
    var count = 0
    var numbers: [Int]
    var names: [String: [String]] = ["a": ["b", "c", "d, e: [f]"]]
  }

  @Test func theTextStandsInForTheDocument() throws {
    var state = State(numbers: Array(0..<1000))
    let encoder = try StateEncoder(state)
    let need = try #require(document(of: encoder).withUnsafeBytes { JSON.treeBytes(of: $0) })
    #expect(!encoder.leaveOut(ifOver: limits(treeBytes: need)))
    #expect(encoder.leaveOut(ifOver: limits(treeBytes: need - 1)))
    #expect(!encoder.leaveOut(ifOver: limits(treeBytes: need - 1)))
    #expect(document(of: encoder) == JSON.string(LongValue.state).bytes)

    var patch: [UInt8] = []
    state.count = 1
    state.numbers[500] = 0
    try encoder.update(to: state, patch: &patch)
    #expect(patch == Array("[]".utf8))
    state.numbers.removeLast(900)
    try encoder.update(to: state, patch: &patch)
    #expect(encoder.leaveOut(ifOver: limits(treeBytes: need - 1)))
    #expect(try document(of: encoder) == JSONDocumentEncoder().encodeBytes(state))
  }

  /// A patch would not fit the text that stands in for the state.
  @Test func aCorrectionOfWhatIsLeftOutHasNoPatch() throws {
    struct Counting: Encodable {
      let count = Locked(0)

      func encode(to encoder: any Encoder) throws {
        try count.withLock { count in
          count += 1
          return count
        }.encode(to: encoder)
      }
    }
    let state = [Counting()]
    let encoder = try StateEncoder(state)
    #expect(encoder.leaveOut(ifOver: limits(textBytes: 1024)))
    var patch: [UInt8] = []
    #expect(try encoder.check(state, patch: &patch) != nil)
    #expect(patch == Array("[]".utf8))
  }

  @Test func aTextThatIsTooLongIsLeftOut() throws {
    let encoder = try StateEncoder(State(numbers: Array(0..<1000)))
    let byteCount = encoder.documentByteCount
    #expect(!encoder.leaveOut(ifOver: limits(textBytes: byteCount + 32_769)))
    #expect(encoder.leaveOut(ifOver: limits(textBytes: byteCount + 32_768)))
  }

  /// What is counted quickly is never less than what a reader counts.
  @Test func theCountIsAtLeastTheMemoryOfTheValues() throws {
    for seed in UInt64(0)..<200 {
      var generator = DocumentGenerator(seed: seed)
      let document = generator.document()
      let encoder = try StateEncoder([document])
      let bytes = self.document(of: encoder)
      let need = try #require(bytes.withUnsafeBytes { JSON.treeBytes(of: $0) })
      #expect(encoder.document.treeBytes >= need, "seed \(seed)")
    }
  }

  private func document<State>(of encoder: StateEncoder<State>) -> [UInt8] {
    var bytes: [UInt8] = []
    encoder.forEachRun { bytes += $0 }
    return bytes
  }

  private func limits(treeBytes: Int = .max, textBytes: Int = 1 << 30) -> JSONLimits {
    // Five times the text is always allowed, and a megabyte is for the line around it.
    var limits = JSONLimits.standard
    limits.textBytesMax = textBytes
    limits.treeBytesMax = treeBytes == .max ? .max : treeBytes + 1 << 20
    return limits
  }
}
