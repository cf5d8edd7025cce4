import RexActions
import RexStore
import Testing

/// A store remembers causes only as long as they can be asked for.
///
/// Tests of the recorder check which cause each dispatch has.
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
