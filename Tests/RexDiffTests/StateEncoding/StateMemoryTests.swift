import Foundation
import RexDiff
import Testing

/// How much memory the encoder adds to that of the state, and that it frees it.
@Suite struct StateMemoryTests {
  private struct Item: Encodable {
    var id = UUID()
    var title = "a title of some words, as items have them"
    var number: Int
    var tags = ["one", "two"]
    var isDone = false
  }

  /// The number of bytes held per byte of the document, after some changes.
  private func share<State: Encodable>(
    of state: State, _ change: (inout State, Int) -> Void
  ) throws -> Double {
    var state = state
    let encoder = try StateEncoder(state)
    var patch: [UInt8] = []
    for step in 0..<10 {
      change(&state, step)
      try encoder.update(to: state, patch: &patch)
    }
    return Double(encoder.heldByteCount) / Double(encoder.documentByteCount)
  }

  @Test func memoryIsLessThanOneAndAHalfTimesTheText() throws {
    let items = (0..<6000).map { Item(number: $0) }
    #expect(try share(of: items) { $0[$1].number += 1 } < 1.5)
    #expect(try share(of: items) { $0.swapAt($1, 100 + $1) } < 1.5)
    let byName = Dictionary(uniqueKeysWithValues: items.map { ("item \($0.number)", $0) })
    #expect(try share(of: byName) { $0["item \($1)"]?.number += 1 } < 1.5)
    let numbers = Array(100_000..<200_000)
    #expect(try share(of: numbers) { $0[$1] += 1 } < 1.5)
  }

  @Test func retainedValuesAreFreedWithTheEncoder() throws {
    final class Shared: Encodable {
      var number = 1
    }
    struct Holder: Encodable {
      var shared = Shared()
      var number = 0
    }
    weak var last: Shared?
    var state: [Holder]? = (0..<200).map { _ in Holder() }
    var encoder: StateEncoder? = try StateEncoder(state ?? [], vouchingFor: [Shared.self])
    var patch: [UInt8] = []
    for step in 0..<5 {
      state?[step].number += 1
      try encoder?.update(to: state ?? [], patch: &patch)
    }
    last = state?.last?.shared
    state = nil
    encoder = nil
    #expect(last == nil)
  }
}
