import RexJSON
import RexLocking
import Testing

@testable import RexDiff

/// Encodings that depend on more than a value's bytes: on its coding path, or on something outside.
@Suite struct CorrectionTests {
  /// Writes the path that it was encoded at.
  private struct Placed: Encodable, Hashable {
    var number: Int
    var text = "a text that is longer than fifteen bytes"

    enum Keys: CodingKey { case number, path }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(number, forKey: .number)
      let path = container.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      try container.encode("/" + path.joined(separator: "/"), forKey: .path)
    }
  }

  private struct State: Encodable {
    struct Inner: Encodable {
      var list: [Placed]
      var single: Placed
      var names = ["some", "more", "bytes"]
    }

    var lists: [[Placed]]
    var byName: [String: Placed]
    var byNumber: [Double: [Placed]]
    var set: Set<Placed>
    var inner: [Inner]
    var title = "News"

    init(count: Int) {
      let list = (0..<count).map { Placed(number: $0) }
      lists = [list, list]
      byName = Dictionary(uniqueKeysWithValues: list.map { ("name \($0.number)", $0) })
      byNumber = Dictionary(uniqueKeysWithValues: list.map { (Double($0.number), [$0]) })
      set = Set(list)
      inner = list.map { Inner(list: [$0], single: $0) }
    }
  }

  @Test func codingPathsAreThoseOfTheWholeDocument() throws {
    var state = State(count: 40)
    var checker = try StateChecker(state)
    state.title = "Old news"
    try checker.update(to: state)
    state.lists[1][20].number = -1
    state.byName["name 7"]?.number = -1
    state.inner[30].list[0].number = -1
    state.inner[30].single.number = -1
    state.byNumber[3]?[0].number = -1
    try checker.update(to: state)
    state.lists[0].append(Placed(number: 50))
    try checker.update(to: state)
  }

  @Test func errorsContainTheCodingPath() throws {
    struct Refusing: Encodable {
      var list = [[Twice()]]
      struct Twice: Encodable {
        func encode(to encoder: any Encoder) throws {
          var array = encoder.unkeyedContainer()
          try array.encode(1)
          var value = encoder.singleValueContainer()
          try value.encode(1)
        }
      }
    }
    do {
      _ = try StateEncoder(["a": Refusing()])
      Issue.record("nothing was thrown")
    } catch EncodingError.invalidValue(_, let context) {
      #expect(context.codingPath.map(\.stringValue) == ["a", "list", "Index 0", "Index 0"])
    }
  }

  /// A moved element keeps its cached text, which contains its old path: the next check finds the
  /// mismatch, and later checks find none.
  @Test func aTypeThatWritesItsPathIsDistrustedOnce() throws {
    var list = (0..<100).map { Placed(number: $0) }
    let encoder = try StateEncoder(list)
    var patch: [UInt8] = []
    var mismatches: [StateEncoder<[Placed]>.Mismatch] = []
    for step in 0..<10 {
      list.insert(Placed(number: -1 - step), at: step)
      try encoder.update(to: list, patch: &patch)
      if let mismatch = try encoder.check(list, patch: &patch) { mismatches.append(mismatch) }
    }
    guard TypeMetadata.isReadable else {
      #expect(mismatches.isEmpty)
      return
    }
    #expect(mismatches.count == 1)
    #expect(mismatches.first?.pointer == JSONPointer("/1/path"))
    #expect(mismatches.first?.type.contains("Placed") == true)
    #expect(mismatches.first?.unstableTypes == [String(reflecting: Placed.self)])
  }

  /// Encodes differently each time, so a mismatch is not the fault of cached text.
  private final class Fickle: Encodable {
    private let count = Locked(0)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(
        count.withLock {
          $0 += 1
          return $0
        })
    }
  }

  @Test func theThirdCorrectionWithoutAnUnstableTypeDistrustsTheState() throws {
    struct State: Encodable {
      var number = 1
      var fickle = [Fickle()]
    }
    let state = State()
    let encoder = try StateEncoder(state)
    var distrusted: [[String]] = []
    for _ in 0..<5 {
      var patch: [UInt8] = []
      let mismatch = try #require(try encoder.check(state, patch: &patch))
      #expect(mismatch.pointer == JSONPointer("/fickle/0"))
      #expect(!mismatch.type.isEmpty)
      distrusted.append(mismatch.unstableTypes)
    }
    #expect(distrusted == [[], [], [String(reflecting: State.self)], [], []])
    var patch: [UInt8] = []
    try encoder.update(to: state, patch: &patch)
    let text = String(decoding: patch, as: UTF8.self)
    #expect(text.hasPrefix(#"[{"op":"replace","path":"/fickle/0","value":"#))
  }
}
