import ComposableLike
import RexLog
import RexRecorder
import Testing

/// The recorder in a store like the Composable Architecture's, which commits in batches.
@MainActor @Suite struct ComposableLikeTests {
  @Test func batches() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let store = store(with: recorder)
    for action in Tally.script { store.send(action) }
    recorder.close()
    try expect(sink, count: 10, endsIn: store.withState { $0 })
    #expect(store.commitCount == Tally.script.count)
  }

  @Test func batchesFromManyTasks() async throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let store = store(with: recorder)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for action in Tally.script { await store.send(action) } }
      }
    }
    recorder.close()
    try expect(sink, count: 8 * 10, endsIn: store.withState { $0 })
  }

  /// A store whose reducer sends another action after adding 1, and two after scaling by 3.
  private func store(
    with recorder: Recorder<Tally.Action, Tally>
  ) -> Store<Tally, Tally.Action> {
    Store(initialState: Tally()) {
      Reduce<Tally, Tally.Action> { state, action in
        recorder.record(action, into: &state) { state, action in
          state.apply(action)
          switch action {
          case .add(1): return .send(.add(10))
          case .scale(3): return .run { send in for _ in 1...2 { send(.scale(2)) } }
          default: return .none
          }
        }
      }
    }
  }
}
