import Foundation
import RexLive
import RexRecorder
import RexStore

// The Swift of docs/live.md, compiled. DocsTests compares it with the page.

private func connectsTheStore(
  recorder: Recorder<ChatAction, ChatState>, store: Store<ChatAction, ChatState>
) {
  let link = LiveLink(recorder)
  store.connect(link)
  _ = link
}

enum LiveExample {
  @MainActor final class ChatStore {
    private(set) var state = ChatState()
    private let recorder: Recorder<ChatAction, ChatState>
    private let link: LiveLink<ChatAction, ChatState>

    init(sessionsIn folder: URL) throws {
      recorder = try Recorder(sessionsIn: folder, app: "Chat")
      link = LiveLink(recorder)
      acceptCommands()
    }

    /// The store with a link to a test's tool.
    init(recorder: Recorder<ChatAction, ChatState>, link: LiveLink<ChatAction, ChatState>) {
      (self.recorder, self.link) = (recorder, link)
      acceptCommands()
    }

    private func acceptCommands() {
      link.accept(
        jump: { state in Task { @MainActor [weak self] in self?.show(state) } },
        dispatch: { action in Task { @MainActor [weak self] in self?.send(action, info: "live") } })
    }

    private func show(_ state: ChatState) {
      self.state = state
      recorder.recordReplacement(by: state, source: .here(info: "live"))
    }

    func send(
      _ action: ChatAction, info: String? = nil,
      file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
      recorder.record(
        action, into: &state, source: .here(info: info, file: file, function: function, line: line)
      ) { state, action in
        chatReducer(&state, action)
      }
    }
  }
}

extension LiveExample.ChatStore {
  func effectSent(_ action: ChatAction, during jump: Int?) {
    if !link.isHeld || link.heldJump == jump { send(action) }
  }
}
