public import RexActions

/// Initializers for each shape of reducer, for `Decodable` actions and for registered ones.
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

  /// An app of registered actions whose whole state has a protocol type.
  public init<Action, States: TypeRegistry & SendableMetatype>(
    name: String, actions: ActionRegistry<Action>, states: States.Type,
    migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, inout States.Value) throws -> Void
  ) {
    self.init(decoding: name, by: actions, migrations: migrations) {
      (action: Action, state: inout Registered<States>) in
      try reducer(action, &state.wrappedValue)
    }
  }

  /// An app like the one before, from a reducer of the shape `(State, Action) -> State`.
  public init<Action, States: TypeRegistry & SendableMetatype>(
    name: String, actions: ActionRegistry<Action>, states: States.Type,
    migrations: [Migration] = [],
    reducer: @escaping @Sendable (States.Value, Action) throws -> States.Value
  ) {
    self.init(name: name, actions: actions, states: states, migrations: migrations) {
      $1 = try reducer($1, $0)
    }
  }

  /// An app like the one before, from a reducer of the shape `(Action, State) -> State`.
  @_disfavoredOverload
  public init<Action, States: TypeRegistry & SendableMetatype>(
    name: String, actions: ActionRegistry<Action>, states: States.Type,
    migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, States.Value) throws -> States.Value
  ) {
    self.init(name: name, actions: actions, states: states, migrations: migrations) {
      $1 = try reducer($0, $1)
    }
  }

  /// An app from a reducer of the shape `(inout State, Action) -> Effect`.
  ///
  /// The reducer may also return nothing. Effects are ignored, since their actions are in the log.
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
  /// The reducer may also return nothing. Effects are ignored, since their actions are in the log.
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

  /// An app from a reducer of the shape `(Action, State) -> State`.
  @_disfavoredOverload
  public init<
    Action: Decodable & SendableMetatype, State: Codable & SendableMetatype
  >(
    name: String, migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, State) throws -> State
  ) {
    self.init(decoding: name, migrations: migrations) { $1 = try reducer($0, $1) }
  }

  /// An app of registered actions, from a reducer of the shape `(Action, State) -> State`.
  @_disfavoredOverload
  public init<Action, State: Codable & SendableMetatype>(
    name: String, actions: ActionRegistry<Action>, migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, State) throws -> State
  ) {
    self.init(decoding: name, by: actions, migrations: migrations) { $1 = try reducer($0, $1) }
  }

  /// An app from a reducer of the shape `(Action, State?) -> State`.
  ///
  /// The state is never nil, since the log contains the first one.
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
  /// The state is never nil, since the log contains the first one.
  public init<Action, State: Codable & SendableMetatype>(
    name: String, actions: ActionRegistry<Action>, migrations: [Migration] = [],
    reducer: @escaping @Sendable (Action, State?) throws -> State
  ) {
    self.init(decoding: name, by: actions, migrations: migrations) { $1 = try reducer($0, $1) }
  }

  /// An app from a reducer of the shape `(Model, Event) -> Next`.
  ///
  /// `model` returns the model of a `Next`, or nil if the event leaves the model unchanged.
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
  /// `model` returns the model of a `Next`, or nil if the event leaves the model unchanged.
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
