import RexLog
import RexRecorder
import SwiftRexLike
import Testing

/// The recorder in a store like SwiftRex', whose effects run after the reducer.
@Suite struct SwiftRexLikeTests {
  @Test func effectsAndManyThreads() async throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let appReducer = Reducer<Tally.Action, Tally>.reduce { action, state in state.apply(action) }
    // The original is for all threads, too, without saying so.
    nonisolated(unsafe) let subject = UnfailableReplayLastSubjectType.combine(
      initialValue: Tally())
    nonisolated(unsafe) let store = ReduxStoreBase(
      subject: subject, reducer: Reducer.reduce(recorder.recording(appReducer.reduce)),
      middleware: AnyMiddleware<Tally.Action, Tally.Action, Tally> { action, source, _ in
        guard case .add(1) = action else { return .pure() }
        return IO { output in output.dispatch(.add(10), from: source) }
      })
    onEightThreads { _ in
      for action in Tally.script { store.dispatch(action) }
    }
    while recorder.statistics.actionCount < 8 * 8 { await Task.yield() }
    let state = await MainActor.run { subject.value() }
    recorder.close()
    try expect(sink, count: 8 * 8, endsIn: state)
  }
}
