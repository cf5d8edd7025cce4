import RexJSON
import RexQuery
import Testing

/// The values that differ, of those that `changed()` compares.
@Suite struct ReadingChangesTests {
  /// A change as text: the path, and the values around an arrow.
  private func changes(
    _ query: String, from before: JSON, to after: JSON, nodesMax: Int = 10
  ) throws -> (count: Int, first: [String])? {
    let readings = try Condition("changed(\(query))").readings(
      in: Moment(after: after, before: before), nodesMax: nodesMax)
    return readings[0].changes.map { changes in
      let texts = changes.first.map { change in
        let values = [change.before, change.after].map { $0?.description ?? "-" }
        return "\(change.pointer) \(values.joined(separator: " → "))"
      }
      return (changes.count, texts)
    }
  }

  @Test(
    arguments: [
      ("$.a[*]", ["a": [1, 2, 3]], ["a": [1, 5, 3]], ["/a/1 2 → 5"]),
      ("$.a[*]", ["a": [1, 2]], ["a": [0, 1, 2]], ["/a/0 - → 0"]),
      ("$.a[*]", ["a": [1, 2, 3]], ["a": [1, 3]], ["/a/1 2 → -"]),
      ("$.a[*]", ["a": [1, 1]], ["a": [1]], ["/a/1 1 → -"]), ("$.a[*]", ["a": []], ["a": []], []),
      (
        "$.a[*].n", ["a": ["x": ["n": 1]]], ["a": ["y": ["n": 1]]],
        ["/a/y/n - → 1", "/a/x/n 1 → -"]
      ),
      (
        "$.a.*", ["a": ["x": 2, "y": 2]], ["a": ["z": 2]],
        ["/a/z - → 2", "/a/x 2 → -", "/a/y 2 → -"]
      ),
      ("$['a','b']", ["a": 1, "b": 2], ["a": 1, "b": 3], ["/b 2 → 3"]),
    ] as [(String, JSON, JSON, [String])])
  func onlyTheseAreKept(_ query: String, _ before: JSON, _ after: JSON, _ expected: [String]) throws
  {
    let found = try changes(query, from: before, to: after)
    #expect(found?.first == expected)
    #expect(found?.count == expected.count)
  }

  @Test func theFirstAreKeptAndAllAreCounted() throws {
    let old = JSON.array((0..<500).map { JSON.number(JSONNumber($0)) })
    let new = JSON.array((0..<500).map { JSON.number(JSONNumber($0 < 400 ? $0 : -$0)) })
    let found = try changes("$[*]", from: old, to: new, nodesMax: 2)
    #expect(found?.count == 100)
    #expect(found?.first == ["/400 400 → -400", "/401 401 → -401"])
  }

  @Test func otherQueriesAreNotCompared() throws {
    let moment = Moment(after: ["a": [1, 2]], before: ["a": [1]])
    for text in ["changed($.a)", "contains($.a[*], 2)", "changed($.a[?@ == $$.a[0]])"] {
      #expect(try Condition(text).readings(in: moment)[0].changes == nil, "\(text)")
    }
  }
}
