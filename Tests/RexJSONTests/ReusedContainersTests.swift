import RexJSON
import Testing

/// Reusing containers for the next value with the same type of keys does not affect the output.
@Suite struct ReusedContainersTests {
  @Test func containersOfTheSameKeysMayBeOpenAtOnce() throws {
    let tree = Tree(name: "a", children: [Tree(name: "b", children: [Tree(name: "c")])], last: 3)
    let expected =
      #"{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[],"last":0}],"#
      + #""last":0}],"last":3}"#
    let encoder = ReusedEncoder()
    for _ in 0..<8 { #expect(try text(tree, by: encoder) == expected) }
    #expect(try encoded(tree) == expected)
  }

  @Test func manyKindsOfKeysTakeTurns() throws {
    let encoder = ReusedEncoder()
    for _ in 0..<8 {
      #expect(
        try text(ManyKeys(), by: encoder) == String(repeating: #"{"key":"#, count: 12) + "1"
          + String(repeating: "}", count: 12))
    }
  }

  @Test func aValueMayKeepItsContainer() throws {
    let keeper = Keeper()
    do {
      let encoder = ReusedEncoder()
      for _ in 0..<8 { #expect(try text(keeper, by: encoder) == #"{"a":1}"#) }
      // Writes into containers of values whose encoding has ended.
      try keeper.encodeLate()
      #expect(try text(Keeper(), by: encoder) == #"{"a":1}"#)
      try keeper.encodeLate()
      #expect(try text(keeper, by: encoder) == #"{"a":1}"#)
    }
    try keeper.encodeLate()
    #expect(try encoded(Array(repeating: keeper, count: 8)).hasSuffix(#"{"a":1},{"a":1}]"#))
    try keeper.encodeLate()
  }

  @Test func aValueMayKeepItsEncoder() throws {
    let keeper = EncoderKeeper()
    weak let mark = try encodeMarked(Array(repeating: keeper, count: 8))
    var late: KeyedEncodingContainer<Keeper.Keys>? = try #require(keeper.encoder)
      .container(keyedBy: Keeper.Keys.self)
    keeper.encoder = nil
    #expect(mark != nil, "the container keeps what it writes to")
    try late?.encode(2, forKey: .late)
    late = nil
    #expect(mark == nil, "and nothing keeps it beyond that")
  }

  @Test func storedEncodersLiveAsLongAsTheirValue() throws {
    let keeper = Keeper()
    weak let mark = try encodeMarked(Array(repeating: keeper, count: 8))
    #expect(mark != nil)
    try keeper.encodeLate()
    keeper.forget()
    #expect(mark == nil)
  }

  /// Encodes a value; the mark lives as long as the encoder's memory.
  private func encodeMarked(_ value: some Encodable) throws -> Mark {
    let mark = Mark()
    var encoder = JSONDocumentEncoder()
    encoder.userInfo[try #require(CodingUserInfoKey(rawValue: "mark"))] = mark
    _ = try encoder.encodeBytes(value)
    return mark
  }

  @Test func aThrowingValueAppendsNothing() throws {
    let encoder = ReusedEncoder()
    #expect(throws: Refusal.self) { try encoder.encode([Tree(name: "a"), Tree(name: "refused")]) }
    #expect(try text(Tree(name: "a"), by: encoder) == #"{"name":"a","children":[],"last":0}"#)
  }

  private func text(_ value: some Encodable, by encoder: ReusedEncoder) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

private struct Refusal: Error {}

private final class Mark: Sendable {}

/// Writes a member before its children and one after.
private struct Tree: Encodable {
  enum Keys: CodingKey {
    case name
    case children
    case last
  }

  var name: String
  var children: [Tree] = []
  var last = 0

  func encode(to encoder: any Encoder) throws {
    guard name != "refused" else { throw Refusal() }
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(name, forKey: .name)
    try container.encode(children, forKey: .children)
    try container.encode(last, forKey: .last)
  }
}

/// Keeps every container that it was ever given.
private final class Keeper: Encodable {
  fileprivate enum Keys: CodingKey {
    case a
    case late
  }

  private var containers: [KeyedEncodingContainer<Keys>] = []

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(1, forKey: .a)
    containers.append(container)
  }

  func forget() { containers = [] }

  func encodeLate() throws {
    for index in containers.indices { try containers[index].encode(2, forKey: .late) }
  }
}

/// Keeps the encoder that it was given.
private final class EncoderKeeper: Encodable {
  var encoder: (any Encoder)?

  func encode(to encoder: any Encoder) throws {
    self.encoder = encoder
    var container = encoder.container(keyedBy: Keeper.Keys.self)
    try container.encode(1, forKey: .a)
  }
}

/// Nested objects, each with its own type of keys.
private struct ManyKeys: Encodable {
  enum Key<Kind>: String, CodingKey { case key }

  func encode(to encoder: any Encoder) throws {
    try encode(to: encoder.container(keyedBy: Key<Int>.self), depth: 1)
  }

  private func encode<Kind>(
    to container: KeyedEncodingContainer<Key<Kind>>, depth: Int
  ) throws {
    var container = container
    guard depth < 12 else { return try container.encode(1, forKey: .key) }
    try encode(
      to: container.nestedContainer(keyedBy: Key<[Kind]>.self, forKey: .key), depth: depth + 1)
  }
}
