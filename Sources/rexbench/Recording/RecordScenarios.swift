import Foundation
import RexDiff
import RexExamples
import RexJSON

/// Turning an action's effect on a state into a patch, against encoding the whole state.
///
/// The times include the recorder's side effects: keeping the state makes the reducer copy it.
let recordScenarios: [Scenario] =
  [
    Scenario(name: "record/unchanged-10000", peer: "== of equal states") { size in
      let state = SyntheticState(messageCount: size.count(10_000))
      let copy = SyntheticState(messageCount: size.count(10_000))
      var subject = try Subject(state)
      return .time(
        ours: { try subject.record { _, _ in } },
        peer: { state == copy ? 1 : 0 },
        result: { subject.document })
    },
    chatScenario(name: "record/scalar-of-10000", count: 10_000) { state, _ in
      state.isLoadingMessages.toggle()
    },
    change(of: 10), change(of: 1000), change(of: 10_000), change(of: 100_000),
    chatScenario(name: "record/insert-at-0-of-1000", count: 1000) { state, step in
      if step.isMultiple(of: 2) {
        state.messages.insert(SyntheticMessage(number: 5000), at: 0)
      } else {
        state.messages.removeFirst()
      }
    },
    shuffle,
    chatScenario(name: "record/append-1000", count: 1000) { state, step in
      if step.isMultiple(of: 2) {
        state.messages.append(SyntheticMessage(number: 5000))
      } else {
        state.messages.removeLast()
      }
    },
    chatScenario(name: "record/remove-middle-of-1000", count: 1000) { state, step in
      if step.isMultiple(of: 2) {
        state.messages.remove(at: state.messages.count / 2)
      } else {
        state.messages.insert(SyntheticMessage(number: 5000), at: state.messages.count / 2)
      }
    },
  ] + shapeScenarios + reflectionScenarios + recordMemoryScenarios

private func change(of count: Int) -> Scenario {
  chatScenario(name: "record/change-1-of-\(count)", count: count) { state, step in
    let index = step &* 7919 % state.messages.count
    state.messages[index].body = "Message \(step): changed by this action, as it happens"
  }
}

/// The orders are prepared, since shuffling takes about as long as recording it.
private let shuffle = recordScenario(
  name: "record/shuffle-1000", state: { SyntheticState(messageCount: $0.count(1000)) },
  preparing: { initial in
    let orders = (0..<16).map { step in
      var random = StepGenerator(step: step)
      return initial.messages.shuffled(using: &random)
    }
    return { state, step in state.messages = orders[step % orders.count] }
  })

private func chatScenario(
  name: String, count: Int, _ change: @escaping @Sendable (inout SyntheticState, Int) -> Void
) -> Scenario {
  recordScenario(name: name, change) { SyntheticState(messageCount: $0.count(count)) }
}

/// A scenario that changes a state repeatedly, and records each change.
func recordScenario<State: Encodable & SendableMetatype>(
  name: String, _ change: @escaping @Sendable (inout State, Int) -> Void,
  state: @escaping @Sendable (Scenario.Size) -> State
) -> Scenario {
  recordScenario(name: name, state: state) { _ in change }
}

/// The same with changes that are prepared outside of the measurement.
private func recordScenario<State: Encodable & SendableMetatype>(
  name: String, state: @escaping @Sendable (Scenario.Size) -> State,
  preparing: @escaping @Sendable (State) -> (inout State, Int) -> Void
) -> Scenario {
  Scenario(name: name, peer: "JSONEncoder, whole state") { size in
    let initial = state(size)
    let change = preparing(initial)
    let encoder = JSONEncoder()
    var subject = try Subject(initial)
    return .time(
      ours: { try subject.record(change) },
      peer: { try encoder.encode(initial).count },
      result: { try Subject(initial).recordOnce(change) })
  }
}

/// A state with its encoder.
private struct Subject<State: Encodable> {
  private var state: State
  private let encoder: StateEncoder<State>
  private var patch: [UInt8] = []
  private var step = 0

  init(_ state: State) throws {
    self.state = state
    encoder = try StateEncoder(state)
  }

  /// Changes the state and writes the patch; returns the patch's number of bytes.
  mutating func record(_ change: (inout State, Int) -> Void) throws -> Int {
    change(&state, step)
    step += 1
    patch.removeAll(keepingCapacity: true)
    try encoder.update(to: state, patch: &patch)
    return patch.count
  }

  /// The bytes of the first patch.
  consuming func recordOnce(_ change: (inout State, Int) -> Void) throws -> [UInt8] {
    _ = try record(change)
    return patch
  }

  var document: [UInt8] {
    var bytes: [UInt8] = []
    encoder.writeDocument(into: &bytes)
    return bytes
  }
}

/// Numbers that depend on the step alone.
private struct StepGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(step: Int) { state = UInt64(step) }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
