import RexActions

/// Who is logged in: a part of the state behind a protocol, one type for each situation.
///
/// It is written down and read again by a registry of its types, as actions are.
public struct PhoneLogin: PhoneStatePart {
  /// The situation.
  public var state: any PhoneLoginState = LoggedOut()

  /// Asks the situation for the next one.
  public mutating func reduce(_ action: any PhoneAction) { state = state.next(action) }

  /// What shows the service who is asking; nil unless somebody is logged in.
  public var apiToken: String? { (state as? LoggedIn)?.apiToken }

  init() {}

  /// Decodes the situation by its name.
  public init(from decoder: any Decoder) throws {
    state = try PhoneLogin.registry.decode(from: decoder)
  }

  /// Encodes the situation by its name.
  public func encode(to encoder: any Encoder) throws {
    try PhoneLogin.registry.encode(state, to: encoder)
  }

  private static let registry = ActionRegistry<any PhoneLoginState>([
    .type(LoggedOut.self, name: "loggedOut") { $0 }, .type(Waiting.self, name: "waiting") { $0 },
    .type(LoggedIn.self, name: "loggedIn") { $0 },
  ])
}

/// A situation of the login, which knows what may follow it.
public protocol PhoneLoginState: Codable, Sendable {
  /// The situation after an action; an action it does not know leaves it as it is.
  func next(_ action: any PhoneAction) -> any PhoneLoginState
}

/// Nobody is logged in, and the last try failed for a reason, if there was one.
public struct LoggedOut: PhoneLoginState {
  /// What the service said.
  public var error: String?

  /// Waits for the service, if a login was wanted.
  public func next(_ action: any PhoneAction) -> any PhoneLoginState {
    switch action {
    case is Login: Waiting()
    case let success as LoginSuccess: LoggedIn(apiToken: success.apiToken)
    case is Logout: LoggedOut()
    default: self
    }
  }
}

/// The service has been asked.
public struct Waiting: PhoneLoginState {
  /// Follows the service's answer.
  public func next(_ action: any PhoneAction) -> any PhoneLoginState {
    switch action {
    case let success as LoginSuccess: LoggedIn(apiToken: success.apiToken)
    case let failure as LoginFailure: LoggedOut(error: failure.error)
    case is Logout: LoggedOut()
    default: self
    }
  }
}

/// Somebody is logged in.
public struct LoggedIn: PhoneLoginState {
  /// What shows the service who is asking.
  public var apiToken: String

  /// Takes a new token, or leaves.
  public func next(_ action: any PhoneAction) -> any PhoneLoginState {
    switch action {
    case let success as LoginSuccess: LoggedIn(apiToken: success.apiToken)
    case is Logout: LoggedOut()
    default: self
    }
  }
}
