import ComposableLike
import RexRecorder

enum ComposableCauses: CausesExample {
  static func record(rounds: Int, to path: String) throws {
    let recorder = try Recorder<Feature.Action, Feature.State>(path: path, app: "Chat")

    let store = Store(initialState: Feature.State()) {
      Reduce<Feature.State, Caused<Feature.Action>> { state, action in
        recorder.withCause(action.cause) {
          recorder.record(action.value, into: &state) { state, action, seq in
            featureReducer(&state, action).map { Caused($0, by: seq) }
          }
        }
      }
    }

    for action in causesScript(rounds: rounds) { store.send(Caused(action, by: nil)) }
    recorder.close()
  }
}
