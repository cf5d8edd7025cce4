import Dispatch
import Foundation
import RexStore
import Testing

/// Child stores, feedback and streams: modules with stores of their own.
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
        Middleware(transforming: { action in
          up.note(action)
          return action
        })
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
    let child = makeChild(of: parent)
    let reacting = child.react(
      to: { $0.isEmpty ? nil : $0.count },
      effect: { count, _ in
        journal.note("effect \(count)")
      })
    let observing = child.observeChanges { if $0.isReplacement { journal.note("\($0.state)") } }
    child.dispatch(.append(1))
    parent.replaceState(Parent(list: [7, 8]))
    #expect(child.state == [7, 8])
    #expect(journal.lines == ["effect 1", "[7, 8]"])
    child.dispatch(.append(9))
    #expect(parent.state.list == [7, 8, 9])
    #expect(journal.lines == ["effect 1", "[7, 8]", "effect 3"])
    reacting.cancel()
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
    let child = makeChild(of: parent, Middleware(transforming: { $0 == .append(1) ? nil : $0 }))
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

  @Test func effectRunsWhenItsQuerysValueChanges() {
    let journal = Journal<String>()
    let store = Store(initialState: Parent(), reducer: Self.parentReducer)
    let reacting = store.react(
      to: { $0.other > 0 ? $0.other / 2 : nil },
      effect: { query, dispatch in
        journal.note("start \(query)")
        if query == 1 { dispatch(.double) }
        return Subscription { journal.note("end \(query)") }
      })
    for _ in 0..<4 { store.dispatch(.other) }
    store.replaceState(Parent(other: 9))
    #expect(
      journal.lines == ["start 0", "end 0", "start 1", "end 1", "start 2", "end 2"])
    reacting.cancel()
  }

  @Test func anEffectThatCancelsItsOwnSubscriptionEndsOnce() {
    let journal = Journal<String>()
    let store = Store(initialState: 0, reducer: Reducer<Int, Int> { $1 = $0 })
    let reacting = Later<Subscription>()
    reacting.value = store.react(
      to: { $0 == 0 ? nil : $0 },
      effect: { query, _ in
        journal.note("start \(query)")
        reacting.value?.cancel()
        return Subscription { journal.note("end \(query)") }
      })
    store.dispatch(1)
    store.dispatch(2)
    #expect(journal.lines == ["start 1", "end 1"])
  }

  @Test func startedEffectsAreCancelledExactlyOnce() {
    for _ in 0..<200 {
      let (started, ended) = (Journal<Int>(), Journal<Int>())
      let store = Store(initialState: 0, reducer: Reducer<Int, Int> { $1 = $0 })
      let reacting = store.react(
        to: { $0 },
        effect: { query, _ in
          started.note(query)
          return Subscription { ended.note(query) }
        })
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { for value in 1...20 { store.dispatch(value) } } else { reacting.cancel() }
      }
      #expect(started.lines == ended.lines)
    }
  }

  @Test func aChildThatIgnoresItsParentIsReportedOnceInDebugBuilds() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let parent = Store(initialState: 0, reducer: Reducer<Int, Int> { $1 = $0 })
      let child = parent.scope(
        state: { $0 }, action: { $0 }, update: { $0 }, reducer: Reducer<Int, Int> { _, _ in })
      for action in 1...3 { parent.dispatch(action) }
      withExtendedLifetime(child) {}
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.components(separatedBy: "RexStore: a scoped store of Int").count == 2)
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

  @Test func effectReturnsNothingOrACancellable() async {
    let journal = Journal<String>()
    let store = Store(
      initialState: 0, reducer: { (action: Int, state: inout Int) in state = action },
      feedbacks: [
        Feedback(to: { $0 }) { number, _ in journal.note("note \(number)") },
        Feedback(to: { $0 }) { number, _ in
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

  @Test func asynchronousEffectIsCancelledByANewValue() async {
    let journal = Journal<String>()
    let store = Store(initialState: 0, reducer: Reducer<Int, Int> { $1 = $0 })
    let reacting = store.react(
      to: { $0 == 0 ? nil : $0 },
      task: { query, dispatch in
        while query == 1, !Task.isCancelled { await Task.yield() }
        journal.note("\(query) over")
        if query == 1 { dispatch(3) }
      })
    store.dispatch(1)
    store.dispatch(2)
    while journal.lines.count < 3 { await Task.yield() }
    #expect(journal.lines.sorted() == ["1 over", "2 over", "3 over"])
    reacting.cancel()
  }

  @Test func storeFollowsAndProvidesStreams() {
    let (left, right) = (EventEmitter<Int>(), EventEmitter<Int>())
    let store = Store(initialState: 0, reducer: Reducer<Int, Int> { $1 += $0 })
    let input = store.dispatch(
      .merge([left.stream, right.stream.filter { $0 > 0 }.map { $0 * 10 }]))
    let journal = Journal<Bool>()
    let output = store.stream(of: { $0 > 20 }).subscribe { journal.note($0) }
    left.send(1)
    right.send(2)
    right.send(-2)
    left.send(3)
    #expect(store.state == 24)
    #expect(journal.lines == [false, true])
    input.cancel()
    left.send(1)
    #expect(store.state == 24)
    output.cancel()
  }
}
