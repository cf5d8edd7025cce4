import Dispatch
import RexStore
import Testing

/// Observers receive each change once, in order, until they cancel.
@Suite struct ObservingTests {
  @Test func observerReceivesTheCurrentStateAndEveryAction() {
    let store = Tally.makeStore()
    let journal = Journal<String>()
    let subscription = store.observeChanges { change in
      switch change.kind {
      case .began: journal.note("began \(change.state.count)")
      case .action(let action, let source):
        journal.note("\(action) by \(source.info ?? "") \(change.state.count)")
      case .replaced, .followed: journal.note("replaced \(change.state.count)")
      }
    }
    store.dispatch(2, info: "x")
    store.dispatch(0, info: "y")
    store.replaceState(Tally(count: 7))
    subscription.cancel()
    store.dispatch(1)
    #expect(journal.lines == ["began 0", "2 by x 2", "0 by y 2", "replaced 7"])
  }

  @Test func partIsDeliveredOnlyWhenItChanges() {
    let store = Tally.makeStore()
    let journal = Journal<String>()
    let subscription = store.observe(\.label) { journal.note($0) }
    for action in [1, 2, 0, 3, 0] { store.dispatch(action) }
    #expect(journal.lines == ["a", "aa", "aaa"])
    subscription.cancel()
  }

  @Test func subscriptionEndsWhenReleased() {
    let store = Tally.makeStore()
    let journal = Journal<Int>()
    do {
      let subscription = store.observe { journal.note($0.count) }
      store.dispatch(1)
      withExtendedLifetime(subscription) {}
    }
    store.dispatch(1)
    #expect(journal.lines == [0, 1])
  }

  @Test func subscribingInsideAnObserverIsQueued() {
    let store = Tally.makeStore()
    let journal = Journal<String>()
    let inner = Later<Subscription>()
    let outer = store.observe { state in
      journal.note("outer \(state.count)")
      if state.count == 1 {
        inner.value = store.observe { journal.note("inner \($0.count)") }
        store.dispatch(1)
      }
    }
    store.dispatch(1)
    #expect(journal.lines == ["outer 0", "outer 1", "inner 1", "outer 2", "inner 2"])
    outer.cancel()
  }

  @Test func manyThreadsLoseAndRepeatNothing() async {
    let store = Tally.makeStore()
    let journal = Journal<Int>()
    let subscription = store.observe { journal.note($0.count) }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<200 {
        store.dispatch(1)
        if thread == 0 { store.observe { _ in }.cancel() }
      }
    }
    await store.settled()
    #expect(journal.lines == Array(0...1600))
    subscription.cancel()
  }

  @Test func asyncSequenceOfStatesEndsWithTheStore() async {
    var store: Store<Int, Tally>? = Tally.makeStore()
    let states = store?.states()
    for _ in 0..<3 { store?.dispatch(1) }
    store = nil
    var counts: [Int] = []
    if let states { for await state in states { counts.append(state.count) } }
    #expect(counts == [3])
  }

  @Test func releasedAsyncSequenceReceivesNothing() async {
    weak var gone: Journal<Int>?
    let store = Tally.makeStore()
    do {
      let journal = Journal<Int>()
      gone = journal
      for await state in store.states().map({ state in
        journal.note(state.count)
        return state
      }) where state.count == 0 { break }
    }
    store.dispatch(1)
    #expect(gone == nil)
  }
}
