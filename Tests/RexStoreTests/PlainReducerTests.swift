import RexStore
import Testing

/// Plain functions and objects as reducers: every shape, in a `Reducer` and in a store.
@Suite struct PlainReducerTests {
  private enum Step: Sendable {
    case add(Int)
    case updateFromOutside(Int)
  }

  private final class Adder: ReducerProtocol {
    func reduce(_ action: Step, _ state: inout Int) { state = applied(action, to: state) }
  }

  private static func applied(_ step: Step, to number: Int) -> Int {
    switch step {
    case .add(let amount): number + amount
    case .updateFromOutside(let outside): outside
    }
  }

  @Sendable private static func actionInPlace(_ step: Step, _ number: inout Int) {
    number = applied(step, to: number)
  }

  @Sendable private static func inPlaceAction(_ number: inout Int, _ step: Step) {
    number = applied(step, to: number)
  }

  @Sendable private static func stateAction(_ number: Int, _ step: Step) -> Int {
    applied(step, to: number)
  }

  @Sendable private static func actionState(_ step: Step, _ number: Int) -> Int {
    applied(step, to: number)
  }

  @Sendable private static func actionOptional(_ step: Step, _ number: Int?) -> Int {
    applied(step, to: number ?? 100)
  }

  @Test func everyFormOfFunctionIsAReducer() {
    let reducers: [Reducer<Step, Int>] = [
      Reducer(Self.actionInPlace), Reducer(Self.inPlaceAction), .reduce(Self.actionInPlace),
      .reduce { action, state in state = Self.applied(action, to: state) }, Reducer(Adder()),
      Reducer(returning: Self.stateAction), Reducer(returning: Self.actionState),
      Reducer(returning: Self.actionOptional),
    ]
    for reducer in reducers {
      var number = 40
      reducer.reduce(.add(2), &number)
      #expect(number == 42)
    }
  }

  @Test func aStoreAcceptsPlainFunctionsOfEveryForm() {
    let stores = [
      Store(initialState: 40, reducer: Self.actionInPlace),
      Store(initialState: 40, reducer: Self.inPlaceAction),
      Store(initialState: 40, reducer: Self.stateAction),
      Store(initialState: 40, initialAction: .add(7), reducer: Self.actionOptional),
      Store(initialState: 40, reducer: Self.actionState),
      Store(initialState: 40, reducer: Self.actionOptional),
      Store(initialState: 40) { (step: Step, number: Int) in Self.applied(step, to: number) },
      Store(initialState: 40, reducer: Adder()),
    ]
    for store in stores {
      store.dispatch(.add(2))
      #expect(store.state == 42)
    }
    #expect(Store(initialAction: .add(1), reducer: Self.actionOptional).state == 101)
  }

  @Test func closuresMayTakeTheirArgumentsInEitherOrder() {
    let reducers = [
      Reducer<Step, Int> { step, number in if case .add(let amount) = step { number += amount } },
      Reducer<Step, Int> { number, step in if case .add(let amount) = step { number += amount } },
      Reducer { (step: Step, number: inout Int) in number += 2 },
      Reducer { (number: inout Int, step: Step) in number += 2 },
    ]
    for reducer in reducers {
      var number = 40
      reducer.reduce(.add(2), &number)
      #expect(number == 42)
    }
  }

  @Test func argumentOrderIsFixedIfActionAndStateHaveOneType() {
    var number = 40
    Reducer<Int, Int> { action, state in state += action * 10 }.reduce(2, &number)
    #expect(number == 60)
    Reducer<Int, Int>(returning: { state, action in state - action * 10 }).reduce(2, &number)
    #expect(number == 40)
  }
}
