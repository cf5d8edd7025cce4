import Dispatch
import RexStore
import Testing

/// Objects that observe a part of the state for as long as they exist.
@Suite struct SubscribingTests {
  private final class Screen: Sendable {
    let journal: Journal<String>
    init(_ journal: Journal<String>) { self.journal = journal }
  }

  private let journal = Journal<String>()

  @Test func subscriberReceivesChangesAsLongAsItExists() {
    let store = Tally.makeStore()
    weak var gone: Screen?
    do {
      let screen = Screen(journal)
      gone = screen
      store.subscribe(screen, to: \.count) { screen, count in screen.journal.note("\(count)") }
      store.dispatch(1)
      store.dispatch(0)
      withExtendedLifetime(screen) {}
    }
    store.dispatch(1)
    #expect(gone == nil)
    #expect(journal.lines == ["0", "1"])
  }

  @Test func subscribingAgainReplacesTheSubscription() {
    let store = Tally.makeStore()
    let screen = Screen(journal)
    for appearance in 1...3 {
      store.subscribe(screen, to: \.count) { screen, count in
        screen.journal.note("\(appearance): \(count)")
      }
    }
    store.dispatch(5)
    #expect(journal.lines == ["1: 0", "2: 0", "3: 0", "3: 5"])
  }

  @Test func eachKeyPathHasItsOwnSubscription() {
    let store = Tally.makeStore()
    let screen = Screen(journal)
    for _ in 1...2 {
      store.subscribe(screen, to: \.count) { $0.journal.note("count \($1)") }
      store.subscribe(screen, to: \.label) { $0.journal.note("label \($1)") }
    }
    let told = journal.lines.count
    for action in [0, 10] { store.dispatch(action) }
    #expect(journal.lines.dropFirst(told) == ["label aa", "count 10"])
    store.unsubscribe(screen)
    store.dispatch(1)
    #expect(journal.lines.last == "count 10")
  }

  @Test func unsubscribingEndsAllSubscriptionsOfAnObject() {
    let store = Tally.makeStore()
    let (leaving, staying) = (Screen(journal), Screen(journal))
    for screen in [leaving, staying] {
      store.subscribe(screen, to: \.count) { $0.journal.note("count \($1)") }
      store.subscribe(screen, to: \.label) { $0.journal.note("label \($1)") }
    }
    store.unsubscribe(leaving)
    let told = journal.lines.count
    store.dispatch(1)
    store.dispatch(0)
    #expect(journal.lines.dropFirst(told) == ["count 1", "label aa"])
    store.subscribe(leaving, to: \.count) { $0.journal.note("again \($1)") }
    #expect(journal.lines.last == "again 1")
  }

  @Test func unsubscribingBeforeTheFirstCallReceivesNothing() {
    let store = Tally.makeStore()
    let screen = Screen(journal)
    let subscription = store.observe { state in
      guard state.count == 1 else { return }
      store.subscribe(screen, to: \.count) { $0.journal.note("\($1)") }
      store.unsubscribe(screen)
    }
    store.dispatch(1)
    store.dispatch(1)
    #expect(journal.lines.isEmpty)
    subscription.cancel()
  }

  @Test @MainActor func storeSubscribersReceiveNewStatesOnTheMainActor() async {
    final class Controller<Part: Sendable>: StoreSubscriber {
      var states: [Part] = []
      func newState(state: Part) { states.append(state) }
    }
    let store = Tally.makeStore()
    let (whole, part) = (Controller<Tally>(), Controller<String>())
    let all = Controller<(Int, String)>()
    for _ in 1...2 {
      store.subscribe(whole)
      store.subscribe(part) { $0.select { $0.label } }
      store.subscribe(all) { $0.select { ($0.count, $0.label) } }
    }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for action in [0, 1] { store.dispatch(action) }
    }
    await store.settled()
    // A replaced subscription makes no call, so each has received one first state.
    while all.states.count < 9 || whole.states.count < 9 || part.states.count < 5 {
      await Task.yield()
    }
    #expect(whole.states.map(\.count) == all.states.map(\.0))
    #expect(part.states == ["a", "aa", "aaa", "aaaa", "aaaaa"])
    store.unsubscribe(part)
    store.dispatch(0)
    while all.states.count < 10 { await Task.yield() }
    #expect(part.states.last == "aaaaa")
  }

  @Test @MainActor func aStoreSubscriberHearsNothingAfterItsSubscriptionEnded() async {
    final class Controller: StoreSubscriber {
      var counts: [Int] = []
      func newState(state: Tally) { counts.append(state.count) }
    }
    let store = Tally.makeStore()
    let (leaving, twice, last) = (Controller(), Controller(), Controller())
    store.subscribe(leaving)
    store.subscribe(twice)
    store.subscribe(twice)
    store.dispatch(1)
    store.unsubscribe(leaving)
    store.subscribe(last)
    while last.counts.isEmpty { await Task.yield() }
    #expect(leaving.counts.isEmpty)
    #expect(twice.counts == [0, 1])
  }

  @Test @MainActor func onMainDeliversEveryCallInOrder() async {
    @MainActor final class Label {
      var texts: [Int] = []
    }
    let store = Tally.makeStore()
    let label = Label()
    store.subscribe(label, to: \.count, onMain { label, count in label.texts.append(count) })
    let subscription = store.observe(\.count, onMain { count in label.texts.append(-count) })
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<50 { store.dispatch(1) }
    }
    await store.settled()
    while label.texts.count < 402 { await Task.yield() }
    #expect(label.texts.filter { $0 > 0 } == Array(1...200))
    #expect(label.texts.filter { $0 < 0 } == Array(1...200).map { -$0 })
    subscription.cancel()
  }
}
