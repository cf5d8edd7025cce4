import ComposableLike
import Foundation
import RexRecorder

/// A feature whose state has what `@ObservableState` adds, and a `@Shared` value.
struct Inbox: Reducer {
  struct State {
    private var _messages: [String] = []
    var messages: [String] {
      get { _messages }
      set {
        _messages = newValue
        _$observationRegistrar.willModify()
      }
    }
    @Shared var unreadCount: Int
    private var _$observationRegistrar = ObservationStateRegistrar()

    init(unreadCount: Shared<Int> = Shared(value: 0)) { _unreadCount = unreadCount }
  }

  typealias Action = ChatAction

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .post(let message):
        state.messages.append(message)
        state.$unreadCount.withLock { $0 += 1 }
      case .remove(let index):
        guard state.messages.indices.contains(index) else { return .none }
        state.messages.remove(at: index)
      case .signIn: break
      }
      return .none
    }
  }
}

extension Inbox.State: Codable {
  enum CodingKeys: CodingKey { case messages, unreadCount }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    _unreadCount = Shared(value: try values.decode(Int.self, forKey: .unreadCount))
    messages = try values.decode([String].self, forKey: .messages)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(messages, forKey: .messages)
    try values.encode(unreadCount, forKey: .unreadCount)
  }
}

@Sendable func inboxReducer(
  _ state: inout Inbox.State, _ action: Inbox.Action
) -> Effect<Inbox.Action> {
  Inbox()._reduce(into: &state, action: action)
}

enum ComposableStateExample {
  /// Records actions, a change of the shared value by another feature, and one more action.
  @MainActor static func record(_ actions: [ChatAction], to path: String) throws -> Inbox.State {
    var configuration = RecorderConfiguration()
    configuration.vouchedTypes = [ObservationStateRegistrar.self]
    let recorder = try Recorder<Inbox.Action, Inbox.State>(
      path: path, app: "Chat", configuration: configuration)
    let store = Store(initialState: Inbox.State()) {
      Reduce<Inbox.State, Inbox.Action> { state, action in
        recorder.record(action, into: &state) { state, action in inboxReducer(&state, action) }
      }
    }
    for action in actions { store.send(action) }
    store.withState { $0.$unreadCount.withLock { $0 = 0 } }
    store.send(.post("last"))
    recorder.close()
    return store.withState { $0 }
  }
}

extension ComposableStateExample: RecordingSnippets {
  static func recordSecrets(in folder: URL) throws {
    _ = try record(secretScript, to: folder.appending(path: "log.jsonl").path)
  }
}
