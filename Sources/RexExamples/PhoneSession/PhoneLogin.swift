public import RexActions

/// The situations of the login, by name: they are written down as actions are.
public enum PhoneLogins: TypeRegistry {
  /// All of them.
  public static let types = ActionRegistry<any PhoneLogin>(names: [
    "loggedOut": LoggedOut.self, "waiting": Waiting.self, "loggedIn": LoggedIn.self,
  ])
}

/// Who is logged in: one type for each situation, which knows what may follow it.
public protocol PhoneLogin: Codable, Sendable {
  /// The situation after an action; an action it does not know leaves it as it is.
  func next(_ action: any PhoneAction) -> any PhoneLogin
}

/// Nobody is logged in, and the last try failed for a reason, if there was one.
public struct LoggedOut: PhoneLogin {
  /// What the service said.
  public var error: String?

  /// Waits for the service, if a login was wanted.
  public func next(_ action: any PhoneAction) -> any PhoneLogin {
    switch action {
    case is Login: Waiting()
    case let success as LoginSuccess: LoggedIn(apiToken: success.apiToken)
    case is Logout: LoggedOut()
    default: self
    }
  }
}

/// The service has been asked.
public struct Waiting: PhoneLogin {
  /// Follows the service's answer.
  public func next(_ action: any PhoneAction) -> any PhoneLogin {
    switch action {
    case let success as LoginSuccess: LoggedIn(apiToken: success.apiToken)
    case let failure as LoginFailure: LoggedOut(error: failure.error)
    case is Logout: LoggedOut()
    default: self
    }
  }
}

/// Somebody is logged in.
public struct LoggedIn: PhoneLogin {
  /// What shows the service who is asking.
  public var apiToken: String

  /// Takes a new token, or leaves.
  public func next(_ action: any PhoneAction) -> any PhoneLogin {
    switch action {
    case let success as LoginSuccess: LoggedIn(apiToken: success.apiToken)
    case is Logout: LoggedOut()
    default: self
    }
  }
}
