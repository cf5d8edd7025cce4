import RexRecorder

/// A section of docs/attach/causes.md whose store passes each action's cause to the recorder.
protocol CausesExample: SendableMetatype {
  /// Dispatches `ping` and, when all it led to is done, a farewell; and that several times.
  @MainActor static func record(rounds: Int, to path: String) async throws
}

/// What the examples dispatch themselves; each farewell has a secret.
func causesScript(rounds: Int) -> [ChatAction] {
  (0..<rounds).flatMap { round in
    [.post("ping"), .post("bye \(Planted.texts[round % Planted.texts.count])")]
  }
}

/// What an effect sends when an action was reduced: `ping` leads to `pong`, and that to a removal.
@Sendable func answer(to action: ChatAction) -> ChatAction? {
  switch action {
  case .post("ping"): .post("pong")
  case .post("pong"): .remove(at: 0)
  default: nil
  }
}

enum OwnStoreCauses: CausesExample {
  final class ChatStore {
    private(set) var state = ChatState()
    let recorder: Recorder<ChatAction, ChatState>

    init(recorder: Recorder<ChatAction, ChatState>) { self.recorder = recorder }

    func send(_ action: ChatAction) {
      let seq = recorder.record(action, into: &state) { state, action in
        chatReducer(&state, action)
      }
      recorder.withCause(seq) { runEffects(of: action) }
    }

    func runEffects(of action: ChatAction) { if let next = answer(to: action) { send(next) } }
  }

  static func record(rounds: Int, to path: String) throws {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let store = ChatStore(recorder: recorder)
    for action in causesScript(rounds: rounds) { store.send(action) }
    recorder.close()
  }
}

enum ObservableCauses: CausesExample {
  @MainActor final class ChatModel {
    private(set) var state = ChatState()
    private(set) var lastEffect: Task<Void, Never>?
    private let recorder: Recorder<ChatAction, ChatState>

    init(recorder: Recorder<ChatAction, ChatState>) { self.recorder = recorder }

    func send(_ action: ChatAction) {
      let seq = recorder.record(action, into: &state) { state, action in
        chatReducer(&state, action)
      }
      recorder.withCause(seq) { runEffects(of: action) }
    }

    private func runEffects(of action: ChatAction) {
      guard let next = answer(to: action) else { return }
      lastEffect = Task {
        await Task.yield()
        send(next)
      }
    }
  }

  static func record(rounds: Int, to path: String) async throws {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let model = ChatModel(recorder: recorder)
    for action in causesScript(rounds: rounds) {
      model.send(action)
      for _ in 1...2 { await model.lastEffect?.value }
    }
    recorder.close()
  }
}

enum ActorCauses: CausesExample {
  actor ChatStore {
    private(set) var state = ChatState()
    private let recorder: Recorder<ChatAction, ChatState>

    init(recorder: Recorder<ChatAction, ChatState>) { self.recorder = recorder }

    func send(_ action: ChatAction) async {
      let seq = recorder.record(action, into: &state) { state, action in
        chatReducer(&state, action)
      }
      await recorder.withCause(seq) { await runEffects(of: action) }
    }

    private func runEffects(of action: ChatAction) async {
      await Task.yield()
      if let next = answer(to: action) { await send(next) }
    }
  }

  static func record(rounds: Int, to path: String) async throws {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let store = ChatStore(recorder: recorder)
    for action in causesScript(rounds: rounds) { await store.send(action) }
    recorder.close()
  }
}

enum StreamCauses: CausesExample {
  static func record(rounds: Int, to path: String) async throws {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    var state = ChatState()
    var script = causesScript(rounds: rounds)[...]
    let (actions, continuation) = AsyncStream<Caused<ChatAction>>.makeStream()
    func runEffects(of action: ChatAction) {
      if let next = answer(to: action) {
        continuation.yield(Caused(next, by: recorder.currentCause))
      } else if let next = script.popFirst() {
        continuation.yield(Caused(next, by: nil))
      } else {
        continuation.finish()
      }
    }
    if let first = script.popFirst() { continuation.yield(Caused(first, by: nil)) }

    for await action in actions {
      recorder.withCause(action.cause) {
        let seq = recorder.record(action.value, into: &state) { state, action in
          chatReducer(&state, action)
        }
        recorder.withCause(seq) { runEffects(of: action.value) }
      }
    }

    recorder.close()
  }
}
