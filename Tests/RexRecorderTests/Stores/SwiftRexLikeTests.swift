import RexLog
import RexRecorder
import SwiftRexLike
import Testing

/// The recorder in a store like SwiftRex', whose effects run after the reducer.
@Suite struct SwiftRexLikeTests {
  @Test func effectsAndManyThreads() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let appReducer = Reducer<Tally.Action, Tally>.reduce { action, state in state.apply(action) }
    let store = Store(
      initialState: Tally(),
      reducer: Reducer.reduce(recorder.recording(appReducer.reduce)),
      middlewares: [
        { action, _, _ in
          guard case .add(1) = action else { return nil }
          return IO { output in output(.add(10)) }
        }
      ])
    onEightThreads { _ in
      for action in Tally.script { store.dispatch(action) }
    }
    let state = store.state
    recorder.close()
    try expect(sink, count: 8 * 8, endsIn: state)
  }
}
