import RexJSON
import TestSupport
import Testing

/// The examples of RFC 6901, and the laws of reading and writing.
@Suite struct JSONPointerTests {
  static let document: JSON = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
    " ": 7, "m~n": 8,
  ]

  @Test(
    arguments: [
      ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0),
      ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3),
      ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6),
      ("/ ", 7), ("/m~0n", 8), ("", document),
    ] as [(String, JSON)])
  func aPointerGivesItsValue(_ text: String, _ value: JSON) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(Self.document[pointer] == value)
    #expect(pointer.description == text)
  }

  @Test(arguments: ["a", "/~", "/~2", "/a~"])
  func invalidTextIsNotAPointer(_ text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test(arguments: ["/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/1e0", "/foo/0/x"])
  func aPointerWithoutAValueGivesNil(_ text: String) throws {
    #expect(Self.document[try #require(JSONPointer(text))] == nil)
  }

  @Test func everyTokenReadsBack() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let tokens = (0..<Int.random(in: 0..<4, using: &random)).map { _ in random.text() }
      let pointer = JSONPointer(tokens: tokens)
      #expect(JSONPointer(pointer.description) == pointer, "seed \(seed)")
    }
  }
}
