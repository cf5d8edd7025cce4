import Foundation
import RexDiff
import TestSupport
import Testing

/// After each random mutation, the patch and the kept document agree with a fresh encoding.
///
/// `REXREPLAY_FUZZ_MUTATIONS` sets the total number of mutations.
@Suite struct StateFuzzTests {
  private static let mutationCount =
    ProcessInfo.processInfo.environment["REXREPLAY_FUZZ_MUTATIONS"].flatMap { Int($0) }
    ?? tries(500, gate: 2_000)

  private func follow<State: Mutable>(_ type: State.Type, share: Int) throws {
    let rounds = max(1, Self.mutationCount / share / 50)
    for seed in 0..<UInt64(rounds) {
      var random = SeededGenerator(seed: seed)
      var state = State.random(&random, depth: 3)
      var checker = try StateChecker(state)
      for step in 0..<50 {
        if random.chance(90) { state.mutate(&random, depth: 3) }
        try checker.update(to: state, "\(type) seed \(seed) step \(step)")
      }
    }
  }

  @Test func everything() throws { try follow(Everything.self, share: 4) }
  @Test func nodes() throws { try follow([Node].self, share: 10) }
  @Test func opaque() throws { try follow([Opaque].self, share: 10) }
  @Test func sets() throws { try follow(Set<Padded>.self, share: 10) }
  @Test func padded() throws { try follow([Padded].self, share: 10) }
  @Test func payloads() throws { try follow([Payload].self, share: 10) }
  @Test func dictionaries() throws { try follow([String: [Payload]].self, share: 10) }
  @Test func unexplained() throws { try follow(Unexplained.self, share: 5) }
  @Test func numbers() throws { try follow([Int].self, share: 10) }
}
