import RexCommands
import RexExamples
import RexLog

let sessions = ExampleApp.all.map { app in
  ExampleSession(name: app.name, summary: app.summary) { path, plan in
    try app.record(
      SessionPlan(seed: plan.seed, actionCount: plan.actionCount), to: FileSink(creating: path))
  }
}
let synthetic = ExampleSession(
  name: "synthetic", summary: "a log as long as wanted, for measuring",
  messageCounts: SyntheticSession.messageCounts
) { path, plan in
  try SyntheticSession.record(
    actionCount: plan.actionCount, messageCount: plan.messageCount, seed: plan.seed,
    to: FileSink(creating: path))
}
ReplayCommandLine(
  name: "rexreplay", apps: ExampleApp.all.map(\.replayable) + [SyntheticSession.replayable],
  examples: sessions + [synthetic]
).main()
