import RexCommands
import RexExamples
import RexLog

let sessions = ExampleApp.all.map { app in
  var session = ExampleSession(
    name: app.name, summary: app.summary, app: app.replayable, recorded: app.recorded
  ) { path, plan in
    try app.record(
      SessionPlan(seed: plan.seed, actionCount: plan.actionCount), to: FileSink(creating: path))
  }
  if app.name == ExampleApp.shop.name {
    session.recordLive = { path, plan, port in
      try LiveShop.run(
        SessionPlan(seed: plan.seed, actionCount: plan.actionCount), to: FileSink(creating: path),
        port: port)
    }
  }
  return session
}
let synthetic = ExampleSession(
  name: "synthetic", summary: "a log as long as wanted, for measuring",
  app: SyntheticSession.replayable, messageCounts: SyntheticSession.messageCounts,
  recorded: SyntheticSession.recorded
) { path, plan in
  try SyntheticSession.record(
    actionCount: plan.actionCount, messageCount: plan.messageCount, seed: plan.seed,
    to: FileSink(creating: path))
}
let fixedShop = ExampleSession(
  name: LiveShop.fixed.name, summary: "the shop with a bug fixed", app: LiveShop.fixed,
  recorded: ExampleApp.shop.recorded)
let cart = CartExample.builds.map { app in
  ExampleSession(
    name: app.name, summary: "the cart of the README", app: app, recorded: CartExample.recorded)
}
ReplayCommandLine(name: "rexreplay", examples: sessions + [synthetic, fixedShop] + cart).main()
