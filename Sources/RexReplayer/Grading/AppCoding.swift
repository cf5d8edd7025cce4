import RexActions
import RexJSON

/// What an app's types make of documents: each is decoded and encoded again.
protocol AppCoding: Sendable {
  /// The state's document as the app would record it now.
  func recode(state: JSON) throws(ReductionError) -> JSON
  /// The action's document as the app would record it now; nil where actions are only decoded.
  func recode(action: JSON) throws(ReductionError) -> JSON?
}

/// By the types themselves.
struct TypedCoding<Action, State: Codable & SendableMetatype>: AppCoding {
  let decodeAction: @Sendable (JSON) throws -> Action
  let encodeAction: @Sendable (Action) throws -> JSON?

  func recode(state: JSON) throws(ReductionError) -> JSON {
    let decoded = try step(.decodingState) {
      try JSONDocumentDecoder().decode(State.self, from: state)
    }
    return try step(.encodingState) { try JSONDocumentEncoder().encode(decoded) }
  }

  func recode(action: JSON) throws(ReductionError) -> JSON? {
    let decoded = try step(.decodingAction) { try decodeAction(action) }
    return try step(.encodingAction) { try encodeAction(decoded) }
  }

  private func step<Result>(
    _ stage: ReductionError.Stage, _ body: () throws -> Result
  ) throws(ReductionError) -> Result {
    do {
      return try body()
    } catch {
      throw ReductionError(stage: stage, cause: error)
    }
  }
}

extension TypedCoding {
  /// For actions that say themselves how they are decoded, and perhaps how they are encoded.
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

/// A registered action on its way to an encoder.
private struct EncodedAction<Action>: Encodable {
  let action: Action
  let actions: ActionRegistry<Action>

  func encode(to encoder: any Encoder) throws { try actions.encode(action, to: encoder) }
}
