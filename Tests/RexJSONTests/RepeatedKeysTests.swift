import Foundation
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

  /// As with Foundation's encoders, a second container for a key adds to the first.
  @Test func nestedContainersOfAKeyAreOne() throws {
    let value = Value { encoder in
      var container = encoder.container(keyedBy: Keys.self)
      var first = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      try first.encode(1, forKey: .one)
      var again = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      try again.encode(2, forKey: .two)
      try first.encode(3, forKey: .first)
      var elements = container.nestedUnkeyedContainer(forKey: .again)
      try elements.encode(1)
      var more = container.nestedUnkeyedContainer(forKey: .again)
      #expect(more.count == 1)
      try more.encode(2)
      try elements.encode(3)
    }
    let bytes = try JSONDocumentEncoder().encodeBytes(value)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"inner":{"one":1,"two":2,"first":3},"again":[1,2,3]}"#)
    #expect(try JSON(parsing: bytes) == JSON(parsing: Array(JSONEncoder().encode(value))))
  }

  /// Looking for the first container does not take longer the more members there are.
  @Test func nestedContainersOfManyKeysAreOneEach() throws {
    let names = (0..<20_000).map { "\($0)" }
    let document = try JSONDocumentEncoder().encode(
      Value { encoder in
        var container = encoder.container(keyedBy: Name.self)
        for name in names + names.reversed() {
          var elements = container.nestedUnkeyedContainer(forKey: Name(stringValue: name))
          try elements.encode(elements.count)
        }
      })
    #expect(document.object?.map(\.key) == names)
    #expect(document.object?.allSatisfy { $0.value == [0, 1] } == true)
  }

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Nothing is dropped: a value and a container for the same key contradict each other.
  @Test func aNestedContainerInPlaceOfAnotherValueThrows() {
    #expect(throws: EncodingError.self) {
      try text { encoder in
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode("x", forKey: .again)
        _ = container.nestedContainer(keyedBy: Keys.self, forKey: .again)
      }
    }
    #expect(throws: EncodingError.self) {
      try text { encoder in
        var container = encoder.container(keyedBy: Keys.self)
        _ = container.nestedUnkeyedContainer(forKey: .again)
        _ = container.nestedContainer(keyedBy: Keys.self, forKey: .again)
      }
    }
  }

  @Test func aValueReplacesANestedContainer() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Keys.self)
      var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      try inner.encode(1, forKey: .one)
      try container.encode(["a": 2], forKey: .inner)
    }
    #expect(text == #"{"inner":{"a":2}}"#)
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
