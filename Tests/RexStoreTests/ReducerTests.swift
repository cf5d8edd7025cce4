import RexStore
import TestSupport
import Testing

/// Reducers are a monoid under composition, and lifting respects it.
@Suite struct ReducerTests {
  private typealias R = Reducer<Int, [Int]>

  @Test(arguments: [1, 2, 3] as [UInt64])
  func identityAndAssociativity(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let (a, b, c) = (anyReducer(&random), anyReducer(&random), anyReducer(&random))
      expectSame(.compose(.compose(a, b), c), .compose(a, .compose(b, c)), seed)
      expectSame(.compose(a, b, c), .compose(a, .compose(b, c)), seed)
      expectSame(.compose([a, b, c]), .compose(a, b, c), seed)
      expectSame(.compose(.identity, a), a, seed)
      expectSame(.compose(a, .identity), a, seed)
      expectSame(
        .compose {
          a
          for reducer in [b, c] { reducer }
          if seed == 0 { a }
        }, .compose(a, b, c), seed)
    }
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func liftingDistributesOverComposition(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let (a, b) = (anyReducer(&random), anyReducer(&random))
      let lifts: [@Sendable (R) -> Reducer<AppAction, App>] = [
        { $0.lift(action: \.list, state: \.list) },
        { $0.lift(action: \.list, optionalState: \.optional) },
        {
          $0.lift(
            actionGetter: { $0.list }, stateGetter: { $0.list }, stateSetter: { $0.list = $1 })
        },
        {
          $0.lift(actionGetter: { (action: AppAction) in action.list })
            .lift(stateGetter: { $0.list }, stateSetter: { $0.list = $1 })
        },
        { $0.lift(action: { $0 }, optionalState: \App.optional).lift(action: \.list) },
        { $0.lift(action: \AppAction.list).lift(state: \.list) },
        { $0.lift(state: \App.list).lift(action: \.list) },
      ]
      for lift in lifts {
        expectSame(lift(.compose(a, b)), .compose(lift(a), lift(b)), seed)
        expectSame(lift(.identity), .identity, seed)
      }
    }
  }

  @Test func anActionOfAnotherFeatureChangesNothing() {
    let lifted = R { $1.append($0) }.lift(action: \AppAction.list, state: \App.list)
    var app = App()
    lifted.reduce(.other, &app)
    #expect(app == App())
    lifted.reduce(.list(1), &app)
    #expect(app.list == [1])
  }

  @Test func actionsOrStateCanBeLiftedAlone() {
    let appending = R { $1.append($0) }
    var (app, list) = (App(), [Int]())
    appending.lift(state: \App.list).reduce(1, &app)
    appending.lift(action: \AppAction.list).reduce(.list(2), &list)
    #expect(app.list == [1])
    #expect(list == [2])
  }

  @Test func absentStateStaysAbsent() {
    let appending = R { $1.append($0) }
      .lift(action: { (action: AppAction) in action.list }, optionalState: \App.optional)
    var app = App(optional: nil)
    appending.reduce(.list(2), &app)
    #expect(app == App(optional: nil))
    app.optional = []
    appending.reduce(.list(5), &app)
    #expect(app.optional == [5])
  }

  private func anyReducer(_ random: inout SeededGenerator) -> R {
    let amount = Int.random(in: 1...9, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return R { action, list in list.append(action &+ amount) }
    case 1: return R { action, list in if list.count > amount { list.removeFirst() } }
    case 2: return R { action, list in list = list.map { ($0 &* amount) ^ action } }
    default: return R { _, list in list.reverse() }
    }
  }

  private func expectSame(_ left: R, _ right: R, _ seed: UInt64) {
    expectSame(left, right, from: [3, 1, 2], actions: Array(0..<6), seed)
  }

  private func expectSame(
    _ left: Reducer<AppAction, App>, _ right: Reducer<AppAction, App>, _ seed: UInt64
  ) {
    let actions = [AppAction.list(4), .other, .list(2), .list(0)]
    let app = App(list: [3, 1, 2])
    expectSame(left, right, from: app, actions: actions, seed)
  }

  private func expectSame<Action, State: Equatable>(
    _ left: Reducer<Action, State>, _ right: Reducer<Action, State>, from state: State,
    actions: [Action], _ seed: UInt64
  ) {
    var states = (state, state)
    for action in actions {
      left.reduce(action, &states.0)
      right.reduce(action, &states.1)
      #expect(states.0 == states.1, "seed \(seed)")
    }
  }
}

private struct App: Equatable {
  var list: [Int] = []
  var optional: [Int]? = [1, 2]
}

private enum AppAction {
  case list(Int)
  case other

  var list: Int? { if case .list(let value) = self { value } else { nil } }
}
