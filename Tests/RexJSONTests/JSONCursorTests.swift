import RexJSON
import TestSupport
import Testing

/// A cursor finds the values of a valid text where a parser does.
@Suite struct JSONCursorTests {
  @Test(arguments: 0..<200)
  func membersAndElementsAreThoseOfTheParser(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let document = random.document()
    for text in [document.bytes, Array(document.prettyPrinted().utf8)] {
      try text.withUnsafeBytes { text in
        var cursor = JSONCursor(text)
        let found = try value(at: &cursor, in: text)
        let isAtEnd = cursor.isAtEnd()
        #expect(found == document && isAtEnd, "seed \(seed)")
      }
    }
  }

  /// The value at a cursor, whose scalars are parsed one by one.
  private func value(at cursor: inout JSONCursor, in text: UnsafeRawBufferPointer) throws -> JSON {
    if cursor.enterObject() {
      var members = JSONObject()
      while let key = cursor.nextKey() {
        let quoted = text[(key.lowerBound - 1)...key.upperBound]
        let name = try JSON(parsing: Array(quoted)).string ?? ""
        members[name] = try value(at: &cursor, in: text)
      }
      return .object(members)
    }
    if cursor.enterArray() {
      var elements: [JSON] = []
      while cursor.nextElement() { elements.append(try value(at: &cursor, in: text)) }
      return .array(elements)
    }
    guard let range = cursor.skipValue() else { return "(nothing)" }
    return try JSON(parsing: Array(text[range]))
  }

  @Test(arguments: 0..<200)
  func aSkippedValueIsAsLongAsItsText(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = random.document().bytes
    let ranges = members(of: Array(#"{"a":"#.utf8) + value + Array(#" , "b":1}"#.utf8))
    #expect(ranges == [5..<(5 + value.count), (value.count + 12)..<(value.count + 13)])
  }

  @Test(arguments: [
    #"{,"a":1}"#, #"{"a":1 "b":2}"#, #"{"a" 1}"#, "{a:1}", #"{"a":}"#, #"{"a":1,}"#, #"{"a":"b}"#,
    #"{"a":[1,{"#, #"{"a":1"#, #"{"a\"#, "{", "[1]", "",
  ])
  func theMembersOfABrokenTextAreNotFound(_ text: String) {
    #expect(members(of: Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    #"{"a":[{"b":"c"}]}"#, #"{"a":[]}"#, #"{"a":[[1],2]}"#, #"{"a":["]"]}"#, #"{"a":[1],"b":[2]}"#,
    #"{"a":[1],"b":{"c":[2]}}"#, #"{"a":[1] }"#, #"{"a":{"b":[1]}}"#,
  ])
  func anArrayAtTheEndIsSkippedAsAnyOther(_ text: String) {
    let text = Array(text.utf8)
    #expect(members(of: text, skipsFlatArrayAtEnd: true) == members(of: text))
  }

  @Test(arguments: ["", "{", "[", "[]", "]}", "[}", "[]}", "{[]}", #"{"a":[}"#, #"{"a":]}"#])
  func anyTextCanBeSearchedForAFlatArray(_ text: String) {
    for start in text.utf8.indices {
      Array(text.utf8[start...]).withUnsafeBytes { text in
        var cursor = JSONCursor(text)
        let range = cursor.skipFlatArrayAtEnd()
        #expect(range.map { text[$0].first == UInt8(ascii: "[") } ?? true)
      }
    }
  }

  /// The ranges of an object's values; nil if the text is not an object as far as a cursor sees.
  private func members(of text: [UInt8], skipsFlatArrayAtEnd: Bool = false) -> [Range<Int>]? {
    text.withUnsafeBytes { text in
      var cursor = JSONCursor(text)
      guard cursor.enterObject() else { return nil }
      var ranges: [Range<Int>] = []
      while cursor.nextKey() != nil {
        let last = skipsFlatArrayAtEnd ? cursor.skipFlatArrayAtEnd() : nil
        guard let range = last ?? cursor.skipValue() else { return nil }
        ranges.append(range)
      }
      return cursor.isAtEnd() ? ranges : nil
    }
  }
}
