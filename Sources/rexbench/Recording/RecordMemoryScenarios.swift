import RexDiff
import RexExamples

/// What the encoder holds on top of the app's state, against the state's JSON bytes.
let recordMemoryScenarios: [Scenario] = [
  memory(name: "record/memory-10000", state: chat) { _, _ in },
  memory(name: "record/memory-followed-10000", state: chat) { state, step in
    state.messages[step &* 7919 % state.messages.count].body = "changed by action \(step)"
  },
  memory(name: "record/memory-dictionary-10000") { size in
    Dictionary(
      uniqueKeysWithValues: (0..<size.count(10_000)).map {
        ("message-\($0)", SyntheticMessage(number: $0))
      })
  } change: { state, step in
    state["message-\(step &* 7919 % state.count)"]?.body = "changed by action \(step)"
  },
  memory(name: "record/memory-padded-100000") { size in
    (0..<size.count(100_000)).map { Padded(text: "padded \($0)", number: Double($0)) }
  } change: { state, step in
    state[step &* 7919 % state.count].number += 1
  },
  memory(name: "record/memory-numbers-100000") { size in
    (0..<size.count(100_000)).map { $0 &* 7919 % 100_000 }
  } change: { state, step in
    state[step &* 7919 % state.count] = step
  },
]

private func chat(_ size: Scenario.Size) -> SyntheticState {
  SyntheticState(messageCount: size.count(10_000))
}

private func memory<State: Encodable & SendableMetatype>(
  name: String, state: @escaping @Sendable (Scenario.Size) -> State,
  change: @escaping @Sendable (inout State, Int) -> Void
) -> Scenario {
  Scenario(name: name, peer: "JSON bytes of the state") { size in
    var state = state(size)
    let encoder = try StateEncoder(state)
    var patch: [UInt8] = []
    for step in 0..<20 {
      change(&state, step)
      try encoder.update(to: state, patch: &patch)
    }
    return .figure(
      unit: "bytes",
      ours: { Double(encoder.heldByteCount) },
      peer: { Double(encoder.documentByteCount) },
      result: {
        var document: [UInt8] = []
        encoder.writeDocument(into: &document)
        return document
      })
  }
}
