import RexStore
import Testing

/// The shapes of middlewares, their composition and their lifting.
@Suite struct MiddlewareShapeTests {
  private let adding = Reducer<Int, Int> { action, state in state += action }

  @Test func effectsRunAfterTheReducer() {
    let journal = Journal<String>()
    let store = Store(
      initialState: 0, reducer: adding,
      middlewares: [
        Middleware(effects: { action, source, getState in
          journal.note("handle \(action): \(getState())")
          guard action < 3 else { return .none }
          return Effect { dispatch in
            journal.note("effect \(action): \(getState())")
            dispatch(action + 1)
          }
        })
      ])
    store.dispatch(2, info: "start")
    #expect(
      journal.lines == ["handle 2: 0", "effect 2: 2", "handle 3: 2"])
  }

  @Test func transformersPassOnChangeOrDropActions() {
    let odd = Middleware<Int, Int>(transforming: { action, _ in
      action.isMultiple(of: 2) ? nil : action
    })
    let more = Middleware<Int, Int>(transforming: { action, context in
      if action == 1 { context.dispatch(3) }
      return action + context.state
    })
    let store = Store(initialState: 0, reducer: adding, middlewares: [odd, more])
    for action in [1, 2] { store.dispatch(action) }
    // 1 + 0, then 3 + 1; 2 is dropped.
    #expect(store.state == 5)
  }

  @Test func compositionIsAssociativeAndHasAnIdentity() {
    func trace(_ middlewares: Middleware<Int, Int>...) -> [String] {
      let journal = Journal<String>()
      let note = Middleware<Int, Int>(
        reducing: { action, _, state, reduce in
          reduce(action, &state)
          journal.note("\(action) → \(state)")
        })
      let store = Store(
        initialState: 1, reducer: adding, middlewares: middlewares + [note])
      for action in [1, 2, 3] { store.dispatch(action) }
      return journal.lines
    }
    let a = Middleware<Int, Int>(transforming: { action, _ in action * 3 })
    let b = Middleware<Int, Int> { _, next, action in
      next(action)
      next(action + 1)
    }
    let c = Middleware<Int, Int>(reducing: { action, _, state, reduce in reduce(action - 1, &state)
    })
    let expected = trace(a, b, c)
    #expect(trace(.compose(a, .compose(b, c))) == expected)
    #expect(trace(.compose(.compose(a, b), c)) == expected)
    #expect(trace(.identity, a, .identity, b, c, .identity) == expected)
    #expect(trace(b, a, c) != expected)
  }

  @Test func liftedMiddlewareSeesOnlyItsFeature() {
    let journal = Journal<String>()
    let link = Middleware<Int, Int> { context, next, action in
      next(action * 2)
      journal.note("link \(action) \(context.state)")
      if action == 1 { context.dispatch(10) }
    }
    let wrapper = Middleware<Int, Int>(
      reducing: { action, _, state, reduce in
        let before = state
        reduce(action, &state)
        journal.note("wrapper \(action) \(before)→\(state)")
      }, replacing: { state, _ in journal.note("replaced \(state)") })
    let reducer = Reducer<Global, Pair>.compose {
      adding.lift(action: \.number, state: \.number)
      Reducer { action, state in if case .other = action { state.text += "!" } }
    }
    let store = Store(
      initialState: Pair(), reducer: reducer,
      middlewares: [
        Middleware.compose(link, wrapper)
          .lift(action: \.number, embed: Global.number, state: \.number)
      ])
    store.dispatch(.other)
    store.dispatch(.number(1))
    store.replaceState(Pair(number: 5))
    #expect(
      journal.lines == [
        "wrapper 2 0→2", "link 1 2", "wrapper 20 2→22", "link 10 22", "replaced 5",
      ])
  }

  @Test func liftedCurriedMiddlewareKeepsTheOrder() {
    let kept = Later<@Sendable (Int) -> Void>()
    let keeping = Middleware<Int, Int>(curried: { _, _ in
      { next in
        kept.value = next
        return { action in next(action) }
      }
    }).lift(action: \.number, embed: Global.number, state: \Pair.number)
    let reducer = Reducer<Global, Pair> { action, state in
      if action.number == 1 { kept.value?(2) }
      state.number += action.number ?? 0
    }
    let store = Store(initialState: Pair(), reducer: reducer, middlewares: [keeping])
    store.dispatch(.number(1))
    #expect(store.state.number == 3)
  }

  @Test func anEffectMayStartATaskThatDispatches() async {
    let store = Store(
      initialState: 0, reducer: adding,
      middlewares: [
        Middleware(effects: { action, _, _ in
          action == 1 ? Effect { dispatch in Task { dispatch(41) } } : .none
        })
      ])
    store.dispatch(1)
    for await state in store.states() where state == 42 { break }
    #expect(store.state == 42)
  }

  @Test func aMiddlewareAndAnEffectAreTestableWithoutAStore() {
    let journal = Journal<String>()
    let context = MiddlewareContext<Int, Int>(
      dispatch: Dispatcher { action, _ in journal.note("dispatch \(action)") }, getState: { 40 })
    func handle(
      _ context: MiddlewareContext<Int, Int>, _ next: (Int) -> Void, _ action: Int
    ) {
      next(action + context.state)
      context.dispatch(7)
    }
    handle(context, { journal.note("next \($0)") }, 2)
    Effect<Int> { dispatch in dispatch(1) }.run(context.dispatch)
    #expect(journal.lines == ["next 42", "dispatch 7", "dispatch 1"])
  }

  private struct Limit: ActionMiddleware {
    typealias State = Int

    var max: Int

    func handle(_ action: Int) -> Int? { action < -8 ? nil : min(action, max) }
  }

  @Test func objectsWithOneMethodCanBeMiddlewares() {
    let store = Store(
      initialState: 0, reducer: adding, middlewares: [Limit(max: 10), Limit(max: 5)])
    for action in [-9, 3, 20] { store.dispatch(action) }
    #expect(store.state == 8)
    let mixed = Store(
      initialState: 0, reducer: adding,
      middlewares: [
        Middleware(transforming: { action, _ in action * 2 }), Limit(max: 5),
        makeMiddleware { dispatch, getState, next, action in
          next(action + 1)
          if getState() == 6 { dispatch(1) }
        },
      ])
    mixed.dispatch(9)
    #expect(mixed.state == 9)
  }

  /// Knows the actions and no state.
  private struct EvenOnly<State: Sendable>: ActionMiddleware {
    func handle(_ action: Int) -> Int? { action.isMultiple(of: 2) ? action : nil }
  }

  private protocol CountMiddleware: ActionMiddleware<Int, Int> {}

  private struct Halving: CountMiddleware {
    func handle(_ action: Int) -> Int? { action / 2 }
  }

  @Test func objectWithGenericStateWorksWithAnyStoreOfItsActions() {
    let numbers = Store(
      initialState: 0, reducer: adding, middlewares: [EvenOnly(), Halving()])
    let words = Store(
      initialState: "", reducer: { (action: Int, text: inout String) in text += "\(action)" },
      middlewares: [EvenOnly()])
    for action in [1, 4, 7, 6] {
      numbers.dispatch(action)
      words.dispatch(action)
    }
    #expect(numbers.state == 5)
    #expect(words.state == "46")
  }

  private struct Again: EffectMiddleware {
    func handle(
      action: Int, from source: ActionSource, state: @escaping @Sendable () -> Int
    ) -> Effect<Int> {
      let before = state()
      guard action > 1 else { return .none }
      return Effect { dispatch in dispatch(state() - before - 1, from: source) }
    }
  }

  @Test func anObjectMayReturnAnEffectToRunAfterTheReducer() {
    let journal = Journal<String>()
    let store = Store(
      initialState: 10, reducer: adding,
      middlewares: [
        Again(),
        Middleware { context, next, action in
          next(action)
          journal.note("\(action) \(context.source.info ?? "")")
        },
      ])
    store.dispatch(3, info: "key")
    #expect(store.state == 16)
    #expect(journal.lines == ["3 key", "2 key", "1 key"])
  }

  @Test func objectsComposeAndLift() {
    let store = Store(
      initialState: Pair(), reducer: adding.lift(action: \.number, state: \.number),
      middlewares: [
        Limit(max: 10).lift(action: \.number, embed: Global.number, state: \.number),
        Middleware.compose([Limit(max: 6), Limit(max: 5)])
          .lift(action: { $0.number }, embed: Global.number, state: \.number),
      ])
    for action in [Global.number(20), .other, .number(3)] { store.dispatch(action) }
    #expect(store.state.number == 8)
  }

  @Test func aStoreTypeNamesAndCreatesItsMiddlewares() {
    typealias CountStore = Store<Int, Int>
    func limiting(to max: Int) -> CountStore.Middleware {
      CountStore.Middleware { dispatch, getState in
        { next in
          { action in
            if getState() < max { next(action) }
          }
        }
      }
    }
    let again: CountStore.Middleware = makeMiddleware { dispatch, getState, next, action in
      next(action)
      if getState() < 10 { dispatch(action) }
    }
    let same = CountStore.makeMiddleware { _, _, next, action in next(action) }
    let store = CountStore(
      initialState: 0, reducer: adding, middlewares: [limiting(to: 7), again, same])
    store.dispatch(3)
    #expect(store.getState() == 9)
  }
}

private struct Pair: Equatable {
  var number = 0
  var text = ""
}

private enum Global {
  case number(Int)
  case other

  var number: Int? { if case .number(let value) = self { value } else { nil } }
}
