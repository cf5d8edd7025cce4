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

  @Test func eachKeyPathAndEachCallSiteHasItsOwnSubscription() {
    let store = Tally.makeStore()
    let screen = Screen(journal)
    for _ in 1...2 {
      store.subscribe(screen, to: \.count) { $0.journal.note("count \($1)") }
      store.subscribe(screen, to: \.label) { $0.journal.note("label \($1)") }
      store.subscribe(screen, to: { $0.count / 10 }, { $0.journal.note("tens \($1)") })
      store.subscribe(screen, to: { $0.count % 10 }, { $0.journal.note("ones \($1)") })
    }
    let told = journal.lines.count
    store.dispatch(0)
    store.dispatch(10)
    store.dispatch(1)
    #expect(
      journal.lines.dropFirst(told) == [
        "label aa", "count 10", "tens 1", "count 11", "ones 1",
      ])
    store.unsubscribe(screen)
    store.dispatch(11)
    #expect(journal.lines.last == "ones 1")
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

  @Test func observedPartDoesNotHaveToBeEquatable() {
    let store = Tally.makeStore()
    let screen = Screen(journal)
    let part: @Sendable (Tally) -> (Int, String) = { ($0.count, $0.label) }
    store.subscribe(screen, to: part) { $0.journal.note("all \($1.0)") }
    for action in [0, 0] { store.dispatch(action) }
    #expect(journal.lines == ["all 0", "all 0", "all 0"])
    store.unsubscribe(screen)
    let isSame: @Sendable ((Int, String), (Int, String)) -> Bool = { $0.1 == $1.1 }
    store.subscribe(screen, to: part, isSame: isSame) { $0.journal.note("label \($1.1)") }
    for action in [1, 0, 1] { store.dispatch(action) }
    #expect(journal.lines.dropFirst(3) == ["label aaa", "label aaaa"])
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
