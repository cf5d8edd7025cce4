import ComposableLike
import Foundation
import ReSwiftLike
import RexActions
import RexCommands
import RexJSON
import RexLive
import RexLog
import RexRecorder
import TestSupport
import Testing

/// The recipes with which a store lets `rexreplay live` act on it, with real sockets.
@MainActor @Suite struct LiveRecipeTests {
  @Test func aStoreOfYourOwn() async throws {
    let listening = try Listening()
    let recorder = try Recorder<ChatAction, ChatState>(sink: LogBuffer(), app: "Chat")
    let store = LiveExample.ChatStore(recorder: recorder, link: listening.link(recorder))
    recorder.start(from: ChatState())
    let app = try await listening.app()
    let shown: JSON = ["messages": ["shown"], "removedCount": 0, "accessToken": ""]
    try #require(app.perform(["command": "jump", "state": shown]) == nil)
    try await eventually { store.state.messages == ["shown"] }
    // What an effect from before sends is left out while the tool shows a state.
    store.effectSent(.remove(at: 0), during: nil)
    #expect(store.state.messages == ["shown"])
    store.effectSent(.post("now"), during: 1)
    #expect(store.state.messages == ["shown", "now"])
    let sent: JSON = ["remove": ["at": 0]]
    try #require(app.perform(["command": "dispatch", "action": sent]) == nil)
    try await eventually { store.state.messages == ["now"] }
    try #require(app.perform(["command": "release"]) == nil)
    store.effectSent(.post("effect"), during: nil)
    let actions = try await listening.actions(4)
    #expect(actions.map(\.type) == ["replaceState", "post", "remove", "post"])
    #expect(actions.map(\.source?.info) == ["live", nil, "live", nil])
  }

  @Test func theComposableArchitecture() async throws {
    let listening = try Listening()
    let recorder = try Recorder<Feature.Action, Feature.State>(sink: LogBuffer(), app: "Chat")
    let store = composableLive(recorder: recorder, link: listening.link(recorder))
    store.send(.post("first"))
    try await listening.actAsATool(effectsOfShownStateRun: true) {
      store.send($0)
    } state: {
      store.withState { $0 }
    }
  }

  @Test func reSwift() async throws {
    let listening = try Listening()
    let recorder = try Recorder<any Action, ChatState>(
      sink: LogBuffer(), app: "Chat", actions: ReSwiftExample.actions)
    let chat = LiveChat(recorder: recorder, link: listening.link(recorder))
    let store = chat.store
    store.dispatch(ChatAction.post("first"))
    try await listening.actAsATool(sending: ["ChatAction": ["post": ["_0": "sent"]]]) { action in
      store.dispatch(action)
      // An effect, which answers by itself in the other stores.
      store.dispatch(
        Thunk<ChatState> { dispatch, _ in
          var next = answer(to: action)
          while let action = next {
            dispatch(action)
            next = answer(to: action)
          }
        })
    } state: {
      store.state ?? ChatState()
    }
  }
}

/// A listener, and the folder for its logs.
@MainActor private final class Listening {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID())")
  private let listener: LiveListener

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    listener = try LiveListener(port: 0, folder: folder.path) { _ in }
    listener.start()
  }

  deinit {
    listener.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  func link<Action, State>(_ recorder: Recorder<Action, State>) -> LiveLink<Action, State> {
    LiveLink(recorder, port: listener.port, evenInRelease: true)
  }

  func app() async throws -> LiveApp {
    try await eventually { listener.apps.last?.isConnected == true }
    return try #require(listener.apps.last)
  }

  /// The actions of the log that has arrived, as soon as there are so many.
  func actions(_ count: Int) async throws -> [LogAction] {
    var actions: [LogAction] = []
    try await eventually {
      guard let path = listener.apps.last?.path, let log = try? Log(checkedPath: path) else {
        return false
      }
      actions = try log.lines().compactMap(\.action)
      return actions.count >= count
    }
    return actions
  }

  /// Takes back a chat that answers pings, sends it an action, and lets it go on.
  func actAsATool(
    sending action: JSON = ["post": ["_0": "sent"]], effectsOfShownStateRun: Bool = false,
    _ send: (ChatAction) -> Void, state: () -> ChatState
  ) async throws {
    let app = try await app()
    let shown: JSON = ["messages": ["shown"], "removedCount": 0, "accessToken": ""]
    try #require(app.perform(["command": "jump", "state": shown]) == nil)
    try await eventually { state().messages == ["shown"] }
    // Its answer is an effect: pong, which removes the first message.
    send(.post("ping"))
    let answered = effectsOfShownStateRun ? ["ping", "pong"] : ["shown", "ping"]
    #expect(state().messages == answered)
    try #require(app.perform(["command": "dispatch", "action": action]) == nil)
    try await eventually { state().messages == answered + ["sent"] }
    try #require(app.perform(["command": "release"]) == nil)
    send(.post("ping"))
    #expect(state().messages == answered.dropFirst() + ["sent", "ping", "pong"])
    let answer = ["post", "remove"]
    let types =
      ["post", "replaceState", "post"] + (effectsOfShownStateRun ? answer : [])
      + ["post", "post"] + answer
    let actions = try await actions(types.count)
    #expect(actions.map { $0.type.replacing("ChatAction.", with: "") } == types)
    let live = actions.indices.filter { actions[$0].source?.info == "live" }
    #expect(live == [1, effectsOfShownStateRun ? 5 : 3])
  }
}

@MainActor private func eventually(_ condition: () throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(20)
  while try !condition() {
    try #require(ContinuousClock.now < end, "it did not become true in time")
    try await Task.sleep(for: .milliseconds(5))
  }
}
