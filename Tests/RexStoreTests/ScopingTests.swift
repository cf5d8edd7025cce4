import Dispatch
import Foundation
import RexStore
import Testing

/// Child stores: modules and views with stores of their own.
@Suite struct ScopingTests {
  private struct Parent: Equatable, Sendable {
    var list: [Int] = []
    var other = 0
  }

  private enum ParentAction: Equatable, Sendable {
    case list(ListAction)
    case double
    case other
  }

  private enum ListAction: Equatable, Sendable {
    case append(Int)
    case updateFromOutside([Int])
  }

  private static let listReducer = Reducer<ListAction, [Int]> { action, list in
    switch action {
    case .append(let value): list.append(value)
    case .updateFromOutside(let outside): list = outside
    }
  }

  private static let parentReducer = Reducer<ParentAction, Parent>.compose {
    listReducer.lift(
      action: { if case .list(let action) = $0 { action } else { nil } }, state: \.list)
    Reducer { action, parent in
      switch action {
      case .double: parent.list = parent.list.map { $0 &* 2 }
      case .other: parent.other += 1
      case .list: break
      }
    }
  }

  private func makeChild(
    of parent: Store<ParentAction, Parent>, _ middleware: Middleware<ListAction, [Int]>...
  ) -> Store<ListAction, [Int]> {
    parent.scope(
      state: \.list, action: ParentAction.list, update: ListAction.updateFromOutside,
      reducer: Self.listReducer, middlewares: middleware)
  }

  @Test func actionsAreSentToTheParentAndChangesReturnOnce() {
    let (up, down) = (Journal<ParentAction>(), Journal<ListAction>())
    let parent = Store(
      initialState: Parent(list: [1]), reducer: Self.parentReducer,
      middlewares: [
        Middleware { _, next, action in
          up.note(action)
          next(action)
        }
      ])
    let recording = Middleware<ListAction, [Int]>(reducing: { action, _, state, reduce in
      reduce(action, &state)
      down.note(action)
    })
    let child = makeChild(of: parent, recording)
    child.dispatch(.append(2))
    #expect(parent.state.list == [1, 2])
    parent.dispatch(.double)
    #expect(child.state == [2, 4])
    parent.dispatch(.other)
    #expect(up.lines == [.list(.append(2)), .double, .other])
    #expect(down.lines == [.append(2), .updateFromOutside([2, 4])])
  }

  @Test func timeTravelOfTheParentIsTimeTravelOfTheChild() {
    let journal = Journal<String>()
    let parent = Store(initialState: Parent(), reducer: Self.parentReducer)
    let child = parent.scope(
      state: \.list, action: ParentAction.list, update: ListAction.updateFromOutside,
      reducer: Self.listReducer,
      feedbacks: [
        Feedback(to: { $0.isEmpty ? nil : $0.count }) { count, _ in
          journal.note("effect \(count)")
        }
      ])
    let observing = child.observeChanges { if $0.isReplacement { journal.note("\($0.state)") } }
    child.dispatch(.append(1))
    parent.replaceState(Parent(list: [7, 8]))
    #expect(child.state == [7, 8])
    #expect(journal.lines == ["effect 1", "[7, 8]"])
    child.dispatch(.append(9))
    #expect(parent.state.list == [7, 8, 9])
    #expect(journal.lines == ["effect 1", "[7, 8]", "effect 3"])
    observing.cancel()
  }

