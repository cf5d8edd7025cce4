import Foundation
import RexJSON
import RexLocking
import Testing

@testable import RexDiff

/// Rounds of checks: values whose text is reused are encoded again, some in each update.
@Suite(.serialized, .enabled(if: TypeMetadata.isReadable)) struct CheckRoundTests {
  /// Encodes a text that is not part of it.
  private struct Moody: Encodable, Hashable {
    static let mood = Locked("calm")
    static let encodedNumbers = Locked<[Int]>([])

    var number: Int
    var name = "a name that is longer than fifteen bytes"

    func encode(to encoder: any Encoder) throws {
      Self.encodedNumbers.withLock { $0.append(number) }
      var container = encoder.unkeyedContainer()
      try container.encode(number)
      try container.encode(Self.mood.withLock { $0 })
    }
  }

  /// A large struct, kept as a fragment.
  private struct Large: Encodable {
    var number = 1
    var text = String(repeating: "long enough to be kept ", count: 10)
    var other = [1.5, 2.5, 3.5, 4.5]
    var moody = Moody(number: -1)
  }

  private struct State<Content: Encodable>: Encodable {
    var step = 0
    var before = (0..<100).map { Date(timeIntervalSince1970: Double($0)) }
    var content: Content
    var after = (0..<100).map { "text \($0)" }
  }

  private static let many = (0..<300).map { Moody(number: $0) }

  /// Returns after how many updates a changed mood was found; nil if it never was.
  private func updateCount<Content: Encodable>(
    toFindIn content: Content, _ change: (inout State<Content>) -> Void = { _ in }
  ) throws -> Int? {
    Moody.mood.withLock { $0 = "calm" }
    var state = State(content: content)
    let encoder = try StateEncoder(state)
    #expect(encoder.beginChecks() && !encoder.beginChecks())
    var patch: [UInt8] = []
    for _ in 0..<10 {
      state.step += 1
      change(&state)
      try encoder.update(to: state, patch: &patch)
      #expect(!encoder.foundDifference)
    }
    Moody.mood.withLock { $0 = "angry" }
    for count in 1...20_000 {
      _ = encoder.beginChecks()
      state.step += 1
      change(&state)
      try encoder.update(to: state, patch: &patch)
      guard encoder.foundDifference else { continue }
      #expect(try encoder.check(state, patch: &patch)?.unstableTypes.isEmpty == false)
      #expect(!encoder.foundDifference)
      return count
    }
    return nil
  }

  @Test func aStaleTextIsFoundWhereverItIs() throws {
    let byName = Dictionary(uniqueKeysWithValues: Self.many.map { ("name \($0.number)", $0) })
    #expect(try updateCount(toFindIn: Self.many) != nil)
    #expect(try updateCount(toFindIn: ContiguousArray(Self.many)) != nil)
    #expect(try updateCount(toFindIn: byName) != nil)
    #expect(try updateCount(toFindIn: Set(Self.many)) != nil)
    #expect(try updateCount(toFindIn: [["a": Self.many]]) != nil)
    #expect(try updateCount(toFindIn: Large()) != nil)
    #expect(try updateCount(toFindIn: Optional(Large())) != nil)
  }

  @Test func aStaleTextIsFoundInListsThatChange() throws {
    #expect(try updateCount(toFindIn: Self.many) { $0.content[7].number += 1 } != nil)
    #expect(try updateCount(toFindIn: Self.many) { $0.content.append($0.content[0]) } != nil)
    #expect(
      try updateCount(toFindIn: Self.many) {
        if $0.content.count > 200 { $0.content.removeFirst() }
      } != nil)
    let byNumber = Dictionary(uniqueKeysWithValues: Self.many.map { ($0.number, $0) })
    #expect(try updateCount(toFindIn: byNumber) { $0.content[3]?.number += 1 } != nil)
  }

  @Test func aRoundEncodesEachValueOnce() throws {
    Moody.mood.withLock { $0 = "calm" }
    var state = State(content: [Self.many, Self.many.reversed()])
    let encoder = try StateEncoder(state)
    #expect(encoder.beginChecks())
    Moody.encodedNumbers.withLock { $0 = [] }
    var updateCount = 0
    var mostAtOnce = 0
    while encoder.isChecking {
      let before = Moody.encodedNumbers.withLock(\.count)
      state.step += 1
      var patch: [UInt8] = []
      try encoder.update(to: state, patch: &patch)
      mostAtOnce = max(mostAtOnce, Moody.encodedNumbers.withLock(\.count) - before)
      updateCount += 1
    }
    let numbers = Moody.encodedNumbers.withLock { $0 }
    #expect(numbers.sorted() == (Self.many + Self.many).map(\.number).sorted())
    #expect(updateCount > 100 && mostAtOnce < 10, "\(updateCount) updates, \(mostAtOnce) at once")
    #expect(!encoder.foundDifference)
  }

  /// Without a change, what is around the values has to be encoded, which the check pays for.
  @Test func anUnchangedStateIsCheckedToo() throws {
    Moody.mood.withLock { $0 = "calm" }
    let state = State(content: Self.many)
    let encoder = try StateEncoder(state)
    _ = encoder.beginChecks()
    var patch: [UInt8] = []
    Moody.mood.withLock { $0 = "angry" }
    for _ in 0..<20_000 where !encoder.foundDifference {
      try encoder.update(to: state, patch: &patch)
    }
    #expect(encoder.foundDifference)
  }

  /// Encodes a list that is made anew each time, as a sorted one.
  private struct Sorted: Encodable {
    var values = CheckRoundTests.many + CheckRoundTests.many

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(values.sorted { $0.number < $1.number })
    }
  }

  @Test func aRoundEndsIfAListIsMadeAnewEachTime() throws {
    Moody.mood.withLock { $0 = String(repeating: "calm", count: 20) }
    let state = State(content: [Sorted(), Sorted()])
    let encoder = try StateEncoder(state)
    _ = encoder.beginChecks()
    var sliceCount = 0
    while encoder.isChecking, sliceCount < 1000 {
      try encoder.resumeChecks(of: state, byteCount: 1 << 12)
      sliceCount += 1
    }
    #expect(!encoder.isChecking && sliceCount > 3, "\(sliceCount) slices")
    var (changed, updateCount) = (state, 0)
    #expect(encoder.beginChecks())
    while encoder.isChecking, updateCount < 50_000 {
      changed.step += 1
      var patch: [UInt8] = []
      try encoder.update(to: changed, patch: &patch)
      updateCount += 1
    }
    #expect(!encoder.isChecking, "\(updateCount) updates")
    #expect(!encoder.foundDifference)
  }
}
