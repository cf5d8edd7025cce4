import RexActions
import RexLive
import RexRecorder
import RexStore

// The Swift of docs/live.md, compiled. DocsTests compares it with the page.

enum LiveExample {
  struct PlayerState: Codable, Sendable {
    var volume = 5
  }

  enum PlayerAction: Codable, Sendable {
    case mute
  }

  private static func connectsTheStore(
    recorder: Recorder<PlayerAction, PlayerState>, store: Store<PlayerAction, PlayerState>
  ) {
    let link = LiveLink(recorder)
    store.connect(link)
    _ = link
  }

  @MainActor final class PlayerStore {
    var state = PlayerState()
    let recorder: Recorder<PlayerAction, PlayerState>
    let link: LiveLink<PlayerAction, PlayerState>

    init(
      recorder: Recorder<PlayerAction, PlayerState>, link: LiveLink<PlayerAction, PlayerState>
    ) {
      (self.recorder, self.link) = (recorder, link)
      link.accept(
        jump: { state in
          Task { @MainActor in
            self.state = state
            self.recorder.recordReplacement(by: state, source: .here(info: "live"))
          }
        },
        dispatch: { action in
          Task { @MainActor in self.send(action, source: .here(info: "live")) }
        })
    }

    func send(_ action: PlayerAction, source: ActionSource) {
      recorder.record(action, into: &state, source: source) { state, action in
        switch action {
        case .mute: state.volume = 0
        }
      }
    }

    func effectSent(_ action: PlayerAction) {
      if !link.isHeld { send(action, source: .here()) }
    }
  }
}
