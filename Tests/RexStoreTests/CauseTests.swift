import RexActions
import RexStore
import Testing

/// A store keeps account of causes only as long as someone may ask for them.
///
/// Which cause each dispatch has is tested with a recorder, by its log.
@Suite struct CauseTests {
  @Test func aLongChainOfCausesNeedsNoStackAndNoMemory() {
    let (last, log) = (Later<Cause>(), Journal<Int>())
    let store = Store(
      initialState: 0, reducer: { (action: Int, state: inout Int) in state = action },
      middlewares: [
        Middleware { context, next, action in
          if action == 0 { last.value = Cause.current }
          if action > 0 { context.dispatch(action - 1) }
        },
        Middleware(reducing: { action, _, state, reduce in
          log.note(action)
          Cause.current?.setSeq(action, in: log)
        }),
      ])
    store.dispatch(100_000)
    #expect(last.value != nil)
    #expect(last.value?.causeSeq(in: log) == nil)
  }
}
