import Foundation
import TestSupport
import Testing

@testable import RexDiff

/// Large dictionaries and sets that change a little at a time; the encoder tracks their entries.
@Suite struct LongEntriesTests {
  /// Checks updates to a state that changes in place, stays the same, grows, and returns to earlier
  /// values.
  private func follow<State: Encodable>(
    seeds: Range<UInt64> = 0..<tries(1, gate: 2), steps: Int = 40,
    _ initial: (inout SeededGenerator) -> State,
    _ mutate: (inout State, inout SeededGenerator) -> Void
  ) throws {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      var state = initial(&random)
      var checker = try StateChecker(state)
      var kept: [State] = []
      for step in 0..<steps {
        switch random.below(12) {
        case 0: kept.append(state)
        case 1: state = kept.randomElement(using: &random) ?? state
        case 2: kept.removeAll()
        case 3: break
        default: mutate(&state, &random)
        }
        for _ in 0..<(random.chance(8) ? 6 : 1) {
          try checker.update(to: state, "\(State.self) seed \(seed) step \(step)")
        }
      }
    }
  }

  private func follow<Key: Mutable & Hashable, Value: Mutable>(
    _ type: [Key: Value].Type, key: (Int) -> Key
  ) throws {
    try follow { random in
      Dictionary(uniqueKeysWithValues: (0..<100).map { (key($0), .random(&random, depth: 2)) })
    } _: { (state: inout [Key: Value], random) in
      for _ in 0..<(random.chance(10) ? 40 : 1) {
        let other = key(random.below(200))
        switch random.below(8) {
        case 0: state.mutate(&random, depth: 2)
        case 1: state[other] = .random(&random, depth: 2)
        case 2 where state.count > 70: state[other] = nil
        default: state[state.keys.randomElement(using: &random) ?? other]?.mutate(&random, depth: 2)
        }
      }
    }
  }

  @Test func dictionariesEncodedAsObjects() throws {
    try follow([String: Padded].self) { "key \($0)" }
    try follow([Int: Payload].self) { $0 }
  }

  @Test func dictionariesEncodedAsArrays() throws {
    try follow([UUID: Payload].self) { number in
      UUID(uuid: (UInt8(number), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    }
    try follow([Padded: String].self) { Padded(flag: $0.isMultiple(of: 2), number: Double($0)) }
  }

  @Test func sets() throws {
    try follow { _ in
      Set((0..<100).map { Padded(text: "element \($0)") })
    } _: { (state: inout Set<Padded>, random) in
      if state.count > 70, random.chance(50) { state.removeFirst() }
      state.insert(Padded(text: "element \(random.below(200))", last: random.chance(50)))
    }
  }

  @Test(.enabled(if: TypeMetadata.isReadable)) func oneChangedEntryIsOneShortOperation() throws {
    let long = "a value that is longer than fifteen bytes"
    var state = Dictionary(uniqueKeysWithValues: (0..<300).map { ("key \($0)", [long]) })
    var checker = try StateChecker(state)
    for number in 0..<20 {
      state["key \(number * 7)"]?[0] = "changed"
      try checker.update(to: state)
      #expect(checker.patch.operations.count == 1)
      #expect(checker.patchByteCount < 80)
    }
  }
}
