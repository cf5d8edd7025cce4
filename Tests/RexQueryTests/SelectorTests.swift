import RexJSON
import RexQuery
import Testing

/// What segments and selectors select, in which order and where (RFC 9535, sections 2.3 to 2.7).
@Suite struct SelectorTests {
  static let document: JSON = [
    "rooms": [
      ["name": "loom", "open": true, "seats": [1, 2]],
      ["name": "attic", "seats": []],
      ["name": "cellar", "open": false],
    ],
    "name": "house",
  ]

  private func paths(_ text: String, in document: JSON = document) throws -> [String] {
    try JSONPath(text).nodes(in: document).map(\.path.description)
  }

  @Test func eachNodeHasItsPath() throws {
    #expect(try paths("$") == ["$"])
    #expect(try paths("$.rooms[-1].name") == ["$['rooms'][2]['name']"])
    #expect(
      try paths("$.rooms[*].name") == [
        "$['rooms'][0]['name']", "$['rooms'][1]['name']", "$['rooms'][2]['name']",
      ])
    #expect(
      try paths("$.rooms[?@.open].seats[*]") == [
        "$['rooms'][0]['seats'][0]", "$['rooms'][0]['seats'][1]",
      ])
  }

  @Test func descendantsComeAfterTheirParents() throws {
    #expect(
      try paths("$..name") == [
        "$['name']", "$['rooms'][0]['name']", "$['rooms'][1]['name']", "$['rooms'][2]['name']",
      ])
    #expect(
      try paths("$..*", in: [["a": [1]], 2]) == [
        "$[0]", "$[1]", "$[0]['a']", "$[0]['a'][0]",
      ])
    #expect(
      try paths("$..[0, -1]", in: [[1, 2], 3]) == ["$[0]", "$[1]", "$[0][0]", "$[0][1]"])
    #expect(try paths("$.rooms..seats..[1]") == ["$['rooms'][0]['seats'][1]"])
  }

  @Test func aNodeThatTwoSelectorsSelectComesTwice() throws {
    #expect(try paths("$['name', 'name', 'none']") == ["$['name']", "$['name']"])
    #expect(try paths("$.rooms[0, :1].name").count == 2)
  }

  @Test func namesSelectMembersAndIndexesSelectElements() throws {
    let document: JSON = [["0": "member"], ["element"], "text"]
    #expect(try paths("$[*][0]", in: document) == ["$[1][0]"])
    #expect(try paths("$[*]['0']", in: document) == ["$[0]['0']"])
  }

  /// Names are compared by their Unicode scalars, without normalization.
  @Test func composedAndDecomposedNamesDiffer() throws {
    let document: JSON = ["e\u{301}": 1, "\u{E9}": 2]
    #expect(try JSONPath("$.\u{E9}").values(in: document) == [2])
    #expect(try JSONPath("$['e\\u0301']").values(in: document) == [1])
  }

  @Test(
    arguments: [
      ("1:3", [1, 2]), ("5:", [5, 6]), ("1:5:2", [1, 3]), ("5:1:-2", [5, 3]),
      ("::-1", [6, 5, 4, 3, 2, 1, 0]), (":", [0, 1, 2, 3, 4, 5, 6]), ("-2:", [5, 6]),
      (":-5", [0, 1]), ("::0", []), ("3:1", []), ("-100:100", [0, 1, 2, 3, 4, 5, 6]),
      ("100:-100:-3", [6, 3, 0]), ("::9007199254740991", [0]), ("::-9007199254740991", [6]),
      ("-1:0:-1", [6, 5, 4, 3, 2, 1]), ("-1:-3:-1", [6, 5]),
    ] as [(String, [Int])])
  func slices(_ slice: String, _ expected: [Int]) throws {
    let document = JSON.array((0..<7).map { JSON.number(JSONNumber($0)) })
    let values = try JSONPath("$[\(slice)]").values(in: document)
    #expect(values == expected.map { JSON.number(JSONNumber($0)) })
    #expect(try JSONPath("$[\(slice)]").values(in: []) == [])
  }

  @Test(
    arguments: [
      ("plain", "$['plain']"), ("it's", "$['it\\'s']"), ("\"", "$['\"']"), ("\\", "$['\\\\']"),
      ("\u{8}\t\n\u{C}\r", "$['\\b\\t\\n\\f\\r']"),
      ("\u{0}\u{B}\u{1F}", "$['\\u0000\\u000b\\u001f']"),
      ("/\u{7F}é", "$['/\u{7F}é']"),
    ])
  func aNormalizedPathHasOneTextForm(_ name: String, _ text: String) throws {
    let path = NormalizedPath(steps: [.name(name)])
    var object = JSONObject()
    object[name] = 1
    #expect(path.description == text)
    #expect(try JSONPath(text).nodes(in: .object(object)) == [JSONNode(path: path, value: 1)])
  }

  @Test func aNormalizedPathHasAPointer() {
    let path = NormalizedPath(steps: [.name("a/b"), .index(3)])
    #expect(path.pointer.description == "/a~1b/3")
  }
}
