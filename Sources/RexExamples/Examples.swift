import Foundation
public import RexCommands
import RexLog
import RexRecorder
public import RexReplayer
import RexStore

/// The example apps: their reducers for replaying, their sessions for recording.
public enum Examples {
  /// The apps, by the names that their logs carry.
  public static let apps = [teamChat]

  /// The scripted sessions; a seed decides all of a session, its times included.
  public static let sessions = [
    ExampleSession(
      name: "team-chat", summary: "a store inside a view model: one screen of a team's chat"
    ) { path, actions, seed in
      let plan = SessionPlan(seed: seed, actionCount: actions)
      let recorder = try Recorder<TeamChatAction, TeamChatState>(
        path: path, app: .init(name: teamChat.name), configuration: .init(clock: plan.time.clock))
      TeamChatSession(plan, recording: recorder.middleware).run()
      recorder.close()
    }
  ]

  /// The team's chat.
  public static let teamChat = ReplayableApp(name: "TeamChat", reducer: teamChatReducer.reduce)
}

extension VirtualTime {
  /// A recorder's clock that shows this time.
  var clock: RecorderClock {
    RecorderClock(date: { Date() }, monotonicMs: { Double(self.nowMs) })
  }
}
