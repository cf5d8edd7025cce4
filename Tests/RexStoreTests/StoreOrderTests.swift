import Foundation
import RexStore
import Testing

/// Dispatches from all threads have one total order: first in, first out.
@Suite struct StoreOrderTests {
  private let appending = Reducer<String, [String]> { action, state in state.append(action) }

  @Test func reducesBeforeDispatchReturnsWhenIdle() {
    let store = Store(initialState: [], reducer: appending)
    store.dispatch("a")
    #expect(store.state == ["a"])
  }

  @Test func linksRunAroundTheReducerInOrder() {
    let journal = Journal<String>()
    func noting(_ name: String) -> Middleware<String, [String]> {
      Middleware { context, next, action in
        journal.note("\(name) before \(context.state)")
        next(action)
        journal.note("\(name) after \(context.state)")
      }
    }
    let store = Store(
      initialState: [], reducer: appending, middlewares: [noting("outer"), noting("inner")])
    store.dispatch("a")
    #expect(
      journal.lines == [
        "outer before []", "inner before []", #"inner after ["a"]"#, #"outer after ["a"]"#,
      ])
  }

  @Test func nestedDispatchesAreHandledInOrder() {
    let journal = Journal<String>()
    let answering = makeMiddleware { (dispatch, getState, next, action: String) in
      if action == "a" { dispatch("from link, before next") }
      next(action)
      if action == "a" { dispatch("from link, after next") }
      journal.note("\(action): \((getState() as [String]).count)")
    }
    let store = Store(initialState: [String](), reducer: appending, middlewares: [answering])
    let subscription = store.observe { state in
      if state.last == "a" { store.dispatch("from observer") }
    }
    store.dispatch("a")
    #expect(
      store.state == ["a", "from link, before next", "from observer", "from link, after next"])
    #expect(
      journal.lines == [
        "a: 1", "from link, before next: 2", "from observer: 3", "from link, after next: 4",
      ])
    subscription.cancel()
  }

  @Test func dispatchInsideAReducerIsHandledAfterwards() {
    let dispatcher = Later<Dispatcher<String>>()
    let reducer = Reducer<String, [String]> { action, state in
      if action == "a" { dispatcher.value?("nested") }
      state.append(action)
    }
    let store = Store(initialState: [], reducer: reducer)
    dispatcher.value = store.dispatcher
    store.dispatch("a")
    #expect(store.state == ["a", "nested"])
  }

  @Test func aLongChainOfDispatchesNeedsNoStack() {
    let countdown = Reducer<Int, Int> { action, state in state = action }
    let again = makeMiddleware { (dispatch, getState: @Sendable () -> Int, next, action: Int) in
      next(action)
      if action > 0 { dispatch(action - 1) }
    }
    let store = Store(initialState: 0, reducer: countdown, middlewares: [again])
    store.dispatch(100_000)
    #expect(store.state == 0)
  }

  @Test func theOrderOfManyThreadsKeepsThatOfEachThread() async {
    struct Step: Equatable {
      var thread: Int
      var index: Int
    }
    let journal = Journal<Step>()
    let store = Store(
      initialState: 0, reducer: Reducer<Step, Int> { _, state in state += 1 },
      middlewares: [
        Middleware { _, next, action in
          journal.note(action)
          next(action)
        }
      ])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for index in 0..<500 { store.dispatch(Step(thread: thread, index: index)) }
    }
    #expect(await store.settled() == 4000)
    for thread in 0..<8 {
      #expect(journal.lines.filter { $0.thread == thread }.map(\.index) == Array(0..<500))
    }
  }

  /// Whether a call is made, directly or indirectly, by the dispatch under test.
  @TaskLocal private static var isInsideDispatch = false

  @Test func busyThreadDoesNotBlockAnother() async {
    let handlers = Journal<Bool>()
    let hammered = DispatchSemaphore(value: 0)
    let store = Later<Store<Int, Int>>()
    let hammering = Reducer<Int, Int> { action, state in
      state += 1
      handlers.note(Self.isInsideDispatch)
      guard action == 0 else { return }
      // Wait until another thread has queued thousands of actions.
      Thread.detachNewThread {
        for _ in 0..<5000 { store.value?.dispatch(1) }
        hammered.signal()
      }
      hammered.wait()
    }
    store.value = Store(initialState: 0, reducer: hammering)
    Self.$isInsideDispatch.withValue(true) { store.value?.dispatch(0) }
    #expect(await store.value?.settled() == 5001)
    #expect((1...65).contains(handlers.lines.count { $0 }))
  }

  @Test func settledWaitsForAllEarlierWork() async {
    let store = Store(initialState: 0, reducer: Reducer<Int, Int> { $1 += $0 })
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { store.dispatch(1) } }
    }
    #expect(await store.settled() == 100)
  }

  @Test func readingTheStateWhileReducingGivesTheLastFinishedOne() {
    let read = Later<@Sendable () -> [String]>()
    let journal = Journal<[String]>()
    let reducer = Reducer<String, [String]> { action, state in
      state.append(action)
      if let read = read.value { journal.note(read()) }
    }
    let store = Store(initialState: [], reducer: reducer)
    read.value = { [unowned store] in store.state }
    for action in ["a", "b"] { store.dispatch(action) }
    #expect(journal.lines == [[], ["a"]])
    read.value = nil
  }

  @Test func deinitOfAStatesObjectCanDispatch() {
    let dispatcher = Later<Dispatcher<Int>>()
    let reducer = Reducer<Int, Holder> { action, state in
      state.count += action
      if action == 1 { state.farewell = Farewell { dispatcher.value?(10) } }
      if action == 2 { state.farewell = nil }
    }
    let store = Store(initialState: Holder(), reducer: reducer)
    dispatcher.value = store.dispatcher
    for action in [1, 2] { store.dispatch(action) }
    #expect(store.state.count == 13)
  }
}

private struct Holder: Sendable {
  var count = 0
  var farewell: Farewell?
}

/// Calls a closure when it is released.
private final class Farewell: Sendable {
  private let say: @Sendable () -> Void

  init(_ say: @escaping @Sendable () -> Void) { self.say = say }

  deinit { say() }
}
