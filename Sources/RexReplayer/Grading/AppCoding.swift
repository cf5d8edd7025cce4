import RexActions
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
struct TypedCoding<Action, State: Codable & SendableMetatype>: AppCoding {
  let decodeAction: @Sendable (JSON) throws -> Action
  let encodeAction: @Sendable (Action) throws -> JSON?

  func roundTrip(state: JSON) throws(ReductionError) -> JSON {
    let decoded = try rethrowing(as: .decodingState) {
      try JSONDocumentDecoder().decode(State.self, from: state)
    }
    return try rethrowing(as: .encodingState) { try JSONDocumentEncoder().encode(decoded) }
  }

  func roundTrip(action: JSON) throws(ReductionError) -> JSON? {
    let decoded = try rethrowing(as: .decodingAction) { try decodeAction(action) }
    return try rethrowing(as: .encodingAction) { try encodeAction(decoded) }
  }
}

extension TypedCoding {
  /// For actions that are `Decodable`, and possibly `Encodable`.
  init() where Action: Decodable & SendableMetatype {
    self.init(
      decodeAction: { try JSONDocumentDecoder().decode(Action.self, from: $0) },
      encodeAction: { action in
        try (action as? any Encodable).map { try JSONDocumentEncoder().encode($0) }
      })
  }

  /// For actions of a registry.
  init(_ actions: ActionRegistry<Action>) {
    self.init(
      decodeAction: { document in
        try document.bytes.withUnsafeBytes {
          try RegisteredAction.decode(JSONDocumentDecoder(), from: $0, by: actions)
        }
      },
      encodeAction: { action in
        try JSONDocumentEncoder().encode(EncodedAction(action: action, actions: actions))
      })
  }
}

/// Encodes a registered action.
private struct EncodedAction<Action>: Encodable {
  let action: Action
  let actions: ActionRegistry<Action>

  func encode(to encoder: any Encoder) throws { try actions.encode(action, to: encoder) }
}
