import RexStore
import Testing

/// Middlewares of a feature in an app whose state always or sometimes contains the feature's.
@Suite struct MiddlewareLiftingTests {
  private struct App: Equatable, Sendable {
    var number = 0
    var module: Int?
    /// A part of the state that cannot be set.
    var doubled: Int { number * 2 }
  }

  private enum AppAction: Equatable, Sendable {
    case number(Int)
    case module(Int)
    case setModule(Int?)

    var number: Int? { if case .number(let value) = self { value } else { nil } }
    var module: Int? { if case .module(let value) = self { value } else { nil } }
  }

  private static func reduce(_ action: AppAction, _ app: inout App) {
    switch action {
    case .number(let value): app.number += value
    case .module(let value): app.module? += value
    case .setModule(let module): app.module = module
    }
  }

  private let journal = Journal<String>()

  /// Notes what it sees as a link of the chain and around the reducer, and replaces 1 by 10.
  private var noting: Middleware<Int, Int> {
    .compose(
      Middleware { [journal] context, next, action in
        journal.note("link \(action) \(context.state)")
        next(action == 1 ? 10 : action)
        journal.note("link \(action) \(context.state)")
      },
      Middleware(
        reducing: { [journal] action, _, state, reduce in
          let before = state
          reduce(action, &state)
          journal.note("wrapper \(action) \(before)→\(state)")
        }, replacing: { [journal] state, _ in journal.note("replaced \(state)") }))
  }

  private func makeStore(_ middleware: Middleware<AppAction, App>) -> Store<AppAction, App> {
    Store(initialState: App(), reducer: Self.reduce, middlewares: [middleware])
  }

  private let expectedOfDoubled = [
    "link 1 0", "wrapper 10 0→20", "link 1 20", "replaced 6",
  ]

  @Test func aReadOnlyKeyPathAndAFunctionSelectTheState() {
    for lifted in [
      noting.lift(action: \.number, embed: AppAction.number, state: \App.doubled),
      noting.lift(action: { $0.number }, embed: AppAction.number, state: { $0.number * 2 }),
      noting.lift(state: { (app: App) in app.doubled }).lift(
        action: \.number, embed: AppAction.number),
    ] {
      let told = journal.lines.count
      let store = makeStore(lifted)
      store.dispatch(.setModule(5))
      store.dispatch(.number(1))
      store.replaceState(App(number: 3))
      #expect(journal.lines.dropFirst(told) == expectedOfDoubled[...])
    }
  }

  @Test func aWrapperMayReduceTwiceAndCannotChangeTheState() {
    let trying = Middleware<Int, Int>(reducing: { [journal] action, _, state, reduce in
      var trial = state
      reduce(action, &trial)
      reduce(action, &state)
      journal.note("\(trial) \(state)")
      state = 100
    })
    let store = makeStore(
      trying.lift(action: \.number, embed: AppAction.number, state: \.number))
    for number in [4, 5] { store.dispatch(.number(number)) }
    #expect(journal.lines == ["4 4", "9 9"])
    #expect(store.state == App(number: 9))
  }

  @Test func actionsBypassAnAbsentModule() {
    for lifted in [
      noting.lift(action: \.module, embed: AppAction.module, optionalState: \.module),
      noting.lift(action: { $0 }, embed: { $0 }, optionalState: { (app: App) in app.module })
        .lift(action: \.module, embed: AppAction.module),
    ] {
      let told = journal.lines.count
      let store = makeStore(lifted)
      store.dispatch(.module(1))
      store.dispatch(.setModule(5))
      store.dispatch(.module(1))
      store.dispatch(.number(1))
      store.dispatch(.setModule(nil))
      store.dispatch(.module(2))
      store.replaceState(App(module: 7))
      store.replaceState(App())
      #expect(
        journal.lines.dropFirst(told) == [
          "link 1 5", "wrapper 10 5→15", "link 1 15", "replaced 7",
        ])
    }
  }

  @Test func closedModuleReadsItsLastState() {
    let lifted = noting.lift(
      action: { $0.module ?? ($0 == .setModule(nil) ? 0 : nil) },
      embed: { $0 == 0 ? AppAction.setModule(nil) : .module($0) },
      optionalState: { (app: App) in app.module })
    let store = makeStore(lifted)
    store.dispatch(.setModule(5))
    store.dispatch(.setModule(nil))
    #expect(store.state.module == nil)
    #expect(journal.lines == ["link 0 5", "wrapper 0 5→5", "link 0 5"])
  }

  @Test func linkOfAnOptionalModuleIsCreatedOnce() {
    let counting = Middleware<Int, Int> { [journal] dispatch, getState in
      journal.note("made with \(getState())")
      return { next in { action in next(action) } }
    }
    let store = makeStore(
      counting.lift(action: \.module, embed: AppAction.module, optionalState: \.module))
    #expect(journal.lines.isEmpty)
    for module in [5, nil, 6] {
      store.dispatch(.setModule(module))
      store.dispatch(.module(1))
    }
    #expect(journal.lines == ["made with 5"])
    #expect(store.state.module == 7)
  }
}
