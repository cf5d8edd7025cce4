import Foundation
import RexDiff
import RexJSON
import Testing

/// Shapes of states that a random generator does not make.
@Suite struct StateShapeTests {
  /// Checks updates from value to value and returns the last patch.
  @discardableResult
  private func follow<State: Encodable>(_ states: State...) throws -> JSON {
    var checker = try StateChecker(states[0])
    for state in states.dropFirst() {
      try checker.update(to: state)
      try checker.update(to: state)
      #expect(checker.patch.isEmpty)
      try checker.update(to: states[0])
      try checker.update(to: state)
    }
    return checker.patch.json
  }

  @Test func singleValueStates() throws {
    #expect(try follow(1, 2) == [["op": "replace", "path": "", "value": 2]])
    try follow("e\u{301}", "\u{E9}")
    try follow(Int?.none, 1)
    try follow(Double.nan, -0.0, 0.0)
    try follow([true], [])
  }

  @Test func emptyTypes() throws {
    struct Empty: Encodable {}
    struct Holder: Encodable {
      var empties: [Empty]
      var empty = Empty()
    }
    try follow(Empty(), Empty())
    try follow(Holder(empties: []), Holder(empties: Array(repeating: Empty(), count: 500)))
  }

  @Test func changesOfClassInstancesAreFound() throws {
    class Base: Encodable { var number = 1 }
    final class Derived: Base {
      var text = "a"
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(text, forKey: .text)
        try super.encode(to: container.superEncoder())
      }
      enum Keys: CodingKey { case text }
    }
    let object = Derived()
    var checker = try StateChecker([["a": object]])
    object.number = 2
    try checker.update(to: [["a": object]])
    #expect(
      checker.patch.json == [["op": "replace", "path": "/0/a/super/number", "value": 2]])
    object.text = "b"
    try checker.update(to: [["a": object]])
    #expect(checker.patch.operations.count == 1)
  }

  @Test func propertyWrappersAndCustomCollections() throws {
    @propertyWrapper struct Wrapped<Value: Encodable>: Encodable {
      var wrappedValue: Value
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
      }
    }
    struct Bag: Encodable {
      var elements: [Int]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in elements { try container.encode([element, element]) }
      }
    }
    struct State: Encodable {
      @Wrapped var numbers = Array(0..<1000)
      var bag = Bag(elements: Array(0..<200))
    }
    var next = State()
    next.numbers[500] = -1
    next.bag.elements.remove(at: 100)
    #expect(
      try follow(State(), next) == [
        ["op": "replace", "path": "/numbers/500", "value": -1],
        ["op": "remove", "path": "/bag/100"],
      ])
  }

  @Test func existentialsAndVectors() throws {
    struct State: Encodable {
      var anything: any Encodable
      var vector: SIMD3<Float> = [1, 2, 3]
      enum Keys: CodingKey { case anything, vector }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(anything, forKey: .anything)
        try container.encode(vector, forKey: .vector)
      }
    }
    try follow(
      State(anything: [1, 2]), State(anything: ["a": Array(0..<500)]),
      State(anything: "text", vector: [1, .nan, 3]))
  }

  @Test func keysThatNeedEscapes() throws {
    let keys = ["a/b", "m~n", "\"", "\\", "", "\u{1}", "e\u{301}"]
    var state = Dictionary(uniqueKeysWithValues: keys.map { ($0, Array(0..<300)) })
    var checker = try StateChecker(state)
    for key in keys {
      state[key]?[7] = -1
      try checker.update(to: state)
      #expect(checker.patch.operations.count == 1)
    }
  }

  @Test func stringsMutatedInPlace() throws {
    var state = ["a text that does not fit into a string's own bytes", "other"]
    var checker = try StateChecker(state)
    for _ in 0..<5 {
      state[0].append("!")
      try checker.update(to: state)
      #expect(checker.patch.operations.count == 1)
    }
  }

  @Test func deepStates() throws {
    struct Deep: Encodable {
      var number: Int
      var inner: [Deep] = []
    }
    func deep(_ depth: Int, _ number: Int) -> Deep {
      depth == 0 ? Deep(number: number) : Deep(number: 0, inner: [deep(depth - 1, number)])
    }
    let path = String(repeating: "/inner/0", count: 60) + "/number"
    #expect(
      try follow(deep(60, 1), deep(60, 2))
        == [["op": "replace", "path": .string(path), "value": 2]])
    try follow(deep(60, 1), deep(59, 2))
  }

  @Test func bigStates() throws {
    var state = (0..<20_000).map { "element \($0) of a state that takes its time to encode" }
    var checker = try StateChecker(state)
    state[10_000] = "changed"
    state.append("last")
    try checker.update(to: state)
    #expect(checker.patch.operations.count == 2)
    #expect(checker.patchByteCount < 200)
  }

  @Test func collectionsThatGrowAndShrink() throws {
    var state: [String: [Int]] = [:]
    var checker = try StateChecker(state)
    for count in [0, 1, 200, 2000, 3, 0, 5000] {
      state["numbers"] = Array(0..<count)
      try checker.update(to: state)
      #expect(checker.patch.operations.count == 1)
    }
  }
}
