import RexDiff
import RexJSON

/// A re-reduction that knows the app's types.
struct TypedReduction<Action: Decodable, State: Codable>: Reduction {
  private let reducer: @Sendable (Action, inout State) throws -> Void
  private let decoder = JSONDocumentDecoder()
  private var state: State
  private var states: StateEncoder<State>

  init(
    from document: JSON, reducer: @escaping @Sendable (Action, inout State) throws -> Void
  ) throws(ReductionError) {
    self.reducer = reducer
    let decoder = decoder
    let first = try stage(.decodingState) { try decoder.decode(State.self, from: document) }
    state = first
    states = try stage(.encodingState) { try StateEncoder(first) }
  }

  mutating func reduce(_ document: JSON, patch: inout [UInt8]) throws(ReductionError) {
    let action = try stage(.decodingAction) { try decoder.decode(Action.self, from: document) }
    // A throwing reducer may have changed the state before it threw, as it had when recorded.
    try? reducer(action, &state)
    try stage(.encodingState) { try states.update(to: state, patch: &patch) }
  }

  mutating func reset(to document: JSON) throws(ReductionError) {
    self = try TypedReduction(from: document, reducer: reducer)
  }

  func writeState(into bytes: inout [UInt8]) {
    states.writeDocument(into: &bytes)
  }
}

private func stage<Result>(
  _ stage: ReductionError.Stage, _ body: () throws -> Result
) throws(ReductionError) -> Result {
  do {
    return try body()
  } catch {
    throw ReductionError(stage: stage, cause: error)
  }
}
