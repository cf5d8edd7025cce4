public import RexActions

/// The shapes of reducers, each for actions that are `Decodable` and for those of a registry.
extension ReplayableApp {
  /// An app from a reducer of the shape `(Action, inout State) -> Void`.
  public init<
    Action: Decodable & SendableMetatype, State: Codable & SendableMetatype
  >(
    name: String, migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, inout State) throws -> Void
  ) {
    self.init(decoding: name, migrations: migrations, reducer: reducer)
  }

  /// An app of registered actions, from a reducer of the shape `(Action, inout State) -> Void`.
  public init<Action, State: Codable & SendableMetatype>(
    name: String, actions: ActionRegistry<Action>, migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, inout State) throws -> Void
  ) {
    self.init(decoding: name, by: actions, migrations: migrations, reducer: reducer)
  }

  /// An app from a reducer of the shape `(inout State, Action) -> Effect`.
  ///
  /// It may also return nothing. Effects are ignored: what they led to is in the log as actions.
  public init<
    Action: Decodable & SendableMetatype, State: Codable & SendableMetatype, Effect
  >(
    name: String, migrations: [Migration] = [],
    reducer: @escaping @Sendable (inout State, Action) throws -> Effect
  ) {
    self.init(decoding: name, migrations: migrations) { _ = try reducer(&$1, $0) }
  }

  /// An app of registered actions, from a reducer of the shape `(inout State, Action) -> Effect`.
  ///
  /// It may also return nothing. Effects are ignored: what they led to is in the log as actions.
  public init<Action, State: Codable & SendableMetatype, Effect>(
    name: String, actions: ActionRegistry<Action>, migrations: [Migration] = [],
    reducer: @escaping @Sendable (inout State, Action) throws -> Effect
  ) {
    self.init(decoding: name, by: actions, migrations: migrations) { _ = try reducer(&$1, $0) }
  }

  /// An app from a reducer of the shape `(State, Action) -> State`.
  public init<
    Action: Decodable & SendableMetatype, State: Codable & SendableMetatype
  >(
    name: String, migrations: [Migration] = [],
    reducer: @escaping @Sendable (State, Action) throws -> State
  ) {
    self.init(decoding: name, migrations: migrations) { $1 = try reducer($1, $0) }
  }

  /// An app of registered actions, from a reducer of the shape `(State, Action) -> State`.
  public init<Action, State: Codable & SendableMetatype>(
    name: String, actions: ActionRegistry<Action>, migrations: [Migration] = [],
    reducer: @escaping @Sendable (State, Action) throws -> State
  ) {
    self.init(decoding: name, by: actions, migrations: migrations) { $1 = try reducer($1, $0) }
  }

  /// An app from a reducer of the shape `(Action, State?) -> State`.
  ///
  /// It is always called with a state: the log holds the first one.
  public init<
    Action: Decodable & SendableMetatype, State: Codable & SendableMetatype
  >(
    name: String, migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, State?) throws -> State
  ) {
    self.init(decoding: name, migrations: migrations) { $1 = try reducer($0, $1) }
  }

  /// An app of registered actions, from a reducer of the shape `(Action, State?) -> State`.
  ///
  /// It is always called with a state: the log holds the first one.
  public init<Action, State: Codable & SendableMetatype>(
    name: String, actions: ActionRegistry<Action>, migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, State?) throws -> State
  ) {
    self.init(decoding: name, by: actions, migrations: migrations) { $1 = try reducer($0, $1) }
  }

  /// An app from a reducer of the shape `(Model, Event) -> Next`.
  ///
  /// `model` is the path from `Next` to its model, nil where the event leaves the model as it is.
  public init<
    Action: Decodable & SendableMetatype, State: Codable & SendableMetatype, Next
  >(
    name: String, migrations: [Migration] = [],
    update: @escaping @Sendable (State, Action) throws -> Next,
    model: @escaping @Sendable (Next) -> State?
  ) {
    self.init(decoding: name, migrations: migrations) { $1 = model(try update($1, $0)) ?? $1 }
  }

  /// An app of registered actions, from a reducer of the shape `(Model, Event) -> Next`.
  ///
  /// `model` is the path from `Next` to its model, nil where the event leaves the model as it is.
  public init<Action, State: Codable & SendableMetatype, Next>(
    name: String, actions: ActionRegistry<Action>, migrations: [Migration] = [],
    update: @escaping @Sendable (State, Action) throws -> Next,
    model: @escaping @Sendable (Next) -> State?
  ) {
    self.init(decoding: name, by: actions, migrations: migrations) {
      $1 = model(try update($1, $0)) ?? $1
    }
  }
}