  @Test func childsRecordingReplaysOnItsOwn() async {
    let recorded = Journal<ListAction>()
    let parent = Store(initialState: Parent(), reducer: Self.parentReducer)
    let child = makeChild(
      of: parent,
      Middleware(reducing: { action, _, state, reduce in
        reduce(action, &state)
        recorded.note(action)
      }))
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 0..<100 {
        if thread == 0 { parent.dispatch(index % 10 == 0 ? .double : .other) }
        child.dispatch(.append(index))
      }
    }
    await parent.settled()
    await child.settled()
    await parent.settled()
    await child.settled()
    #expect(parent.state.list.count == 400)
    #expect(child.state == parent.state.list)
    var replayed: [Int] = []
    for action in recorded.lines { Self.listReducer.reduce(action, &replayed) }
    #expect(replayed == child.state)
  }

  @Test func childIsNeverRevertedToBeforeItsOwnActions() async {
    let parent = Store(initialState: Parent(), reducer: Self.parentReducer)
    let lengths = Journal<Int>()
    let child = makeChild(of: parent)
    let subscription = child.observe { lengths.note($0.count) }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 0..<200 {
        if thread == 0 { parent.dispatch(.double) } else { child.dispatch(.append(index)) }
      }
    }
    await parent.settled()
    await child.settled()
    #expect(lengths.lines == lengths.lines.sorted())
    subscription.cancel()
  }

  @Test func updateHasTheSourceOfTheParentsAction() {
    let journal = Journal<ActionSource>()
    let parent = Store(initialState: Parent(list: [1]), reducer: Self.parentReducer)
    let noting = Middleware<ListAction, [Int]> { context, next, action in
      journal.note(context.source)
      next(action)
    }
    let child = makeChild(of: parent, noting)
    let observing = child.observeChanges { change in
      if case .replaced(let source) = change.kind { journal.note(source) }
    }
    parent.dispatch(.double, info: "button")
    parent.replaceState(Parent(list: [5]), info: "jump")
    #expect(journal.lines.map(\.info) == ["button", "jump"])
    #expect(journal.lines.map(\.file) == Array(repeating: #fileID, count: 2))
    #expect(child.state == [5])
    observing.cancel()
  }

  @Test func actionsDroppedByTheChildAreNotSentToTheParent() {
    let parent = Store(initialState: Parent(), reducer: Self.parentReducer)
    let dropping = Middleware<ListAction, [Int]> { _, next, action in
      if action != .append(1) { next(action) }
    }
    let child = makeChild(of: parent, dropping)
    child.dispatch(.append(1))
    child.dispatch(.append(2))
    #expect(parent.state.list == [2])
  }

  @Test func parentAndChildFormNoRetainCycle() {
    weak var (goneParent, goneChild): (Store<ParentAction, Parent>?, Store<ListAction, [Int]>?)
    do {
      let parent = Store(initialState: Parent(), reducer: Self.parentReducer)
      goneParent = parent
      do {
        let child = makeChild(of: parent)
        goneChild = child
        child.dispatch(.append(1))
      }
      #expect(goneChild == nil)
      parent.dispatch(.other)
    }
    #expect(goneParent == nil)
  }

  @Test func aScopedStoreOwnsItsFeedbacks() {
    let journal = Journal<String>()
    let parent = Store(initialState: Parent(list: [1]), reducer: Self.parentReducer)
    do {
      let child = parent.scope(
        state: \.list, action: ParentAction.list, update: ListAction.updateFromOutside,
        reducer: Self.listReducer,
        feedbacks: [
          Feedback(to: { $0.count < 4 ? $0.count : nil }) { count, dispatch in
            journal.note("start \(count)")
            if count == 2 { dispatch(.append(9)) }
            return Subscription { journal.note("end \(count)") }
          }
        ])
      parent.dispatch(.list(.append(5)))
      withExtendedLifetime(child) {}
    }
    #expect(parent.state.list == [1, 5, 9])
    #expect(
      journal.lines == ["start 1", "end 1", "start 2", "end 2", "start 3", "end 3"])
    parent.dispatch(.list(.append(5)))
    #expect(journal.lines.count == 6)
  }

  @Test func aChildMayIgnoreItsParentsUpdates() {
    let parent = Store(initialState: 0, reducer: Reducer<Int, Int> { $1 = $0 })
    let dropping = Middleware<Int, Int> { _, next, action in if action != 2 { next(action) } }
    let child = parent.scope(
      state: { $0 }, action: { $0 }, update: { $0 },
      reducer: Reducer { action, state in if action != 1 { state = action } },
      middlewares: [dropping])
    for action in [1, 2, 3] {
      parent.dispatch(action)
      #expect(child.state == action)
    }
  }

  @Test(arguments: [false, true])
  func aChildWithoutAReducerShowsWhatItsParentMakesOfItsActions(hasUpdate: Bool) {
    let journal = Journal<String>()
    let parent = Store(initialState: Parent(), reducer: Self.parentReducer)
    let child = parent.scope(
      state: \.list, action: ParentAction.list,
      update: hasUpdate ? ListAction.updateFromOutside : nil,
      middlewares: [
        Middleware(
          reducing: { action, _, state, reduce in
            reduce(action, &state)
            journal.note("\(action) \(state)")
          }, replacing: { state, _ in journal.note("replaced \(state)") })
      ],
      feedbacks: [Feedback(to: { $0.last }) { last, _ in journal.note("effect \(last)") }])
    child.dispatch(.append(1))
    #expect(child.state == [1])
    parent.dispatch(.double)
    parent.dispatch(.other)
    #expect(child.state == [2])
    parent.replaceState(Parent(list: [7]))
    #expect(child.state == [7])
    let updates = hasUpdate ? "updateFromOutside([1]) [1]" : "replaced [1]"
    let doubled = hasUpdate ? "updateFromOutside([2]) [2]" : "replaced [2]"
    #expect(
      journal.lines == [
        "append(1) []", updates, "effect 1", doubled, "effect 2", "replaced [7]",
      ])
  }
}
