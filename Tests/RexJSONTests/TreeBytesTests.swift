import TestSupport
import Testing

@testable import RexJSON

/// The memory that the values of a text need is known before it is parsed.
@Suite struct TreeBytesTests {
  @Test func noTextNeedsMoreThanAKnownMultipleOfItsSize() throws {
    // Objects whose tables of keys replace each other need the most.
    let nested = (0..<100).reduce([:] as JSON) { inner, level in
      level % 2 == 0 ? ["": inner] : ["!": inner]
    }
    let most = JSON.array(Array(repeating: nested, count: 100)).bytes
    let share = try #require(treeBytes(most)) / most.count
    #expect((JSON.treeBytesRatioMax - 10..<JSON.treeBytesRatioMax).contains(share))
    var random = SeededGenerator(seed: 1)
    for _ in 0..<tries(300, gate: 3000) {
      let bytes = JSON.array([random.document(), random.document()]).bytes
      #expect(try #require(treeBytes(bytes)) <= 200 + bytes.count * JSON.treeBytesRatioMax)
    }
  }

  @Test func aTextFitsAsTheReaderDecides() throws {
    let elements = JSON.array(Array(repeating: [], count: 30_000)).bytes
    let count = try #require(treeBytes(elements))
    for limit in [count - 1, count, count + 1] {
      #expect(elements.withUnsafeBytes { JSON.fits($0, treeBytes: limit) } == (limit >= count))
    }
    #expect(elements.withUnsafeBytes { JSON.fits($0, treeBytes: 40 * $0.count) })
  }

  @Test func textsForWhatIsTooLongAreKnown() throws {
    let number = JSON.number(try #require(JSONNumber(text: String(repeating: "1", count: 1025))))
    let shown = try #require(JSON.array([number]).leavingOut(deeperThan: 3))
    #expect(shown == ["left out: a number of 1025 digits"])
    let array = try #require(LongValue.marker(ofElements: 6_000_000, byteCount: 12_000_001))
    let known = [
      "left out: a number of 1025 digits", "left out: a string of 300000000 bytes", array,
      DeepValue.marker,
    ]
    #expect(known.allSatisfy { LongValue.isMarker($0.utf8) })
    let others = [
      "", "left out: ", "left out: a number of  digits", "left out: a number of 1025 digits.",
      "left out: a number of x digits", "left out: 7 bytes", String(array.dropLast()),
    ]
    #expect(!others.contains { LongValue.isMarker($0.utf8) })
    #expect(LongValue.marker(ofElements: 6_000_000, byteCount: 30_000_000) == nil, "5 × its text")
    #expect(LongValue.marker(ofElements: 5_000_000, byteCount: 10_000_001) == nil)
    let treeBytes = LongValue.elementsMin * MemoryLayout<JSON>.stride
    #expect(treeBytes < JSONLimits.standard.treeBytesMax)
    #expect(6 * (LongValue.textBytesMin + 1) > JSONLimits.standard.stringBytesMax)
  }

  /// Values, documents and keys beyond 256 MiB are left out in place.
  @Test(.enabled(if: isLongRun)) func veryLongTextsAreLeftOut() throws {
    let text = String(repeating: "\u{1}", count: 45_000_000)
    let marker = "left out: a string of 45000000 bytes"
    let shown: JSON = [marker: .string(marker)]
    #expect(try JSONDocumentEncoder().encode([text: text]) == shown)
    var document = JSONObject()
    document[text] = .string(text)
    #expect(try JSONDocumentEncoder().encode(JSON.object(document)) == shown)
  }

  private func treeBytes(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { JSON.treeBytes(of: $0) }
  }
}
