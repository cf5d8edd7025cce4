import Foundation
import RexActions
import RexCommands
import RexJSON
import RexLive
import RexLocking
import RexLog
import RexRecorder
import RexStore
import Testing

/// What a tool can do to an app, as far as the app accepts it.
@Suite struct WayBackTests {
  private func connected() throws -> (LiveFlow, LiveApp) {
    let flow = try LiveFlow()
    flow.connect()
    flow.store.dispatch(.add(1))
    try flow.waitForEquality()
    return (flow, try #require(flow.listener.apps.last))
  }

  @Test func aJumpIsInTheLogWithItsOrigin() throws {
    let (flow, app) = try connected()
    flow.store.connect(try #require(flow.link))
    #expect(flow.link?.isHeld == false)
    #expect(app.perform(["command": "jump", "state": ["count": 7, "text": "back"]]) == nil)
    #expect(flow.store.state == Counter(count: 7, text: "back"))
    #expect(flow.link?.isHeld == true && flow.link?.heldJump == 1)
    #expect(app.perform(["command": "release"]) == nil)
    #expect(flow.link?.isHeld == false)
    try flow.waitForEquality()
    let log = try Log(name: "copy", bytes: Array(flow.copied))
    let jump = try #require(try log.action(2))
    #expect(jump.type == "replaceState" && jump.source?.info == "live")
  }

  @Test func anActionThatIsSentSaysSoInItsSource() throws {
    let (flow, app) = try connected()
    flow.store.connect(try #require(flow.link))
    #expect(app.perform(["command": "dispatch", "action": ["add": ["_0": 41]]]) == nil)
    #expect(flow.store.state.count == 42)
    try flow.waitForEquality()
    let action = try Log(name: "copy", bytes: Array(flow.copied)).action(2)
    #expect(action?.type == "add" && action?.source?.info == "live")
  }

  @Test func withoutAcceptNothingCanBeDone() throws {
    let (flow, app) = try connected()
    #expect(
      app.perform(["command": "jump", "state": ["count": 7, "text": ""]])
        == "the app accepts no states; it needs link.accept(jump:)")
    #expect(
      app.perform(["command": "dispatch", "action": ["add": ["_0": 41]]])
        == "the app accepts no actions; it needs link.accept(dispatch:)")
    #expect(flow.store.state.count == 1 && flow.link?.isHeld == false)
  }

  @Test func whatCannotBeDecodedIsASentence() throws {
    let (flow, app) = try connected()
    flow.store.connect(try #require(flow.link))
    let state = app.perform(["command": "jump", "state": ["count": "many", "text": ""]])
    #expect(state?.hasPrefix("the app's types cannot decode it: /count: ") == true)
    let action = app.perform(["command": "dispatch", "action": ["subtract": ["_0": 1]]])
    #expect(action?.hasPrefix("the app's types cannot decode it: ") == true)
    #expect(
      app.perform(["command": "explode"]) == "this build of the app does not know the command")
    #expect(flow.store.state.count == 1 && flow.link?.isHeld == false)
  }

  @Test func recordingIsPausedResumedMarkedAndDetailed() throws {
    let (flow, app) = try connected()
    #expect(app.perform(["command": "mark", "label": "here"]) == nil)
    #expect(app.perform(["command": "pause"]) == nil)
    flow.store.dispatch(.add(1))
    #expect(app.perform(["command": "resume"]) == nil)
    flow.store.dispatch(.add(1))
    #expect(app.perform(["command": "detail", "level": "actions"]) == nil)
    #expect(flow.recorder.detail == .actions())
    #expect(app.perform(["command": "detail", "level": "all"]) != nil)
    try flow.waitForEquality()
    let text = String(decoding: flow.copied, as: UTF8.self)
    #expect(text.contains(#""kind":"mark","seq":1"#) && text.contains(#""kind":"gap""#))
  }

  @Test func actionsOfARegistryAreDecodedByIt() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let listener = try LiveListener(port: 0, folder: folder.path) { _ in }
    listener.start()
    defer { listener.stop() }
    let recorder = try Recorder<any Step, Counter>(
      sink: LogBuffer(), app: "Steps", actions: [Forward.self])
    recorder.start(from: Counter())
    let link = LiveLink(recorder, port: listener.port, evenInRelease: true)
    let sent = Locked<[Int]>([])
    link.accept(dispatch: { action in sent.withLock { $0.append(action.length) } })
    try eventually { listener.apps.last?.isConnected == true }
    let app = try #require(listener.apps.last)
    #expect(app.perform(["command": "dispatch", "action": ["Forward": ["length": 3]]]) == nil)
    #expect(sent.withLock { $0 } == [3])
    let problem = app.perform(["command": "dispatch", "action": ["Back": ["length": 3]]])
    #expect(
      problem == "the app's types cannot decode it: no action is named Back; there are Forward")
  }

  @Test func theAppGoesOnWhenTheToolIsGone() throws {
    let (flow, app) = try connected()
    flow.store.connect(try #require(flow.link))
    #expect(app.perform(["command": "jump", "state": ["count": 7, "text": ""]]) == nil)
    flow.listener.stop()
    try eventually { flow.link?.isHeld == false }
    #expect(app.perform(["command": "pause"]) != nil)
  }
}

private protocol Step: Sendable { var length: Int { get } }

private struct Forward: Step, Codable { var length: Int }
