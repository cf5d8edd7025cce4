import MobiusLike
import RexLog
import RexRecorder
import Testing

/// The recorder in a loop like Mobius', which keeps no order.
@Suite struct MobiusLikeTests {
  @Test func effectsAndManyThreads() async throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let update = { (model: Tally, event: Tally.Action) -> Next<Tally, Int> in
      var next = model
      next.apply(event)
      if case .add(1) = event { return .next(next, effects: [10, 20]) }
      return next == model ? .noChange : .next(next)
    }
    let effectHandler = EffectRouter<Int, Tally.Action>()
      .routeEffects(withParameters: { $0 }).toEvent { .add($0) }
    let controller = Mobius.loop(
      update: recorder.recording(update, model: { $0.model }),
      effectHandler: effectHandler.asConnectable
    ).makeController(from: Tally())
    // The original takes a view's events on any thread, too, without saying so.
    nonisolated(unsafe) var send: Consumer<Tally.Action> = { _ in }
    controller.connectView(
      AnyConnectable<Tally, Tally.Action> { consumer in
        send = consumer
        return Connection(acceptClosure: { _ in }, disposeClosure: {})
      })
    controller.start()
    onEightThreads { _ in
      for action in Tally.script { send(action) }
    }
    while recorder.statistics.actionCount < 8 * 9 { await Task.yield() }
    controller.stop()
    recorder.close()
    try expect(sink, count: 8 * 9, endsIn: controller.model)
  }
}
