import TestSupport
import Testing

@testable import RexJSON

/// Long documents are written in pieces, which together are the whole text.
@Suite struct PiecesTests {
  /// Twice the size at which a piece is written, since the last value may exceed it.
  private let pieceBytesMax = 1 << 17

  @Test func prettyPiecesAreCompleteAndBounded() throws {
    let count = tries(1 << 18, gate: 1 << 20)
    let text = "[" + String(repeating: "1,", count: count - 1) + "1]"
    var pieces: [String] = []
    Array(text.utf8).withUnsafeBytes { JSON.prettyPrint($0) { pieces.append($0) } }
    let expected = "[\n" + String(repeating: "  1,\n", count: count - 1) + "  1\n]"
    #expect(pieces.joined() == expected)
    #expect(pieces.allSatisfy { $0.utf8.count <= pieceBytesMax })
  }

  @Test func compactPiecesAreCompleteAndBounded() {
    let document = JSON.array(Array(repeating: ["a": 1, "b": "é\n"], count: 1 << 16))
    var pieces: [String] = []
    document.write { pieces.append($0) }
    #expect(pieces.joined() == document.description)
    #expect(pieces.allSatisfy { $0.utf8.count <= pieceBytesMax })
  }

  @Test func whiteSpaceAndEscapesInTheTextDoNotMatter() throws {
    let text =
      #" { "\u0061\/" : [ ] , "b":[{ } ,"\ud83d\ude00\u0001\u00e9" ,-1.50e3] , "c" : "\"" } "#
    var pretty = ""
    Array(text.utf8).withUnsafeBytes { JSON.prettyPrint($0) { pretty += $0 } }
    #expect(
      pretty == #"""
        {
          "a/": [],
          "b": [
            {},
            "😀\u0001é",
            -1.50e3
          ],
          "c": "\""
        }
        """#)
  }

  private static let units = [
    #"\ud83d\ude00"#, "😀", "é", #"\u00e9"#, #"\\"#, #"\""#, "\u{7F}", "e\u{301}",
  ]

  /// A string is unescaped in parts; the offset moves their ends through characters and escapes.
  @Test(arguments: 0..<16) func piecesOfAStringEndBetweenCharacters(offset: Int) throws {
    for unit in Self.units {
      let text =
        "\"" + String(repeating: "x", count: offset)
        + String(repeating: unit, count: 3000) + "\""
      var pretty = ""
      Array(text.utf8).withUnsafeBytes { JSON.prettyPrint($0) { pretty += $0 } }
      #expect(try pretty == JSON(parsing: text).description, "\(unit)")
    }
  }

  @Test func aPrefixEqualsThatOfTheWholeText() {
    let object: JSON = .array(Array(repeating: ["a": "é"], count: 1000))
    for document in [object, .string(String(repeating: "é😀", count: 1000))] {
      for limit in [0, 1, 2, 3, 4, 5, 6, 7, 500, 1 << 20] {
        #expect(document.bytes(atMost: limit) == Array(document.bytes.prefix(limit)))
      }
    }
  }

  /// The whole text would have 2^60 numbers.
  @Test func aPrefixTakesTimeInProportionToItself() {
    let document = (0..<60).reduce(JSON(integerLiteral: 1)) { inner, _ in [inner, inner] }
    let text = String(decoding: document.bytes(atMost: 67), as: UTF8.self)
    #expect(text == String(repeating: "[", count: 60) + "1,1],[1")
  }
}
