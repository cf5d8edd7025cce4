import RexJSON
import Testing

/// Long texts, whose arrays become documents while they are scanned.
@Suite struct LongArrayTests {
  /// An array with arrays and objects in it, longer than what is indexed at once.
  private static let elements: [JSON] = (0..<200_000).map { index in
    let number = JSON(integerLiteral: index)
    return switch index % 4 {
    case 0: number
    case 1: [number, nil]
    case 2: ["id": number, "tags": ["a]", "\\\",["]]
    default: .string("text \(index)")
    }
  }

  @Test func longArraysAreTheSameAsShortOnes() throws {
    let long = JSON.array(Self.elements)
    for document in [long, ["before": long, "behind": [long, 7]], [1, long, [[long]]]] {
      #expect(try JSON(parsing: document.bytes) == document)
      #expect(try JSON(parsing: document.bytes).bytes == document.bytes)
    }
  }

  /// Each array's room is counted in the text behind it, until that has been read twice.
  @Test func longArraysInLongArraysAreTheSameAsShortOnes() throws {
    var document: JSON = "a]\\\",[ at the innermost place"
    for _ in 0..<6 {
      document = .array(Array(Self.elements.prefix(70_000)) + [document, "b,\\", 7])
    }
    let text = document.bytes
    #expect(try JSON(parsing: text) == document)
    #expect(try JSON(parsing: text).bytes == text)
  }

  @Test func whatIsWrongInALongArrayIsSaidInTheSameWords() throws {
    let start = String(decoding: JSON.array(Self.elements).bytes.dropLast(), as: UTF8.self)
    for end in [",]", ",", "", "}", ",{\"a\":1,\"a\":2}]", ",\"\\x\"]", "]]"] {
      let long = try #require(throws: JSONError.self) { try JSON(parsing: start + end) }
      let short = try #require(throws: JSONError.self) { try JSON(parsing: "[0" + end) }
      let checked = try #require(throws: JSONError.self) {
        try Array((start + end).utf8).withUnsafeBytes { try JSON.check($0) }
      }
      #expect(checked == long)
      #expect(long.location.offset - start.utf8.count == short.location.offset - 2)
      guard case .duplicateKey = long.kind else {
        #expect(long.kind == short.kind)
        continue
      }
    }
  }
}
