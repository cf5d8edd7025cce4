import RexCommands
import RexExamples
import RexLog

let sessions = ExampleApp.all.map { app in
  ExampleSession(name: app.name, summary: app.summary) { path, actions, seed in
    try app.record(SessionPlan(seed: seed, actionCount: actions), to: LogFile(creating: path))
  }
}
Tool(name: "rexreplay", apps: ExampleApp.all.map(\.replayable), examples: sessions).main()
