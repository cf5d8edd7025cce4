import Foundation
import RexRecorder

// The stores of docs/start.md and of the README, compiled. DocsTests compares them.

@MainActor final class ChatStore {
  private(set) var state = ChatState()
  private let recorder: Recorder<ChatAction, ChatState>

  init(sessionsIn folder: URL) throws {
    recorder = try Recorder(sessionsIn: folder, app: "Chat")
  }

  func send(
    _ action: ChatAction,
    file: String = #fileID, function: String = #function, line: UInt = #line
  ) {
    recorder.record(
      action, into: &state, source: .here(file: file, function: function, line: line)
    ) { state, action in
      chatReducer(&state, action)
    }
  }
}

@MainActor private func launch() throws -> ChatStore {
  let folder = FileManager.default.urls(
    for: .applicationSupportDirectory, in: .userDomainMask)[0].appending(path: "Chat/Sessions")
  let store = try ChatStore(sessionsIn: folder)
  store.send(.post("hello"))
  return store
}

@MainActor private final class ReadmeStore {
  private var state = ChatState()
  private let recorder: Recorder<ChatAction, ChatState>

  init(sessionsIn folder: URL) throws {
    let recorder = try Recorder<ChatAction, ChatState>(sessionsIn: folder, app: "Chat")
    self.recorder = recorder
  }

  func send(_ action: ChatAction) {
    recorder.record(action, into: &state) { state, action in
      chatReducer(&state, action)
    }
  }
}

extension ChatStore: RecordingSnippets {
  static func recordSecrets(in folder: URL) throws {
    let store = try ChatStore(sessionsIn: folder)
    let readmeStore = try ReadmeStore(sessionsIn: folder)
    for action in secretScript {
      store.send(action)
      readmeStore.send(action)
    }
  }
}
