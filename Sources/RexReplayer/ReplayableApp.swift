import RexActions
import RexJSON
import RexTimeline

/// An app whose logs can be reduced again: its name and its type-erased reducer.
///
///     let app = ReplayableApp(name: "TeamChat", reducer: teamChatReducer)
///
/// The name must be the one that the app's recorder writes. The reducer may have any shape that
/// `Recorder.recording` accepts.
public struct ReplayableApp: Sendable {
  /// The app's name, as in the session lines of its logs.
  public let name: String
  /// The migrations for logs of older versions of the app.
  public let migrations: [Migration]
  /// Decodes and encodes documents with the app's types.
  let coding: any AppCoding
  /// Whether any recorded state can be decoded, rather than only that of the app's initial state.
  let isStateCodable: Bool
  /// Starts a re-reduction from a recorded state.
  let makeReduction: @Sendable (JSON) throws(ReductionError) -> any Reduction
  /// Starts trials of actions from a recorded state.
  let makeTrial: @Sendable (JSON) throws(ReductionError) -> any Trial

  /// An app whose actions are `Decodable`.
  init<Action: Decodable & SendableMetatype, State: Codable & SendableMetatype>(
    decoding name: String, migrations: [Migration],
    reducer: @escaping TypedReduction<Action, State>.Reducer
  ) {
    self.init(decoding: name, .codable(), migrations: migrations, reducer: reducer)
  }

  /// An app whose actions are `Decodable`, and whose states come from a source.
  init<Action: Decodable & SendableMetatype, State: SendableMetatype>(
    decoding name: String, _ states: StateSource<State>, migrations: [Migration],
    reducer: @escaping TypedReduction<Action, State>.Reducer
  ) {
    self.init(
      name, migrations, states, decode: decodeAction(_:from:),
      encodable: { $0 as? any Encodable }, reducer: reducer)
  }

  /// An app whose actions share a protocol, decoded by a registry.
  init<Action, State: Codable & SendableMetatype>(
    decoding name: String, by actions: ActionRegistry<Action>, migrations: [Migration],
    reducer: @escaping TypedReduction<Action, State>.Reducer
  ) {
    self.init(decoding: name, by: actions, .codable(), migrations: migrations, reducer: reducer)
  }

  /// An app of registered actions, whose states come from a source.
  init<Action, State: SendableMetatype>(
    decoding name: String, by actions: ActionRegistry<Action>, _ states: StateSource<State>,
    migrations: [Migration], reducer: @escaping TypedReduction<Action, State>.Reducer
  ) {
    self.init(
      name, migrations, states, decode: { try RegisteredAction.decode($0, from: $1, by: actions) },
      encodable: { EncodedAction(action: $0, actions: actions) }, reducer: reducer)
  }

  private init<Action, State: SendableMetatype>(
    _ name: String, _ migrations: [Migration], _ states: StateSource<State>,
    decode: @escaping TypedReduction<Action, State>.Decode,
    encodable: @escaping @Sendable (Action) -> (any Encodable)?,
    reducer: @escaping TypedReduction<Action, State>.Reducer
  ) {
    (self.name, self.migrations) = (name, migrations)
    isStateCodable = states.isCodable
    coding = TypedCoding<Action, State>(states: states, decode: decode, encodable: encodable)
    makeReduction = { (state) throws(ReductionError) in
      try TypedReduction(from: state, states, decode: decode, reducer: reducer)
    }
    makeTrial = { (state) throws(ReductionError) in
      try TypedTrial(from: state, states, decode: decode, reducer: reducer)
    }
  }
}

/// A type-erased state that actions are reduced into; inputs and outputs are JSON text.
protocol Reduction {
  /// A type in the state or the actions whose values have no fixed order, if one was found.
  var unorderedType: String? { get }
  /// Reduces an action, given as JSON text, and appends the bytes of the resulting patch.
  mutating func reduce(
    _ action: UnsafeRawBufferPointer, _ inputs: ActionInputs, patch: inout [UInt8]
  ) throws(ReductionError) -> Reduced
  /// Reduces an action; `encodeState` must be called before the state is read.
  mutating func reduce(
    _ action: UnsafeRawBufferPointer, _ inputs: ActionInputs
  ) throws(ReductionError) -> Reduced
  /// Encodes the state after actions that were reduced without a patch.
  mutating func encodeState() throws(ReductionError)
  /// Appends the current state's JSON text.
  func writeState(into bytes: inout [UInt8])
}
