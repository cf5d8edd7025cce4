import RexActions
public import RexJSON

/// An app whose logs can be reduced again: its name, and its reducer behind types that are gone.
///
///     let app = ReplayableApp(name: "TeamChat", reducer: teamChatReducer)
///
/// The name is the one that the app's recorder writes into its session line. The reducer may have
/// any shape that `Recorder.recording` takes.
public struct ReplayableApp: Sendable {
  /// The app's name, as its logs' session lines give it.
  public let name: String
  /// How logs of older versions are brought into the form that the app decodes.
  public let migrations: [Migration]
  /// Its types, to be tried on documents.
  let coding: any AppCoding
  private let begin: @Sendable (JSON) throws(ReductionError) -> any Reduction
  private let beginTrial: @Sendable (JSON) throws(ReductionError) -> any Trial

  /// An app whose actions say themselves how they are decoded.
  init<Action: Decodable & SendableMetatype, State: Codable & SendableMetatype>(
    decoding name: String, migrations: [Migration],
    reducer: @escaping TypedReduction<Action, State>.Reducer
  ) {
    (self.name, self.migrations) = (name, migrations)
    coding = TypedCoding<Action, State>()
    begin = { (state) throws(ReductionError) in
      try TypedReduction(from: state, decode: decodeAction(_:from:), reducer: reducer)
    }
    beginTrial = { (state) throws(ReductionError) in
      try TypedTrial(from: state, decode: decodeAction(_:from:), reducer: reducer)
    }
  }

  /// An app whose actions stand behind a protocol, by the registry that its recorder uses.
  init<Action, State: Codable & SendableMetatype>(
    decoding name: String, by actions: ActionRegistry<Action>, migrations: [Migration],
    reducer: @escaping TypedReduction<Action, State>.Reducer
  ) {
    (self.name, self.migrations) = (name, migrations)
    coding = TypedCoding<Action, State>(actions)
    begin = { (state) throws(ReductionError) in
      try TypedReduction(
        from: state, decode: { try RegisteredAction.decode($0, from: $1, by: actions) },
        reducer: reducer)
    }
    beginTrial = { (state) throws(ReductionError) in
      try TypedTrial(
        from: state, decode: { try RegisteredAction.decode($0, from: $1, by: actions) },
        reducer: reducer)
    }
  }

  /// Starts a re-reduction from a recorded state.
  func reduction(from state: JSON) throws(ReductionError) -> any Reduction {
    try begin(state)
  }

  /// Starts trials of actions from a recorded state.
  func trial(from state: JSON) throws(ReductionError) -> any Trial {
    try beginTrial(state)
  }
}

/// A state that actions are reduced into, one at a time; only documents go in and come out.
protocol Reduction {
  /// A type in the state or in the actions whose values have no fixed order, where one was found.
  var unorderedType: String? { get }
  /// Reduces an action, given as its JSON text, and appends the bytes of the patch that it made.
  ///
  /// Returns what the reducer threw, in words.
  mutating func reduce(
    _ action: UnsafeRawBufferPointer, patch: inout [UInt8]
  ) throws(ReductionError) -> String?
  /// Reduces an action and leaves it to `encodeState` to encode what came of it.
  mutating func reduce(_ action: UnsafeRawBufferPointer) throws(ReductionError) -> String?
  /// Encodes the state after actions that were reduced without a patch.
  mutating func encodeState() throws(ReductionError)
  /// Appends the current state's JSON text.
  func writeState(into bytes: inout [UInt8])
}

/// Why a step of a re-reduction could not be made.
public struct ReductionError: Error, Sendable {
  /// What was being done.
  public var stage: Stage
  /// What the decoder or the encoder threw.
  public var cause: any Error

  /// The steps of a reduction that can fail.
  public enum Stage: Sendable {
    /// Making the app's state from a recorded one.
    case decodingState
    /// Making the app's action from a recorded one.
    case decodingAction
    /// Encoding an action that was decoded, which a grade does.
    case encodingAction
    /// Encoding the state that the reducer left.
    case encodingState
  }

  /// The place of the trouble in the document, where the decoder told one; else the whole.
  public var path: JSONPointer {
    let context: DecodingError.Context
    switch cause {
    case DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found),
      DecodingError.keyNotFound(_, let found), DecodingError.dataCorrupted(let found):
      context = found
    default: return JSONPointer()
    }
    return JSONPointer(
      tokens: context.codingPath.map { $0.intValue.map { String($0) } ?? $0.stringValue })
  }
}
