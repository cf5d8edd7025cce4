import Dispatch
import RexStore
import Testing

/// Effects that a store's state starts and ends, and streams of actions that it follows.
@Suite struct FeedbackTests {
  private let setting = Reducer<Int, Int> { action, state in state = action }
  private let journal = Journal<String>()

  @Test func effectRunsWhenItsQuerysValueChanges() {
    let store = Store(
      initialState: 0, reducer: setting,
      feedbacks: [
        Feedback(to: { $0 > 0 ? $0 / 2 : nil }) { [journal] query, dispatch in
          journal.note("start \(query)")
          if query == 1 { dispatch(5) }
          return Subscription { journal.note("end \(query)") }
        }
      ])
    for number in [1, 2] { store.dispatch(number) }
    store.replaceState(9)
    #expect(
      journal.lines == ["start 0", "end 0", "start 1", "end 1", "start 2", "end 2"])
  }

  @Test func startedEffectsAreCancelledExactlyOnce() {
    for _ in 0..<200 {
      let (started, ended) = (Journal<Int>(), Journal<Int>())
      let parent = Store(initialState: 0, reducer: setting)
      let child = Later<Store<Int, Int>>()
      child.value = parent.scope(
        state: { $0 }, action: { $0 },
        feedbacks: [
          Feedback(to: { $0 }) { query, _ in
            started.note(query)
            return Subscription { ended.note(query) }
          }
        ])
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { for value in 1...20 { parent.dispatch(value) } } else { child.value = nil }
      }
      #expect(started.lines == ended.lines)
    }
  }

  @Test func effectReturnsNothingOrACancellable() async {
    let store = Store(
      initialState: 0, reducer: setting,
      feedbacks: [
        Feedback(to: { $0 }) { [journal] number, _ in journal.note("note \(number)") },
        Feedback(to: { $0 }) { [journal] number, _ in
          journal.note("begin \(number)")
          return Subscription { journal.note("end \(number)") }
        },
        Feedback(to: { $0 == 1 ? $0 : nil }) { _, dispatch in
          Task {
            while !Task.isCancelled { await Task.yield() }
            dispatch(3)
          }
        },
      ])
    for number in [1, 2] { store.dispatch(number) }
    while store.state != 3 { await Task.yield() }
    await store.settled()
    #expect(
      journal.lines.sorted() == [
        "begin 0", "begin 1", "begin 2", "begin 3", "end 0", "end 1", "end 2", "note 0", "note 1",
        "note 2", "note 3",
      ])
    withExtendedLifetime(store) {}
  }

  @Test func aStoreFollowsAStreamAndItsFeedbacksForAsLongAsItLives() {
    let numbers = EventEmitter<Int>()
    weak var gone: Store<Int, Int>?
    do {
      let store = Store(
        initialState: 0, reducer: Reducer<Int, Int> { $1 += $0 },
        feedbacks: [
          Feedback(
            to: { $0 > 2 ? $0 : nil },
            effect: { [journal] sum, _ in Subscription { journal.note("end \(sum)") } })
        ])
      gone = store
      store.follow(.merge([numbers.stream.filter { $0 > 0 }, numbers.stream.map { $0 * 10 }]))
      for number in [1, -1, 2] { numbers.send(number) }
      #expect(store.state == 23)
    }
    #expect(gone == nil)
    numbers.send(4)
    #expect(journal.lines.last == "end 23")
  }
}
