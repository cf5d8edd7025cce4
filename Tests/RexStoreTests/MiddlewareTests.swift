import Dispatch
import RexStore
import Testing

/// The parts of a middleware: links of the chain, wrappers around the reduction.
@Suite struct MiddlewareTests {
  private let adding = Reducer<Int, Int> { action, state in state += action }

  @Test func linkCanChangeDropAndRepeatActions() {
    let picky = Middleware<Int, Int> { _, next, action in
      switch action {
      case ..<0: break
      case 7:
        next(100)
        next(200)
      default: next(action * 2)
      }
    }
    let store = Store(initialState: 0, reducer: adding, middlewares: [picky])
    for action in [-5, 3, 7] { store.dispatch(action) }
    #expect(store.state == 306)
  }

  @Test func wrapperSeesAllReductionsAtAnyPositionInTheChain() {
    let journal = Journal<String>()
    let recording = Middleware<Int, Int>(reducing: { action, source, state, reduce in
      let before = state
      reduce(action, &state)
      journal.note("\(action) \(before)→\(state) line \(source.line)")
    })
    let doubling = Middleware<Int, Int> { context, next, action in
      if action == 1 { context.dispatch(5, from: context.source) }
      next(action * 2)
      if action == 1 { context.dispatch(0, from: context.source) }
    }
    let inert = Middleware<Int, Int> { context, next, action in
      if action != 0 { next(action) }
    }
    for middlewares in [
      [recording, doubling, inert], [doubling, recording, inert], [doubling, inert, recording],
    ] {
      let start = journal.lines.count
      let store = Store(
        initialState: 0, reducer: adding, middlewares: middlewares)
      store.dispatch(1, from: ActionSource(file: "", function: "", line: 42))
      #expect(journal.lines[start...].prefix(2) == ["2 0→2 line 42", "10 2→12 line 42"])
    }
  }

  @Test func firstWrapperIsOutermost() {
    let journal = Journal<String>()
    func wrapper(_ name: String) -> Middleware<Int, Int> {
      Middleware(reducing: { action, _, state, reduce in
        journal.note("\(name) \(action)")
        reduce(action + 1, &state)
      })
    }
    let store = Store(
      initialState: 0, reducer: adding, middlewares: [wrapper("a"), wrapper("b")])
    store.dispatch(1)
    #expect(journal.lines == ["a 1", "b 2"])
    #expect(store.state == 3)
  }

  @Test func replacementsReachWrappersAndObserversButNotLinks() {
    let journal = Journal<String>()
    let watching = Middleware<Int, Int>(
      reducing: { action, _, state, reduce in reduce(action, &state) },
      replacing: { state, source in journal.note("wrapper: \(state) \(source.info ?? "")") })
    let store = Store(
      initialState: 0, reducer: adding,
      middlewares: [watching, Middleware { _, _, _ in journal.note("link") }])
    let subscription = store.observeChanges { change in
      if case .replaced = change.kind { journal.note("observer: \(change.state)") }
    }
    store.replaceState(9, info: "jump")
    #expect(journal.lines == ["wrapper: 9 jump", "observer: 9"])
    subscription.cancel()
  }

  @Test func curriedLinksAreCreatedOncePerStore() {
    let journal = Journal<String>()
    let curried = Middleware<Int, Int>(curried: { dispatch, getState in
      journal.note("attached")
      return { next in
        journal.note("chained")
        return { action in
          next(action)
          journal.note("\(action): \(getState())")
          if action == 1 { dispatch(2) }
        }
      }
    })
    let store = Store(initialState: 0, reducer: adding, middlewares: [curried])
    store.dispatch(1)
    #expect(journal.lines == ["attached", "chained", "1: 1", "2: 3"])
  }

  @Test func aLateCallOfNextWaitsItsTurn() async {
    let delayed = Middleware<Int, [Int]>(curried: { _, _ in
      { next in
        { action in
          guard action == 1 else { return next(action) }
          DispatchQueue.global().async { next(action) }
        }
      }
    })
    let store = Store(
      initialState: [], reducer: Reducer<Int, [Int]> { $1.append($0) }, middlewares: [delayed])
    store.dispatch(1)
    for _ in 0..<1000 { store.dispatch(2) }
    while await store.settled().count < 1001 { await Task.yield() }
    #expect(store.state.filter { $0 == 1 }.count == 1)
  }

  @Test func lateCallOfNextWhileReducingIsQueued() {
    let kept = Later<@Sendable (Int) -> Void>()
    let keeping = Middleware<Int, [Int]>(curried: { _, _ in
      { next in
        kept.value = next
        return { action in next(action) }
      }
    })
    let reducer = Reducer<Int, [Int]> { action, state in
      if action == 1 { kept.value?(3) }
      state.append(action)
    }
    let store = Store(initialState: [], reducer: reducer, middlewares: [keeping])
    store.dispatch(1)
    #expect(store.state == [1, 3])
  }

  @Test func theSourceOfADispatchReachesEveryLink() {
    let journal = Journal<ActionSource>()
    let store = Store(
      initialState: 0, reducer: adding,
      middlewares: [
        Middleware { context, next, action in
          journal.note(context.source)
          next(action)
        }
      ])
    store.dispatch(1, info: "button")
    store.dispatch(1, from: ActionSource(file: "f", function: "g", line: 3))
    #expect(journal.lines[0].file == "RexStoreTests/MiddlewareTests.swift")
    #expect(journal.lines[0].function == "theSourceOfADispatchReachesEveryLink()")
    #expect(journal.lines[0].info == "button")
    #expect(journal.lines[1] == ActionSource(file: "f", function: "g", line: 3))
  }

  @Test func existentialActionsAreOrdinaryActions() {
    let reducer = Reducer<any Deed, Int> { action, state in
      if let add = action as? Add { state += add.amount }
    }
    let store = Store(initialState: 0, reducer: reducer)
    store.dispatch(Add(amount: 2))
    store.dispatch(Nothing())
    #expect(store.state == 2)
  }

  @Test func middlewaresDoNotKeepTheirStoreAlive() {
    let kept = Later<Dispatcher<Int>>()
    let keeping = Middleware<Int, Int> { context, next, action in
      kept.value = context.dispatch
      next(action)
    }
    weak var gone: Store<Int, Int>?
    do {
      let store = Store(initialState: 0, reducer: adding, middlewares: [keeping])
      store.dispatch(1)
      gone = store
    }
    #expect(gone == nil)
    kept.value?(1)
  }
}

private protocol Deed: Sendable {}

private struct Add: Deed {
  var amount: Int
}

private struct Nothing: Deed {}
