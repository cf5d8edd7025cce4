import RexActions
import RexDecoding
import RexDiff
import RexJSON
import RexTimeline

/// A reduction with the app's types.
struct TypedReduction<Action, State>: Reduction {
  typealias Decode = @Sendable (JSONDocumentDecoder, UnsafeRawBufferPointer) throws -> Action
  typealias Reducer = @Sendable (Action, inout State) throws -> Void

  private let decode: Decode
  private let reducer: Reducer
  private let decoder = JSONDocumentDecoder()
  private var state: State
  private let states: StateEncoder<State>
  /// Whether the state may have changed since it was last encoded.
  private var needsEncoding = false
  /// A type in the state or in the first actions whose values have no fixed order.
  private(set) var unorderedType: String?
  private var inspectedActionCount = 0

  init(
    from document: JSON, _ source: StateSource<State>, decode: @escaping Decode,
    reducer: @escaping Reducer
  ) throws(ReductionError) {
    (self.decode, self.reducer) = (decode, reducer)
    let first = try source.state(document)
    state = first
    states = try rethrowing(as: .encodingState) {
      try StateEncoder(
        first, coding: source.coding(), vouchingFor: [], userInfo: [:], redactor: nil)
    }
    unorderedType = UnorderedTypes.first(in: first)
  }

  mutating func reduce(
    _ text: UnsafeRawBufferPointer, _ inputs: ActionInputs, patch: inout [UInt8]
  ) throws(ReductionError) -> Reduced {
    try encodeState()
    let reduced = try reduce(text, inputs)
    try rethrowing(as: .encodingState) { try states.update(to: state, patch: &patch) }
    needsEncoding = false
    return reduced
  }

  mutating func reduce(
    _ text: UnsafeRawBufferPointer, _ inputs: ActionInputs
  ) throws(ReductionError) -> Reduced {
    let action = try rethrowing(as: .decodingAction) { try decode(decoder, text) }
    inspect(action)
    needsEncoding = true
    // A reducer may have changed the state before it threw, as in the recording.
    return ServedInputs.serve(inputs) { try reducer(action, &state) }
  }

  mutating func encodeState() throws(ReductionError) {
    guard needsEncoding else { return }
    var patch: [UInt8] = []
    try rethrowing(as: .encodingState) { try states.update(to: state, patch: &patch) }
    needsEncoding = false
  }

  private mutating func inspect(_ action: Action) {
    guard inspectedActionCount < UnorderedTypes.inspectedActionsMax, unorderedType == nil else {
      return
    }
    inspectedActionCount += 1
    unorderedType = UnorderedTypes.first(in: action)
  }

  func writeState(into bytes: inout [UInt8]) {
    states.writeDocument(into: &bytes)
  }
}

/// Decodes a `Decodable` action.
@Sendable func decodeAction<Action: Decodable>(
  _ decoder: JSONDocumentDecoder, from text: UnsafeRawBufferPointer
) throws -> Action {
  try decoder.decode(Action.self, from: text)
}

/// Decodes an action by a registry, which is passed through the decoder's `userInfo`.
struct RegisteredAction<Action>: Decodable {
  private let action: Action

  static func decode(
    _ decoder: JSONDocumentDecoder, from text: UnsafeRawBufferPointer,
    by registry: ActionRegistry<Action>
  ) throws -> Action {
    var decoder = decoder
    if let key { decoder.userInfo[key] = registry }
    return try decoder.decode(RegisteredAction.self, from: text).action
  }

  init(from decoder: any Decoder) throws {
    guard let key = RegisteredAction.key,
      let registry = decoder.userInfo[key] as? ActionRegistry<Action>
    else {
      preconditionFailure("the registry is put into the decoder just before decoding")
    }
    action = try registry.decode(from: decoder)
  }

  private static var key: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "actions") }
}

/// Rethrows the errors of a stage as a `ReductionError`.
func rethrowing<Result>(
  as stage: ReductionError.Stage, _ body: () throws -> Result
) throws(ReductionError) -> Result {
  do {
    return try body()
  } catch {
    throw ReductionError(stage: stage, cause: error)
  }
}
