import RexDiff
import RexJSON
import TestSupport
import Testing

@Suite struct DifferenceTests {
  static let differences: [(JSON, JSON, JSON)] = [
    (["a": 1], ["a": 1.0], []),
    (["a": 1, "b": 2], ["b": 2, "a": 1], []),
    (["a": 0], ["a": -0.0], [["op": "replace", "path": "/a", "value": -0.0]]),
    (["a": false], ["a": true], [["op": "replace", "path": "/a", "value": true]]),
    (["a": nil], [:], [["op": "remove", "path": "/a"]]),
    ([:], ["x/y": nil], [["op": "add", "path": "/x~1y", "value": nil]]),
    (
      ["\u{E9}": 1, "k": "a long enough text, so that members pay"],
      ["e\u{301}": 1, "k": "a long enough text, so that members pay"],
      [["op": "remove", "path": "/\u{E9}"], ["op": "add", "path": "/e\u{301}", "value": 1]]
    ),
    (1, "1", [["op": "replace", "path": "", "value": "1"]]),
    ([1, 2, 3, 4], [2, 1, 4, 3], [["op": "replace", "path": "", "value": [2, 1, 4, 3]]]),
  ]

  @Test(arguments: differences)
  func smallDifferences(_ old: JSON, _ new: JSON, _ patch: JSON) {
    #expect(JSONPatch(from: old, to: new).json == patch)
  }

  /// Elements long enough that moving one is shorter than writing it.
  private static func message(_ id: Int) -> JSON {
    [
      "id": .number(JSONNumber(id)), "body": .string("message \(id)"),
      "more": [1, 2, 3, "some padding text"],
    ]
  }

  private static func messages(_ ids: [Int]) -> JSON { .array(ids.map(message)) }

  static let arrangements: [([Int], [Int], JSON)] = [
    ([1, 2, 3], [0, 1, 2, 3], [["op": "add", "path": "/0", "value": message(0)]]),
    ([1, 2, 3], [1, 3], [["op": "remove", "path": "/1"]]),
    ([1, 2, 3, 4], [1, 4], [["op": "remove", "path": "/2"], ["op": "remove", "path": "/1"]]),
    ([1, 2, 3, 4], [4, 1, 2, 3], [["op": "move", "from": "/3", "path": "/0"]]),
    ([1, 2, 3, 4], [2, 3, 4, 1], [["op": "move", "from": "/0", "path": "/3"]]),
    (
      [1, 2, 3, 4, 5], [1, 4, 3, 2, 5],
      [["op": "move", "from": "/3", "path": "/1"], ["op": "move", "from": "/3", "path": "/2"]]
    ),
    (
      [1, 2, 3, 4], [3, 1, 4, 5],
      [
        ["op": "remove", "path": "/1"], ["op": "move", "from": "/1", "path": "/0"],
        ["op": "add", "path": "/3", "value": message(5)],
      ]
    ),
  ]

  @Test(arguments: arrangements)
  func arraysAreAlignedByIdentity(_ old: [Int], _ new: [Int], _ patch: JSON) {
    #expect(JSONPatch(from: Self.messages(old), to: Self.messages(new)).json == patch)
  }

  /// The positions of the elements that wait to be moved are bits in words of 64.
  @Test(arguments: [60, 64, 68, 300])
  func manyElementsOfALongArrayMove(_ count: Int) throws {
    var ids = Array(0..<count)
    let places = Array(stride(from: 0, to: count, by: 4))
    var random = SeededGenerator(seed: UInt64(count))
    for (place, id) in zip(places, places.shuffled(using: &random)) { ids[place] = id }
    let (old, new) = (Self.messages(Array(0..<count)), Self.messages(ids))
    let patch = JSONPatch(from: old, to: new)
    #expect(try old.applying(patch) == new)
    #expect((places.count / 2...places.count).contains(patch.operations.count))
  }

  @Test func movedElementIsEditedInPlace() throws {
    let old = Self.messages([1, 2, 3])
    var new = Self.messages([3, 1, 2])
    try new.apply(JSONPatch(parsing: [["op": "replace", "path": "/0/body", "value": "new"]]))
    #expect(
      JSONPatch(from: old, to: new).json == [
        ["op": "move", "from": "/2", "path": "/0"],
        ["op": "replace", "path": "/0/body", "value": "new"],
      ])
  }

  /// Its members are changed or replaced instead, even if that affects most of them.
  @Test func anObjectAtTheRootIsNeverReplacedByAnother() {
    let patch = JSONPatch(
      from: ["a": 1, "b": [1, 2, 3], "c": ["x": 1, "y": 2], "d": 0],
      to: ["a": 2, "b": [4, 5, 6], "c": ["x": 3, "z": 4], "e": 0])
    #expect(
      patch.json == [
        ["op": "remove", "path": "/d"], ["op": "replace", "path": "/a", "value": 2],
        ["op": "replace", "path": "/b", "value": [4, 5, 6]],
        ["op": "replace", "path": "/c", "value": ["x": 3, "z": 4]],
        ["op": "add", "path": "/e", "value": 0],
      ])
  }

  @Test func theLawsHoldForRandomDocuments() throws {
    let seedCount: UInt64 = tries(700, gate: 3_000, long: 100_000)
    for seed in 0..<seedCount { try checkDifference(seed: seed) }
  }
}

/// Checks the laws of a difference for one random pair of documents.
func checkDifference(seed: UInt64) throws {
  var generator = DocumentGenerator(seed: seed)
  let old = generator.document()
  let new = generator.chance(90) ? generator.changed(old) : generator.document()
  let patch = JSONPatch(from: old, to: new)
  var document = old
  let inverse = try document.applyReturningInverse(patch)
  #expect(document == new, "seed \(seed)")
  #expect(patch.isEmpty == (old == new), "seed \(seed)")
  #expect(JSONPatch(from: old, to: old).isEmpty)
  let byteCountMax = new.bytes.count + 40 + rootByteCount(old) + rootByteCount(new)
  #expect(patch.description.utf8.count <= byteCountMax, "seed \(seed)")
  #expect(patch.description == patch.json.description)
  try document.apply(inverse)
  #expect(document == old, "seed \(seed)")
}

/// The maximum size of operations on the members of a whole document, without the values.
private func rootByteCount(_ document: JSON) -> Int {
  guard let members = document.object else { return 0 }
  return members.reduce(0) { $0 + 40 + 2 * JSON.string($1.key).bytes.count }
}
