public import RexActions
public import RexDiff

/// Initializers for a `State` that is not `Codable`: its logs are reduced again in one pass, from
/// the app's initial state.
///
///     let app = ReplayableApp(name: "Notes", initial: NotesState(), reducer: notesReducer)
///
/// States are compared as they are seen by reflection. A log must begin with the initial state, and
/// what follows the first action that cannot be reduced again, or that diverges, is unknown. If
/// `State` is `Codable`, an app without `initial` is better: its logs can be entered anywhere.
extension ReplayableApp {
  /// An app from its initial state and a reducer of the shape `(Action, inout State) -> Void`.
  ///
  /// - Parameters:
  ///   - name: The app's name, as in the session lines of its logs.
  ///   - initial: The state with which each recording begins.
  ///   - reflection: Which values are reflected, as in the recorder's configuration.
  ///   - shapes: What is shown of some types, as in the recorder's configuration.
  ///   - migrations: The migrations for logs of older versions of the app.
  ///   - reducer: The reducer.
  public init<Action: Decodable & SendableMetatype, State: SendableMetatype>(
    name: String, initial: @autoclosure @escaping @Sendable () -> State,
    reflection: StateReflection = .whereNeeded, shapes: [ReflectionShape] = [],
    migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, inout State) throws -> Void
  ) {
    self.init(
      decoding: name, .initial(initial, reflection, shapes), migrations: migrations,
      reducer: reducer)
  }

  /// An app from its initial state and a reducer of the shape `(inout State, Action) -> Effect`.
  public init<Action: Decodable & SendableMetatype, State: SendableMetatype, Effect>(
    name: String, initial: @autoclosure @escaping @Sendable () -> State,
    reflection: StateReflection = .whereNeeded, shapes: [ReflectionShape] = [],
    migrations: [Migration] = [],
    reducer: @escaping @Sendable (inout State, Action) throws -> Effect
  ) {
    self.init(
      decoding: name, .initial(initial, reflection, shapes), migrations: migrations,
      reducer: { (action: Action, state: inout State) in _ = try reducer(&state, action) })
  }

  /// An app from its initial state and a reducer of the shape `(State, Action) -> State`.
  public init<Action: Decodable & SendableMetatype, State: SendableMetatype>(
    name: String, initial: @autoclosure @escaping @Sendable () -> State,
    reflection: StateReflection = .whereNeeded, shapes: [ReflectionShape] = [],
    migrations: [Migration] = [],
    reducer: @escaping @Sendable (State, Action) throws -> State
  ) {
    self.init(
      decoding: name, .initial(initial, reflection, shapes), migrations: migrations,
      reducer: { (action: Action, state: inout State) in state = try reducer(state, action) })
  }

  /// An app of registered actions, from its initial state and a reducer of the shape
  /// `(Action, inout State) -> Void`.
  public init<Action, State: SendableMetatype>(
    name: String, actions: ActionRegistry<Action>,
    initial: @autoclosure @escaping @Sendable () -> State,
    reflection: StateReflection = .whereNeeded, shapes: [ReflectionShape] = [],
    migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, inout State) throws -> Void
  ) {
    self.init(
      decoding: name, by: actions, .initial(initial, reflection, shapes), migrations: migrations,
      reducer: reducer)
  }
}
