import ComposableLike
import RexLive
import RexRecorder

struct LiveFeature: Reducer {
  typealias State = Feature.State

  enum Action: Sendable {
    case feature(Feature.Action)
    case effect(Feature.Action, during: Int?)
    case show(State)
    case send(Feature.Action)
  }

  let recorder: Recorder<Feature.Action, State>
  let link: LiveLink<Feature.Action, State>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .feature(let action): return reduce(&state, action)
      case .effect(let action, let jump):
        return link.isHeld && link.heldJump != jump ? .none : reduce(&state, action)
      case .send(let action): return reduce(&state, action, isSent: true)
      case .show(let shown):
        recorder.recordReplacement(by: shown, source: .here(info: "live"))
        state = shown
        return .none
      }
    }
  }

  private func reduce(
    _ state: inout State, _ action: Feature.Action, isSent: Bool = false
  ) -> Effect<Action> {
    let jump = link.heldJump
    return recorder.record(action, into: &state, source: isSent ? .here(info: "live") : nil) {
      featureReducer(&$0, $1)
    }.map { .effect($0, during: jump) }
  }
}

extension LiveFeature.Action: CasePathable {
  static var allCasePaths: AllCasePaths { AllCasePaths() }

  struct AllCasePaths {
    var feature: AnyCasePath<LiveFeature.Action, Feature.Action> {
      AnyCasePath(
        embed: { .feature($0) },
        extract: { action in if case .feature(let action) = action { action } else { nil } })
    }
  }
}

/// The app's store, which the tool acts on, and that of its views.
@MainActor func composableLive(
  recorder: Recorder<Feature.Action, Feature.State>, link: LiveLink<Feature.Action, Feature.State>
) -> Store<Feature.State, Feature.Action> {
  let live = Store(initialState: Feature.State()) {
    LiveFeature(recorder: recorder, link: link)
  }
  link.accept(
    jump: { state in Task { @MainActor in live.send(.show(state)) } },
    dispatch: { action in Task { @MainActor in live.send(.send(action)) } })
  let store = live.scope(state: \.self, action: \.feature)

  return store
}
