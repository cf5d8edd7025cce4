import Foundation
import RexRecorder

// The store of the README, compiled. DocsTests compares it with the page.

@MainActor final class ChatStore {
  private(set) var state = ChatState()
  private let recorder: Recorder<ChatAction, ChatState>

  init(sessionsIn folder: URL) throws {
    recorder = try Recorder(sessionsIn: folder, app: "Chat")
  }

  func send(_ action: ChatAction, file: String = #fileID, line: UInt = #line) {
    recorder.record(action, into: &state, source: .here(file: file, line: line)) { state, action in
      chatReducer(&state, action)
    }
  }
}

@MainActor private func launch() throws -> ChatStore {
  let folder = FileManager.default.urls(
    for: .applicationSupportDirectory, in: .userDomainMask)[0].appending(path: "Chat/Sessions")
  let store = try ChatStore(sessionsIn: folder)
  return store
}

extension ChatStore: RecordingSnippets {
  static func recordSecrets(in folder: URL) throws {
    let store = try ChatStore(sessionsIn: folder)
    for action in secretScript { store.send(action) }
  }
}
