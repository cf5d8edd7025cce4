import RexDiff
import RexJSON
import Testing

@Suite struct ComposingTests {
  static let compositions: [(JSON, JSON, JSON)] = [
    ([], [["op": "remove", "path": "/a"]], [["op": "remove", "path": "/a"]]),
    (
      [["op": "replace", "path": "/a", "value": 1]], [["op": "replace", "path": "/a", "value": 2]],
      [["op": "replace", "path": "/a", "value": 2]]
    ),
    (
      [
        ["op": "add", "path": "/a", "value": ["b": []]],
        ["op": "replace", "path": "/z", "value": 1],
      ],
      [["op": "add", "path": "/a/b/-", "value": 7]],
      [
        ["op": "add", "path": "/a", "value": ["b": [7]]],
        ["op": "replace", "path": "/z", "value": 1],
      ]
    ),
    (
      [["op": "replace", "path": "/a/b", "value": 1], ["op": "remove", "path": "/a/c"]],
      [["op": "remove", "path": "/a"]], [["op": "remove", "path": "/a"]]
    ),
    (
      [["op": "replace", "path": "/0", "value": 1], ["op": "remove", "path": "/0"]],
      [["op": "replace", "path": "/0", "value": 2]],
      [["op": "remove", "path": "/0"], ["op": "replace", "path": "/0", "value": 2]]
    ),
    (
      [["op": "replace", "path": "/a", "value": 1], ["op": "test", "path": "/a", "value": 1]],
      [["op": "replace", "path": "/a", "value": 2]],
      [
        ["op": "replace", "path": "/a", "value": 1], ["op": "test", "path": "/a", "value": 1],
        ["op": "replace", "path": "/a", "value": 2],
      ]
    ),
  ]

  @Test(arguments: compositions)
  func composes(_ first: JSON, _ second: JSON, _ both: JSON) throws {
    let composed = try JSONPatch(parsing: first).composed(with: JSONPatch(parsing: second))
    #expect(composed.json == both)
  }

  @Test func laws() throws {
    for seed in 0..<3_000 as Range<UInt64> {
      var generator = DocumentGenerator(seed: seed)
      let first = generator.document()
      var last = first
      var composed = JSONPatch()
      var operationCount = 0
      for _ in 0..<4 {
        let next = generator.changed(last)
        let patch = JSONPatch(from: last, to: next)
        operationCount += patch.operations.count
        composed = composed.composed(with: patch)
        last = next
      }
      #expect(try first.applying(composed) == last, "seed \(seed)")
      #expect(composed.operations.count <= operationCount, "seed \(seed)")
    }
  }
}
