import RexJSON
import TestSupport
import Testing

/// A key that is encoded twice has its last value, at its first position.
@Suite struct RepeatedKeysTests {
  private enum Keys: String, CodingKey {
    case first
    case again
    case inner
    case one
    case two
  }

  /// Encodes with a closure.
  private struct Value: Encodable {
    let body: (any Encoder) throws -> Void

    init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }

    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private func text(_ body: @escaping (any Encoder) throws -> Void) throws -> String {
    String(decoding: try JSONDocumentEncoder().encodeBytes(Value(body)), as: UTF8.self)
  }

  @Test func objects() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(["a": 1, "b": 2], forKey: .again)
      try container.encode(0, forKey: .first)
      try container.encode(["b": 3], forKey: .again)
    }
    #expect(text == #"{"again":{"b":3},"first":0}"#)
  }

  @Test func arraysAndScalars() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode([1, 2, 3], forKey: .again)
      try container.encode([4], forKey: .again)
      try container.encode(["a": 1], forKey: .first)
      try container.encodeNil(forKey: .first)
      try container.encode("x", forKey: .one)
      try container.encode([String: Int](), forKey: .one)
    }
    #expect(text == #"{"again":[4],"first":null,"one":{}}"#)
  }

  @Test func nestedContainers() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Keys.self)
      var earlier = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      var last = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      try last.encode(2, forKey: .two)
      try earlier.encode(1, forKey: .one)
      var elements = container.nestedUnkeyedContainer(forKey: .again)
      try elements.encode(1)
      elements = container.nestedUnkeyedContainer(forKey: .again)
      try elements.encode(2)
    }
    #expect(text == #"{"inner":{"two":2},"again":[2]}"#)
  }

  @Test func superEncoders() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Keys.self)
      try ["a": 1].encode(to: container.superEncoder())
      try ["b": 2].encode(to: container.superEncoder())
      try ["a": 1].encode(to: container.superEncoder(forKey: .inner))
      try container.encode(["b": 2], forKey: .inner)
    }
    #expect(text == #"{"super":{"b":2},"inner":{"b":2}}"#)
  }

  /// The members of the two values do not mix; the dictionary's order decides which value is used.
  @Test func dictionaryKeysWithOneCodingKey() throws {
    struct Key: Hashable, CodingKeyRepresentable, Encodable {
      var number: Int
      var codingKey: any CodingKey { Keys.one }
      init(_ number: Int) { self.number = number }
      init?(codingKey: some CodingKey) { nil }
    }
    let values = [Key(1): ["a": 1], Key(2): ["b": 2]]
    let text = String(decoding: try JSONDocumentEncoder().encodeBytes(values), as: UTF8.self)
    #expect([#"{"one":{"a":1}}"#, #"{"one":{"b":2}}"#].contains(text))
  }

  /// Both write into one object, as a class and its superclass may.
  @Test func containersOfOneEncoder() throws {
    let text = try text { encoder in
      var first = encoder.container(keyedBy: Keys.self)
      try first.encode(1, forKey: .one)
      var second = encoder.container(keyedBy: Keys.self)
      try second.encode(2, forKey: .two)
    }
    #expect(text == #"{"one":1,"two":2}"#)
  }
}
