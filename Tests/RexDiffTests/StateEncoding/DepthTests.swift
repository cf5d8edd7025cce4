import RexDecoding
import RexDiff
import RexJSON
import TestSupport
import Testing

/// Values of the maximum depth, on the stack of a secondary thread.
///
/// A debug build is the strictest test, since its stack frames are the largest.
@Suite struct DepthTests {
  private static let depthMax = JSONLimits.valueDepthMax

  private struct Node: Codable, Equatable {
    var number = 0
    var text = "a text that is longer than fifteen bytes"
    var inner: [Node] = []
  }

  private struct Entry: Codable, Equatable {
    var number = 0
    var inner: [String: Entry] = [:]
  }

  private struct Member: Codable, Hashable {
    var number = 0
    var inner: Set<Member> = []
  }

  private indirect enum Sum: Codable, Equatable {
    case end(Int)
    case link(Sum)
  }

  private final class Link: Codable, Equatable {
    var number = 0
    var inner: Link?

    init(number: Int = 0, inner: Link? = nil) { (self.number, self.inner) = (number, inner) }

    static func == (left: Link, right: Link) -> Bool {
      left.number == right.number && left.inner == right.inner
    }
  }

  private enum Levels: Codable, Equatable {
    case end(Int)
    case level([Levels])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .end(number)
      } else {
        self = .level(try container.decode([Levels].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .end(let number): try container.encode(number)
      case .level(let levels): try container.encode(levels)
      }
    }
  }

  @Test func arraysOfStructs() throws {
    try follow(levelsEach: 2, innermost: 2) {
      Node(number: $0)
    } around: {
      Node(inner: [$0])
    }
  }

  @Test func dictionaries() throws {
    try follow(levelsEach: 2, innermost: 2) {
      Entry(number: $0)
    } around: {
      Entry(inner: ["a": $0])
    }
  }

  @Test func sets() throws {
    try follow(levelsEach: 2, innermost: 2) {
      Member(number: $0)
    } around: {
      Member(inner: [$0])
    }
  }

  @Test func indirectEnums() throws {
    try follow(levelsEach: 2, innermost: 2) {
      Sum.end($0)
    } around: {
      Sum.link($0)
    }
  }

  @Test func classes() throws {
    try follow(levelsEach: 1, innermost: 1) {
      Link(number: $0)
    } around: {
      Link(inner: $0)
    }
  }

  @Test func arraysOfArrays() throws {
    try follow(levelsEach: 1, innermost: 0) {
      Levels.end($0)
    } around: {
      Levels.level([$0])
    }
  }

  @Test func corrections() throws {
    func innermost(of link: Link) -> Link { link.inner.map(innermost) ?? link }
    try onSmallStack {
      let state = (1..<Self.depthMax).reduce(Link()) { link, _ in Link(inner: link) }
      let encoder = try StateEncoder([state.inner], vouchingFor: [Link.self])
      innermost(of: state).number = 1
      var patch: [UInt8] = []
      #expect(try encoder.check([state.inner], patch: &patch)?.pointer.tokens.last == "number")
    }
  }

  /// A cycle of references ends, with the same text wherever it is encoded.
  @Test func cycles() throws {
    try onSmallStack {
      let link = Link()
      link.inner = link
      defer { link.inner = nil }
      let bytes = try JSONDocumentEncoder().encodeBytes([link])
      #expect(String(decoding: bytes, as: UTF8.self).contains(DeepValue.marker))
      var document: [UInt8] = []
      try StateEncoder([link]).writeDocument(into: &document)
      #expect(document == bytes)
    }
  }

  /// A document of any depth is cut like a value.
  @Test(arguments: [0, 3], [1, 126, 128, 129, 300])
  func documents(_ levelsAround: Int, _ depth: Int) throws {
    let document = (0..<depth).reduce(JSON.null) { inner, level in
      level % 2 == 0 ? [inner] : ["a": inner]
    }
    let bytes = try onSmallStack {
      switch levelsAround {
      case 0: try JSONDocumentEncoder().encodeBytes(document)
      default: try JSONDocumentEncoder().encodeBytes([["b": [document]]])
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(DeepValue.marker) == (levelsAround + depth > JSONLimits.valueDepthMax))
    var limits = JSONLimits.standard
    limits.depthMax = JSONLimits.valueDepthMax
    _ = try JSON(parsing: bytes, limits: limits)
  }

  private final class Twin: Encodable {
    var left: Twin?
    var right: Twin?
  }

  /// A cycle through two references has too many paths, so it ends with an error.
  @Test func cyclesOfTwoReferences() throws {
    try onSmallStack {
      let twin = Twin()
      (twin.left, twin.right) = (twin, twin)
      defer { (twin.left, twin.right) = (nil, nil) }
      #expect(throws: EncodingError.self) { try JSONDocumentEncoder().encodeBytes(twin) }
      #expect(throws: EncodingError.self) { try StateEncoder([twin]) }
    }
  }

  private final class Chain: Encodable {
    var number = 0
    var inner: Chain?

    enum Key: CodingKey { case number, inner }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: .number)
      try inner?.encode(to: container.superEncoder(forKey: .inner))
    }
  }

  /// Values that encode others by themselves are left out as a whole.
  @Test func cyclesOfEncoders() throws {
    try onSmallStack {
      let chain = Chain()
      chain.inner = chain
      defer { chain.inner = nil }
      let document = try JSONDocumentEncoder().encode(["a": chain])
      #expect(document == ["a": .string(DeepValue.marker)])
    }
  }

  /// Encodes, updates, checks and decodes at the limit; what is beyond it is left out.
  private func follow<Value: Codable & Equatable>(
    levelsEach: Int, innermost: Int, _ make: @escaping (Int) -> Value,
    around wrap: @escaping (Value) -> Value
  ) throws {
    func nested(_ depth: Int, _ number: Int) -> Value {
      (0..<(depth - innermost) / levelsEach).reduce(make(number)) { value, _ in wrap(value) }
    }
    try onSmallStack {
      let value = nested(Self.depthMax, 1)
      let bytes = try JSONDocumentEncoder().encodeBytes(value)
      #expect(try JSONDocumentDecoder().decode(Value.self, from: bytes) == value)
      var checker = try StateChecker(value)
      try checker.update(to: nested(Self.depthMax, 2))
      #expect(checker.patch.operations.count == 1)
      try checker.update(to: nested(Self.depthMax / 2, 2))
      try checker.update(to: nested(Self.depthMax, 3))

      let tooDeep = nested(Self.depthMax + levelsEach, 1)
      let cut = try JSONDocumentEncoder().encodeBytes(tooDeep)
      #expect(String(decoding: cut, as: UTF8.self).contains(DeepValue.marker))
      try checker.update(to: tooDeep)
      #expect(throws: JSONError.self) {
        try JSONDocumentDecoder().decode(
          Value.self, from: Array(repeating: UInt8(ascii: "["), count: Self.depthMax + 1))
      }
    }
  }
}
