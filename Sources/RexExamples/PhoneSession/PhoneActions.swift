public import RexActions

/// What may be dispatched: many small types, which the compiler cannot list.
public protocol PhoneAction: Sendable {}

/// The app starts, with what it saved last time; a middleware attaches that.
public struct InitStore: PhoneAction, Codable {
  /// The state that was saved; nil at the first start.
  public var savedState: PhoneState?
}

/// The person has typed a phone number.
public struct ChangePhone: PhoneAction, Codable {
  /// The number as typed.
  public var phone: String
  /// Whether it is one; a middleware fills it in.
  public var isValid: Bool?
}

/// The person wants a code by text message.
public struct Login: PhoneAction, Codable {}

/// The service let the person in.
public struct LoginSuccess: PhoneAction, Codable {
  /// What shows the service who is asking from now on; a secret.
  public var apiToken: String
}

/// The service did not let the person in.
public struct LoginFailure: PhoneAction, Codable {
  /// What the service said.
  public var error: String
}

/// The person leaves.
public struct Logout: PhoneAction, Codable {}

/// The device was shaken; no reducer knows of it.
public struct Shake: PhoneAction, Codable {
  /// How hard, in metres per square second.
  public var strength: Double
}

/// The keyboard has moved: an action that nobody made Codable, and that changes the state.
public struct KeyboardMoved: PhoneAction, CustomStringConvertible {
  /// The keyboard's height in points.
  public var height: Int
  /// Where a log can show no more, it shows this.
  public var description: String { "KeyboardMoved(height: \(height))" }
}

/// The actions that can be written down, by name.
public enum PhoneActions {
  /// The names and types; `KeyboardMoved` is left out.
  public static let registry: ActionRegistry<any PhoneAction> = [
    InitStore.self, ChangePhone.self, Login.self, LoginSuccess.self, LoginFailure.self, Logout.self,
    Shake.self,
  ]
}
