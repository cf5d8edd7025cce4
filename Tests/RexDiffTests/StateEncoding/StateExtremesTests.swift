import Foundation
import RexDiff
import RexJSON
import Testing

/// States that are very large, deeply nested, or made of rarely encoded types.
@Suite struct StateExtremesTests {
  private func replaceOperation(_ path: String, _ value: JSON) -> JSON {
    [["op": "replace", "path": .string(path), "value": value]]
  }

  @Test func tenMegabytes() throws {
    var state = (0..<10_000).map { String(repeating: "element \($0) ", count: 80) }
    let encoder = try StateEncoder(state)
    #expect(encoder.documentByteCount > 10_000_000)
    var patch: [UInt8] = []
    for step in 0..<5 {
      state[step * 999] = "changed by step \(step)"
      patch = []
      try encoder.update(to: state, patch: &patch)
      #expect(
        String(decoding: patch, as: UTF8.self)
          == #"[{"op":"replace","path":"/\#(step * 999)","value":"changed by step \#(step)"}]"#)
    }
    #expect(try encoder.check(state, patch: &patch) == nil)
  }

  /// A chain of structs, each of which is one level of the document.
  private indirect enum Chain: Encodable {
    case end(Int)
    case link(Chain)

    enum Keys: CodingKey { case next, end }

    init(depth: Int, number: Int) {
      self = depth == 1 ? .end(number) : .link(Chain(depth: depth - 1, number: number))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      switch self {
      case .end(let number): try container.encode(number, forKey: .end)
      case .link(let next): try container.encode(next, forKey: .next)
      }
    }
  }

  @Test func hundredLevels() throws {
    var checker = try StateChecker(Chain(depth: 100, number: 1))
    let path = String(repeating: "/next", count: 99) + "/end"
    try checker.update(to: Chain(depth: 100, number: 2))
    #expect(checker.patch.json == replaceOperation(path, 2))
    try checker.update(to: Chain(depth: 99, number: 2))
    try checker.update(to: Chain(depth: 100, number: 2))
  }

  @Test func hundredLevelsOfArrays() throws {
    func nested(_ depth: Int, _ leaf: Leveled) -> Leveled {
      depth == 0 ? leaf : .levels([nested(depth - 1, leaf)])
    }
    var checker = try StateChecker(nested(99, .levels([.number(1)])))
    try checker.update(to: nested(99, .levels([.number(2)])))
    #expect(
      checker.patch.json == replaceOperation(String(repeating: "/0", count: 100), 2))
  }

  private enum Leveled: Encodable {
    case number(Int)
    case levels([Leveled])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .levels(let levels): try container.encode(levels)
      }
    }
  }

  @Test func slicesAndTuplesInCustomEncodings() throws {
    struct State: Encodable {
      var pair = (name: "a name longer than fifteen bytes", count: 1)
      var slice = Array(0..<500)[100..<300]

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(pair.name)
        try container.encode(pair.count)
        try container.encode(Array(slice))
      }
    }
    var state = State()
    var checker = try StateChecker(state)
    state.pair.count = 2
    try checker.update(to: state)
    #expect(checker.patch.json == replaceOperation("/1", 2))
    state.slice[150] = -1
    try checker.update(to: state)
    #expect(checker.patch.json == replaceOperation("/2/50", -1))
    state.slice.removeFirst(10)
    try checker.update(to: state)
  }

  @Test func superEncodersOfStructs() throws {
    struct State: Encodable {
      var inner = Array(0..<300)
      var number = 1
      enum Keys: CodingKey { case number, parent }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try inner.encode(to: container.superEncoder())
        try number.encode(to: container.superEncoder(forKey: .parent))
        try container.encode(number, forKey: .number)
      }
    }
    var state = State()
    var checker = try StateChecker(state)
    state.inner[7] = -1
    try checker.update(to: state)
    #expect(checker.patch.json == replaceOperation("/super/7", -1))
    state.number = 2
    try checker.update(to: state)
    #expect(checker.patch.operations.count == 2)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func inlineArrays() throws {
    struct Row: Encodable {
      var cells: InlineArray<4, Int> = [1, 2, 3, 4]
      var names: InlineArray<2, String> = ["a name longer than fifteen bytes", "b"]

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for index in cells.indices { try container.encode(cells[index]) }
        for index in names.indices { try container.encode(names[index]) }
      }
    }
    var rows = Array(repeating: Row(), count: 200)
    var checker = try StateChecker(rows)
    rows[100].cells[2] = -1
    try checker.update(to: rows)
    #expect(checker.patch.json == replaceOperation("/100/2", -1))
    rows[7].names[1] = "changed"
    try checker.update(to: rows)
    #expect(checker.patch.json == replaceOperation("/7/5", "changed"))
  }

  @Test func vectorsInLongArrays() throws {
    var state = (0..<300).map { SIMD4<Double>(repeating: Double($0)) }
    var checker = try StateChecker(state)
    state[200].z = -0.0
    try checker.update(to: state)
    #expect(checker.patch.json == replaceOperation("/200/2", -0.0))
    state[200].z = .nan
    try checker.update(to: state)
    #expect(checker.patch.json == replaceOperation("/200/2", "NaN"))
  }
}
