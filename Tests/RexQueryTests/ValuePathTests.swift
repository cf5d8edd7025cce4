import RexJSON
import RexQuery
import Testing

/// Paths to one value: pointers, pointers with ids, and singular JSONPaths.
@Suite struct ValuePathTests {
  static let document: JSON = [
    "messages": [
      ["id": "m-1", "body": "one"], ["id": 17, "body": "two"], ["id": "17", "body": "three"],
      ["id": "a/b", "body": "four"], ["id": "", "tags": [["id": "t", "on": true]]],
    ],
    "odd[id=x]": "a member", "a/b": ["~": 1], "list": [10, 20],
  ]

  @Test(arguments: [
    ("error", "/error"), ("ride/bike/id", "/ride/bike/id"), ("ride.bike.id", "$.ride.bike.id"),
    ("list[0].id", "$.list[0].id"), ("[0].id", "$[0].id"), (".ride.id", "$.ride.id"),
    ("state.ride", "$.ride"), ("state/ride", "/ride"), ("state", "/state"), ("", nil),
    ("bikes.0.id", "/bikes/0/id"),
    ("/ride", nil), ("$.", nil),
  ])
  func whatATextWithoutARootMayMean(_ text: String, _ meant: String?) {
    #expect(ValuePath.meant(by: text) == meant)
  }

  @Test(
    arguments: [
      ("", "", true), ("/messages/0/body", "/messages/0/body", true),
      ("/a~1b/~0", "/a~1b/~0", true),
      ("/messages[id=m-1]/body", "/messages/0/body", true),
      ("/messages[id=17]", "/messages/1", true),
      ("/messages[id=17.0]/body", "/messages/1/body", true),
      ("/messages[id=a~1b]/body", "/messages/3/body", true),
      ("/messages[id=]/tags[id=t]/on", "/messages/4/tags/0/on", true),
      ("/odd[id=x]", "/odd[id=x]", true),
      ("$", "", true), ("$.messages[0].body", "/messages/0/body", true),
      ("$.list[-1]", "/list/1", true), ("$.messages[id=m-1].body", "/messages/0/body", true),
      ("$['messages'][id=a/b]['body']", "/messages/3/body", true),
      ("$.messages[id=].tags[id=t].on", "/messages/4/tags/0/on", true),
      ("$['messages[id=m-1]']", "", false),
      ("$['a/b']['~']", "/a~1b/~0", true), ("/messages[id=none]", "", false),
      ("/list[id=10]", "", false),
      ("/none", "", false), ("/list/2", "", false), ("/list/-", "", false), ("/list/01", "", false),
      ("$.list['0']", "", false), ("$.list[2]", "", false), ("/messages[0]", "", false),
      ("/a~1b[id=x]", "", false), ("/none[id=x]", "", false),
    ])
  func resolves(_ text: String, _ pointer: String, _ exists: Bool) throws {
    let path = try ValuePath(text)
    #expect(path.resolve(in: Self.document)?.description == (exists ? pointer : nil))
    #expect(
      path.value(in: Self.document) == path.resolve(in: Self.document).flatMap { Self.document[$0] }
    )
  }

  @Test(
    arguments: [
      (
        "/messages/*/body",
        [
          "/messages/0/body", "/messages/1/body", "/messages/2/body",
          "/messages/3/body",
        ]
      ),
      ("/*/~0", ["/a~1b/~0"]), ("/list/*", ["/list/0", "/list/1"]), ("/none/*", []),
      ("/messages[id=m-1]/*", ["/messages/0/id", "/messages/0/body"]),
      ("/list/0", ["/list/0"]), ("$.list[1]", ["/list/1"]),
    ])
  func aStarSelectsAllChildren(_ text: String, _ pointers: [String]) throws {
    let path = try ValuePath(text)
    #expect(path.nodes(in: Self.document).map(\.pointer.description) == pointers)
    for node in path.nodes(in: Self.document) {
      #expect(path.relation(of: node.pointer, in: Self.document) == .within)
      #expect(path.relation(of: node.pointer.appending("x"), in: Self.document) == .within)
      #expect(path.relation(of: node.pointer.parent, in: Self.document) == .around)
      for position in [node.pointer, node.pointer.parent] { #expect(!path.isBeside(position)) }
    }
    #expect(
      path.relation(of: JSONPointer(tokens: ["other"]), in: Self.document) == .beside
        || text.hasPrefix("/*"))
  }

  /// One document has the member, the other has not.
  @Test func aMemberOfThatNameIsSelectedAlone() throws {
    let path = try ValuePath("/a/*")
    #expect(path.nodes(in: ["a": ["*": 1, "b": 2]]).map(\.value) == [1])
    #expect(path.nodes(in: ["a": ["c": 1, "b": 2]]).map(\.value) == [1, 2])
    #expect(path.pointer == nil)
    #expect(path.resolve(in: ["a": ["*": 1]])?.description == "/a/*")
    #expect(path.resolve(in: ["a": ["b": 1]]) == nil)
  }

  @Test func idsSelectElementsOfAnyArray() throws {
    let document: JSON = [["id": 1, "x": "first"], [["id": 2]], ["id": 1]]
    #expect(try ValuePath("/[id=1]/x").resolve(in: document)?.description == "/0/x")
    #expect(try ValuePath("/1[id=2]").resolve(in: document)?.description == "/1/0")
    let nested: JSON = ["a": [["id": 1, "b": 0]]]
    #expect(try ValuePath("/a[id=1][id=2]").resolve(in: nested) == nil)
  }

  @Test(
    arguments: [
      ("", ""), ("/a/0", "/a/0"), ("/a[id=1]", nil), ("$.a[0]['b/c']", "/a/0/b~1c"),
      ("$.a[-1]", nil),
      ("/a/[id=1", "/a/[id=1"), ("/a[id]", "/a[id]"),
    ] as [(String, String?)])
  func isAPointerIfNoDocumentIsNeeded(_ text: String, _ pointer: String?) throws {
    #expect(try ValuePath(text).pointer?.description == pointer)
  }

  @Test(
    arguments: [
      ("a", "column 1: expected '/' or '$', found 'a'"),
      ("#/a", "column 1: expected '/' or '$', found '#'"),
      ("/a~", "column 4: expected '0' or '1' after '~', found the end"),
      ("/é~2", "column 4: expected '0' or '1' after '~', found '2'"),
      (
        "$.a..b",
        "column 5: expected a name or an index (here the path must lead to one value at most),"
          + " found '.'"
      ),
      (
        "$.a[*]",
        "column 5: expected a name or an index (here the path must lead to one value at most),"
          + " found '*'"
      ),
      ("$.a ", "column 4: expected '.', '[' or the end of the path, found ' '"),
      ("$.a[id=1", "column 9: expected ',' or ']', found the end"),
    ])
  func errorsNameTheColumnAndWhatWasExpected(_ text: String, _ message: String) {
    let error = #expect(throws: QueryError.self) { try ValuePath(text) }
    #expect(error?.description == message)
  }
}
