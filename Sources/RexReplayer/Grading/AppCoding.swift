import RexActions
import RexDecoding
import RexJSON
import RexTimeline

/// Decodes documents into an app's types and encodes them again.
protocol AppCoding: Sendable {
  /// Decodes and encodes a state's document.
  func roundTrip(state: JSON) throws(ReductionError) -> JSON
  /// Decodes and encodes an action's document; nil if actions are only decodable.
  func roundTrip(action: JSON) throws(ReductionError) -> JSON?
}

/// Uses the app's `State` and `Action` types.
struct TypedCoding<Action, State: SendableMetatype>: AppCoding {
  let states: StateSource<State>
  let decode: TypedReduction<Action, State>.Decode
  /// The action as an encodable value; nil if actions are only decodable.
  let encodable: @Sendable (Action) -> (any Encodable)?

  func roundTrip(state: JSON) throws(ReductionError) -> JSON {
    let decoded = try states.state(state)
    return try rethrowing(as: .encodingState) { try states.document(of: decoded) }
  }

  func roundTrip(action: JSON) throws(ReductionError) -> JSON? {
    let decoded = try rethrowing(as: .decodingAction) {
      try action.bytes.withUnsafeBytes { try decode(JSONDocumentDecoder(), $0) }
    }
    return try rethrowing(as: .encodingAction) {
      try encodable(decoded).map { try JSONDocumentEncoder().encode($0) }
    }
  }
}

/// Encodes a registered action.
struct EncodedAction<Action>: Encodable {
  let action: Action
  let actions: ActionRegistry<Action>

  func encode(to encoder: any Encoder) throws { try actions.encode(action, to: encoder) }
}
