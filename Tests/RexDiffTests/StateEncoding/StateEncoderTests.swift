import RexJSON
import RexLocking
import Testing

@testable import RexDiff

/// Which parts of a state are encoded, and what happens if encoding fails.
@Suite struct StateEncoderTests {
  /// Counts how often it is encoded.
  private struct Counted: Encodable {
    static let count = Locked(0)

    var flag = true
    var text = "a text that is longer than fifteen bytes"
    var number: Int

    enum Keys: CodingKey { case flag, text, number }

    func encode(to encoder: any Encoder) throws {
      Self.count.withLock { $0 += 1 }
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(flag, forKey: .flag)
      try container.encode(text, forKey: .text)
      try container.encode(number, forKey: .number)
    }
  }

  private struct State: Encodable {
    var title = "News"
    var elements: [Counted]
    var others: [String: [Counted]] = [:]
  }

  private func patch<T: Encodable>(
    _ encoder: StateEncoder<T>, _ state: T
  ) throws -> String {
    var bytes: [UInt8] = []
    try encoder.update(to: state, patch: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(.enabled(if: TypeMetadata.isReadable)) func onlyChangesAreEncoded() throws {
    var state = State(
      elements: (0..<1000).map { Counted(number: $0) },
      others: ["a": (0..<100).map { Counted(number: $0) }])
    let encoder = try StateEncoder(state)
    func encodings(_ change: (inout State) -> Void) throws -> Int {
      change(&state)
      Counted.count.withLock { $0 = 0 }
      _ = try patch(encoder, state)
      return Counted.count.withLock { $0 }
    }
    #expect(try encodings { _ in } == 0)
    #expect(try encodings { $0.title = "Old news" } == 0)
    #expect(try encodings { $0.elements[500].number = -1 } == 1)
    #expect(try encodings { $0.others["a"]?[7].flag = false } == 1)
    #expect(try encodings { $0.elements.insert(Counted(number: -2), at: 0) } == 1)
    #expect(try encodings { $0.elements.remove(at: 300) } == 0)
    #expect(try encodings { $0.elements.reverse() } == 0)
    #expect(try encodings { $0.elements.append(Counted(number: -3)) } == 1)
  }

  @Test(.enabled(if: TypeMetadata.isReadable)) func forwardedEncodingsAreCompared() throws {
    enum Encodings {
      static let count = Locked(0)
    }
    struct Value: Encodable {
      var number = 1
      enum Keys: CodingKey { case number }
      func encode(to encoder: any Encoder) throws {
        Encodings.count.withLock { $0 += 1 }
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(number, forKey: .number)
      }
    }
    final class Forwarding: Encodable {
      var value = Value()
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    let state = Forwarding()
    let encoder = try StateEncoder(state)
    #expect(try patch(encoder, state) == "[]")
    #expect(Encodings.count.withLock { $0 } == 1)
    state.value.number = 2
    #expect(
      try patch(encoder, state) == #"[{"op":"replace","path":"/number","value":2}]"#)
    #expect(Encodings.count.withLock { $0 } == 2)
  }

  @Test(.enabled(if: TypeMetadata.isReadable)) func vouchedTypesAreTrusted() throws {
    final class Shared: Encodable {
      var number = 1
    }
    let state = Array(repeating: Shared(), count: 500)
    let encoder = try StateEncoder(state, vouchingFor: [Shared.self])
    state[0].number = 2
    // The app vouched wrongly, so only a check finds the change.
    #expect(try patch(encoder, state) == "[]")
    var bytes: [UInt8] = []
    let mismatch = try encoder.check(state, patch: &bytes)
    #expect(mismatch?.pointer == JSONPointer("/0/number"))
    #expect(mismatch?.unstableTypes.count == 1)
    state[0].number = 3
    #expect(try patch(encoder, state) != "[]")
    #expect(try encoder.check(state, patch: &bytes) == nil)
  }

  @Test(.enabled(if: TypeMetadata.isReadable)) func impureEncodingIsFoundAndCorrected() throws {
    enum Clock {
      static let time = Locked(1)
    }
    struct Impure: Encodable {
      var text = "a text that is longer than fifteen bytes"
      enum Keys: CodingKey { case text, time }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(text, forKey: .text)
        try container.encode(Clock.time.withLock { $0 }, forKey: .time)
      }
    }
    var state = Array(repeating: Impure(), count: 200)
    let encoder = try StateEncoder(state)
    var document = try JSONDocumentEncoder().encode(state)
    Clock.time.withLock { $0 = 2 }
    state[3].text = "changed"
    try document.apply(JSONPatch(parsing: JSON(parsing: patch(encoder, state))))
    #expect(document["0"] == nil)
    var correction: [UInt8] = []
    let mismatch = try #require(try encoder.check(state, patch: &correction))
    #expect(mismatch.pointer == JSONPointer("/0/time"))
    #expect(mismatch.unstableTypes.count == 1)
    try document.apply(JSONPatch(parsing: JSON(parsing: correction)))
    #expect(try document == JSONDocumentEncoder().encode(state))

    Clock.time.withLock { $0 = 3 }
    try document.apply(JSONPatch(parsing: JSON(parsing: patch(encoder, state))))
    #expect(try document == JSONDocumentEncoder().encode(state))
  }

  @Test func failedEncodingChangesNothing() throws {
    struct Failing: Encodable {
      struct Failure: Error {}
      var fails = false
      var numbers = Array(0..<1000)
      enum Keys: CodingKey { case numbers }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(numbers, forKey: .numbers)
        if fails { throw Failure() }
      }
    }
    let encoder = try StateEncoder([Failing()])
    var state = [Failing(fails: true)]
    state[0].numbers[5] = -1
    var bytes: [UInt8] = [1]
    #expect(throws: Failing.Failure.self) { try encoder.update(to: state, patch: &bytes) }
    #expect(bytes == [1])
    state[0].fails = false
    #expect(
      try patch(encoder, state)
        == #"[{"op":"replace","path":"/0/numbers/5","value":-1}]"#)
  }

  @Test func failedEncodingLeavesTheRetainedStateUnchanged() throws {
    struct Failing: Encodable {
      struct Failure: Error {}
      var fails = false
      var text = "a text that is longer than fifteen bytes"
      enum Keys: CodingKey { case text }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(text, forKey: .text)
        if fails { throw Failure() }
      }
    }
    var state = Failing()
    let encoder = try StateEncoder(state)
    for step in 0..<4 {
      state.text = "the text of step \(step), which is longer than fifteen bytes"
      #expect(try patch(encoder, state) != "[]")
      state.fails = true
      #expect(throws: Failing.Failure.self) { try patch(encoder, state) }
      state.fails = false
      #expect(try patch(encoder, state) == "[]")
    }
  }

  @Test func patchesAreAppended() throws {
    let encoder = try StateEncoder(1)
    var bytes = Array(#"{"patch":"#.utf8)
    try encoder.update(to: 2, patch: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"patch":[{"op":"replace","path":"","value":2}]"#)
  }
}
