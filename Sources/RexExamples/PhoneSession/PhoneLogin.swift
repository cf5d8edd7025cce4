public import RexActions
public import RexRedaction

/// The registry of login states, which are encoded by name, like actions.
public enum PhoneLogins: TypeRegistry {
  /// The states and their names.
  public static let types = ActionRegistry<any PhoneLogin>(names: [
    "loggedOut": LoggedOut.self, "waiting": Waiting.self, "loggedIn": LoggedIn.self,
  ])
}

/// A state of the login, as a type that knows its own transitions.
public protocol PhoneLogin: Codable, Sendable {
  /// Returns the state after an action; the same state if it does not handle the action.
  func next(_ action: any PhoneAction) -> any PhoneLogin
}

/// No user is logged in; the last attempt may have failed.
public struct LoggedOut: PhoneLogin {
  /// The service's error message of the last attempt.
  public var error: String?

  /// Waits for the service after a login request.
  public func next(_ action: any PhoneAction) -> any PhoneLogin {
    switch action {
    case is Login: Waiting()
    case let success as LoginSuccess: LoggedIn(apiToken: success.apiToken)
    case is Logout: LoggedOut()
    default: self
    }
  }
}

/// A login request was sent.
public struct Waiting: PhoneLogin {
  /// Returns the state for the service's answer.
  public func next(_ action: any PhoneAction) -> any PhoneLogin {
    switch action {
    case let success as LoginSuccess: LoggedIn(apiToken: success.apiToken)
    case let failure as LoginFailure: LoggedOut(error: String(describing: failure.error))
    case is Logout: LoggedOut()
    default: self
    }
  }
}

/// A user is logged in.
public struct LoggedIn: PhoneLogin {
  /// The token that authenticates requests; a secret.
  @Secret public var apiToken: String

  /// Stores a new token, or logs out.
  public func next(_ action: any PhoneAction) -> any PhoneLogin {
    switch action {
    case let success as LoginSuccess: LoggedIn(apiToken: success.apiToken)
    case is Logout: LoggedOut()
    default: self
    }
  }
}
