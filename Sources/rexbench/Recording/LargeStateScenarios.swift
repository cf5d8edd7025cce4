import Foundation
import RexExamples
import RexLog
import RexRecorder

/// What a state of 24 MB of JSON costs on the dispatching thread where it is written as a whole.
let largeStateScenarios: [Scenario] = [
  largeState("recorder/first-24MB", peer: "JSONEncoder, the state") { state in
    {
      let chat = try LargeChat(state)
      return microseconds { chat.toggle() }
    }
  } theirs: { state in
    { try microseconds { _ = try JSONEncoder().encode(state) } }
  },
  largeState("recorder/start-24MB", peer: "in the foreground") { state in
    {
      let chat = try LargeChat(state, diffing: .inBackground)
      return microseconds { chat.start() }
    }
  } theirs: { state in
    {
      let chat = try LargeChat(state)
      return microseconds { chat.start() }
    }
  },
  largeState("recorder/keyframe-24MB", peer: "writing the JSON to a file") { state in
    let chat = try LargeChat(state)
    chat.toggle()
    return { microseconds { chat.toggle() } }
  } theirs: { state in
    let bytes = Array(try JSONEncoder().encode(state))
    let file = TemporaryFile()
    let sink = try FileSink(creating: file.path)
    return { try withExtendedLifetime(file) { try microseconds { try sink.append(bytes) } } }
  },
  largeState("recorder/memory-24MB", unit: "bytes", peer: "JSON bytes of the state") { state in
    {
      try peakByteCount {
        let chat = try LargeChat(state)
        for _ in 0..<3 { chat.toggle() }
      }
    }
  } theirs: { state in
    { Double(try JSONEncoder().encode(state).count) }
  },
]

/// Figures of a state, each from a function that may be called several times.
private func largeState(
  _ name: String, unit: String = "µs", peer: String,
  ours: @escaping @Sendable (SyntheticState) throws -> () throws -> Double,
  theirs: @escaping @Sendable (SyntheticState) throws -> () throws -> Double
) -> Scenario {
  Scenario(name: name, peer: peer) { size in
    let state = SyntheticState(messageCount: size.count(72_700))
    return .figure(
      unit: unit, ours: try ours(state), peer: try theirs(state),
      result: { Array("\(state.messages.count) messages".utf8) })
  }
}

private func microseconds(of body: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(body) / .microseconds(1)
}

/// A chat whose every action is recorded to a file, with a keyframe.
private final class LargeChat {
  private let file = TemporaryFile()
  private let recorder: Recorder<ChatAction, SyntheticState>
  private var state: SyntheticState

  init(_ state: SyntheticState, diffing: StateDiffing<SyntheticState> = .inline) throws {
    self.state = state
    // Every patch is too large, so that a keyframe follows.
    recorder = try Recorder(
      path: file.path, app: "Chat", diffing: diffing,
      configuration: .init(patchBytesMax: 0, redaction: .none))
  }

  func start() { recorder.start(from: state) }

  func toggle() {
    recorder.record(.loadMessages, into: &state) { state, _ in state.isLoadingMessages.toggle() }
  }
}
