import RexStore
import Testing

@Suite struct ReducerTests {
  @Test func changesTheStateInPlace() {
    let adder = Reducer<Int, Int> { action, state in state += action }
    var state = 1
    adder.reduce(2, &state)
    #expect(state == 3)
  }
}
