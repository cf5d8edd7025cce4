public import RexActions
public import RexRedaction

/// An action of the phone app, implemented by many small types.
public protocol PhoneAction: Sendable {}

/// The app was started; a middleware attaches the saved state.
public struct InitStore: PhoneAction, Codable {
  /// The saved state; nil at the first launch.
  public var savedState: PhoneState?
}

/// The user typed a phone number.
public struct ChangePhone: PhoneAction, Codable {
  /// The number as typed; a secret.
  @Secret public var phone: String
  /// Whether the number is valid; set by a middleware.
  public var isValid: Bool?
}

/// The user logged in.
public struct Login: PhoneAction, Codable {
  /// The user's name.
  public var login: String
  /// The password; a secret.
  @Secret public var password: String
}

/// The service accepted the login.
public struct LoginSuccess: PhoneAction, Codable {
  /// The token that authenticates later requests; a secret.
  @Secret public var apiToken: String
}

/// The service rejected the login.
public struct LoginFailure: PhoneAction {
  /// The service's error.
  public var error: any Error
}

/// An error of the service: its description, which is what a log has of any error.
public struct PhoneError: Error, CustomStringConvertible {
  /// The service's error message.
  public var description: String
}

// Errors are not Codable, so the description stands for the error.
extension LoginFailure: Codable {
  private enum CodingKeys: CodingKey { case error }

  /// Decodes an error that has only a description.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    error = PhoneError(description: try members.decode(String.self, forKey: .error))
  }

  /// Encodes the error's description.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(String(describing: error), forKey: .error)
  }
}

/// The user logged out.
public struct Logout: PhoneAction, Codable {}

/// The device was shaken; no reducer handles this action.
public struct Shake: PhoneAction, Codable {
  /// The acceleration in meters per second squared.
  public var strength: Double
}

/// The keyboard has moved: an action that is not Codable, but changes the state.
public struct KeyboardMoved: PhoneAction, CustomStringConvertible {
  /// The keyboard's height in points.
  public var height: Int
  /// The text that logs show in place of the action.
  public var description: String { "KeyboardMoved(height: \(height))" }
}

/// The registry of the actions that can be recorded.
public enum PhoneActions {
  /// The names and types; `KeyboardMoved` is left out.
  public static let registry: ActionRegistry<any PhoneAction> = [
    InitStore.self, ChangePhone.self, Login.self, LoginSuccess.self, LoginFailure.self, Logout.self,
    Shake.self,
  ]
}
