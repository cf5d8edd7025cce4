import MobiusLike
import RexLog
import RexRecorder
import Testing

/// The recorder in a loop like Mobius', which keeps no order.
@Suite struct MobiusLikeTests {
  @Test func effectsAndManyThreads() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let update = { (model: Tally, event: Tally.Action) -> Next<Tally, Int> in
      var next = model
      next.apply(event)
      if case .add(1) = event { return .next(next, effects: [10, 20]) }
      return next == model ? .noChange : .next(next)
    }
    let loop = Mobius.loop(
      update: recorder.recording(update, model: { $0.model }),
      effectHandler: { effect, send in send(.add(effect)) }
    ).start(from: Tally())
    onEightThreads { _ in
      for action in Tally.script { loop.dispatchEvent(action) }
    }
    let state = loop.latestModel
    recorder.close()
    try expect(sink, count: 8 * 9, endsIn: state)
  }
}
