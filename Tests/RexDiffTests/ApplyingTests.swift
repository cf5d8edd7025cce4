import RexDiff
import RexJSON
import Testing

/// RFC 6902 section 4 and appendix A, operation by operation.
@Suite struct ApplyingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var document: JSON
    var patch: JSON
    var result: JSON

    init(_ description: String, _ document: JSON, _ patch: JSON, _ result: JSON) {
      testDescription = description
      self.document = document
      self.patch = patch
      self.result = result
    }
  }

  static let cases = [
    Case(
      "adds a member", ["foo": "bar"], [["op": "add", "path": "/baz", "value": "qux"]],
      ["baz": "qux", "foo": "bar"]),
    Case(
      "adds an element", ["foo": ["bar", "baz"]],
      [["op": "add", "path": "/foo/1", "value": "qux"]], ["foo": ["bar", "qux", "baz"]]),
    Case("adds at the end", [1, 2], [["op": "add", "path": "/2", "value": 3]], [1, 2, 3]),
    Case("adds after the end", [1, 2], [["op": "add", "path": "/-", "value": [3]]], [1, 2, [3]]),
    Case("adds over a member", ["a": 1], [["op": "add", "path": "/a", "value": 2]], ["a": 2]),
    Case("adds the whole", ["a": 1], [["op": "add", "path": "", "value": 2]], 2),
    Case("adds at an empty key", [:], [["op": "add", "path": "/", "value": 1]], ["": 1]),
    Case("removes a member", ["a": 1, "b": 2], [["op": "remove", "path": "/a"]], ["b": 2]),
    Case("removes an element", [1, 2, 3], [["op": "remove", "path": "/1"]], [1, 3]),
    Case(
      "replaces a value", ["a": [1]], [["op": "replace", "path": "/a/0", "value": nil]],
      ["a": [nil]]),
    Case("replaces the whole", 1, [["op": "replace", "path": "", "value": [:]]], [:]),
    Case(
      "moves a value", ["foo": ["bar": "baz", "waldo": "fred"], "qux": ["corge": "grault"]],
      [["op": "move", "from": "/foo/waldo", "path": "/qux/thud"]],
      ["foo": ["bar": "baz"], "qux": ["corge": "grault", "thud": "fred"]]),
    Case(
      "moves an element", ["all", "grass", "cows", "eat"],
      [["op": "move", "from": "/1", "path": "/3"]], ["all", "cows", "eat", "grass"]),
    Case("moves onto itself", [1], [["op": "move", "from": "/0", "path": "/0"]], [1]),
    Case(
      "moves out of itself", ["a": ["b": 1]], [["op": "move", "from": "/a/b", "path": "/a"]],
      ["a": 1]),
    Case(
      "moves an element before its own array", [["b": 1]],
      [["op": "move", "from": "/0/b", "path": "/0"]], [1, [:]]),
    Case(
      "copies", ["a": [1]], [["op": "copy", "from": "/a", "path": "/b"]], ["a": [1], "b": [1]]),
    Case(
      "copies into itself", ["a": [1]], [["op": "copy", "from": "/a", "path": "/a/-"]],
      ["a": [1, [1]]]),
    Case("tests by value", ["a": 1.0], [["op": "test", "path": "/a", "value": 1]], ["a": 1]),
    Case(
      "tests without the sign of zero", ["a": ["b": [-0.0]]],
      [["op": "test", "path": "", "value": ["a": ["b": [0]]]]], ["a": ["b": [-0.0]]]),
    Case(
      "unescapes pointers", ["/": 9, "~1": 10],
      [["op": "test", "path": "/~01", "value": 10], ["op": "remove", "path": "/~1"]], ["~1": 10]),
    Case("ignores unknown members", [1], [["op": "remove", "path": "/0", "x": 1]], []),
    Case(
      "finds digits as keys", ["0": 1], [["op": "replace", "path": "/0", "value": 2]], ["0": 2]),
  ]

  @Test(arguments: cases)
  func applies(_ sample: Case) throws {
    let patch = try JSONPatch(parsing: sample.patch)
    #expect(try sample.document.applying(patch) == sample.result)
  }

  @Test(arguments: cases)
  func theInverseUndoesThePatch(_ sample: Case) throws {
    var document = sample.document
    let inverse = try document.applyReturningInverse(JSONPatch(parsing: sample.patch))
    #expect(try document.applying(inverse) == sample.document)
  }

  @Test(arguments: cases)
  func aPatchReadsBackAsWritten(_ sample: Case) throws {
    let patch = try JSONPatch(parsing: sample.patch)
    #expect(try JSONPatch(parsing: patch.json) == patch)
  }

  static let failures: [(JSON, JSON, JSONPatchError.Kind, Int?)] = [
    ([1], 1, .patchIsNotArray, nil),
    ([1], [1], .operationIsNotObject, 0),
    ([1], [["path": "/0"]], .memberMissing("op"), 0),
    ([1], [["op": 1, "path": "/0"]], .memberMissing("op"), 0),
    ([1], [["op": "add", "path": "/0"]], .memberMissing("value"), 0),
    ([1], [["op": "move", "path": "/0"]], .memberMissing("from"), 0),
    ([1], [["op": "spam", "path": "/0"]], .operationUnknown("spam"), 0),
    ([1], [["op": "remove", "path": "0"]], .pointerInvalid("0"), 0),
    ([1], [["op": "remove", "path": "/0~2"]], .pointerInvalid("/0~2"), 0),
    ([1], [["op": "remove", "path": ""]], .rootRemoved, 0),
    ([1], [["op": "remove", "path": "/1"]], .indexBeyondEnd(index: 1, last: 0), 0),
    ([1], [["op": "remove", "path": "/-"]], .indexInvalid("-"), 0),
    ([1], [["op": "remove", "path": "/00"]], .indexInvalid("00"), 0),
    ([1], [["op": "remove", "path": "/1e0"]], .indexInvalid("1e0"), 0),
    ([1], [["op": "add", "path": "/2", "value": 1]], .indexBeyondEnd(index: 2, last: 1), 0),
    ([1], [["op": "add", "path": "/0/a", "value": 1]], .targetMissing, 0),
    (["a": 1], [["op": "replace", "path": "/b", "value": 1]], .targetMissing, 0),
    (["a": 1], [["op": "copy", "from": "/b", "path": "/a"]], .targetMissing, 0),
    (["a": [1]], [["op": "move", "from": "/a", "path": "/a/0"]], .moveIntoItself, 0),
    (["a": 1], [["op": "move", "from": "/a", "path": "/b/c"]], .targetMissing, 0),
    (["a": 1], [["op": "test", "path": "/a", "value": "1"]], .testFailed, 0),
    (
      ["a": [1, 2]],
      [
        ["op": "remove", "path": "/a/0"], ["op": "move", "from": "/a", "path": "/b"],
        ["op": "add", "path": "/c", "value": 1], ["op": "test", "path": "/b", "value": []],
      ],
      .testFailed, 3
    ),
  ]

  @Test(arguments: failures)
  func aFailingPatchLeavesTheDocumentUnchanged(
    _ document: JSON, _ patch: JSON, _ kind: JSONPatchError.Kind, _ operation: Int?
  ) throws {
    var changed = document
    let error = #expect(throws: JSONPatchError.self) {
      try changed.apply(JSONPatch(parsing: patch))
    }
    #expect(error?.kind == kind)
    #expect(error?.operation == operation)
    #expect(changed == document)
  }
}
