import Dispatch
import Observation
import RexStore
import Testing

/// Stores for views: a part of a store, on the main actor.
@MainActor
@Suite struct ViewTests {
  private struct State: Equatable, Sendable {
    var x = 0
    var y = Part()
  }

  private struct Part: Equatable, Sendable {
    var text = ""
  }

  private enum Action: Sendable {
    case add(Int)
    case part(PartAction)
  }

  private enum PartAction: Sendable {
    case write(String)
  }

  private func makeStore() -> Store<Action, State> {
    Store(
      initialState: State(),
      reducer: { (action: Action, state: inout State) in
        switch action {
        case .add(let amount): state.x += amount
        case .part(.write(let text)): state.y.text = text
        }
      })
  }

  @Test func anObservableStoreFollowsTheStore() async {
    let store = makeStore()
    let view = ObservableStore(store)
    let invalidated = watch { _ = view.state }
    view.dispatch(.add(1))
    #expect(view.state.x == 1)
    #expect(invalidated.value == true)
    DispatchQueue.global().async { store.dispatch(.add(1)) }
    while view.state.x < 2 { await Task.yield() }
  }

  @Test func viewOfAPartIsInvalidatedOnlyByThatPart() async {
    let store = makeStore()
    let view = ObservableStore(store, \.y)
    let invalidated = watch { _ = view.state.text }
    for _ in 0..<10 { view.dispatch(.add(1)) }
    store.dispatch(.add(1))
    view.dispatch(.part(.write("")))
    for _ in 0..<10 { await Task.yield() }
    #expect(invalidated.value == nil)
    view.dispatch(.part(.write("tea")))
    #expect(invalidated.value == true)
    #expect(view.state.text == "tea")
  }

  @Test func scopedStoreHasItsOwnActions() {
    let store = makeStore()
    let part = store.scope(state: \.y, action: Action.part)
    let journal = Journal<String>()
    let subscription = part.observe(\.text) { journal.note($0) }
    part.dispatch(.write("a"))
    store.dispatch(.add(1))
    part.dispatch(.write("b"))
    #expect(store.state == State(x: 1, y: Part(text: "b")))
    #expect(part.state.text == "b")
    #expect(journal.lines == ["", "a", "b"])
    let view = ObservableStore(part)
    view.dispatch(.write("c"))
    #expect(view.state.text == "c")
    subscription.cancel()
  }

  @Test func aDispatchMayBePassedAsAFunction() {
    let store = makeStore()
    let journal = Journal<ActionSource>()
    let subscription = store.observeChanges { change in
      if case .action(_, let source) = change.kind { journal.note(source) }
    }
    let part = store.scope(state: \.y, action: Action.part)
    let add: @Sendable (Action) -> Void = store.dispatch
    add(.add(1))
    let write: @Sendable (PartAction) -> Void = part.dispatch
    write(.write("x"))
    store.dispatch(.add(1))
    #expect(store.state == State(x: 2, y: Part(text: "x")))
    #expect(
      journal.lines.map(\.info) == Array(repeating: "dispatch was passed as a function", count: 2)
        + [nil])
    #expect(journal.lines.last?.file == "RexStoreTests/ViewTests.swift")
    subscription.cancel()
  }

  /// Returns whether the value that the closure reads has changed since.
  private func watch(_ read: () -> Void) -> Later<Bool> {
    let changed = Later<Bool>()
    withObservationTracking(read) { changed.value = true }
    return changed
  }
}
