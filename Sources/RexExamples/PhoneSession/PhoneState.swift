public import RexActions
public import RexRedaction
public import RexStore

/// A part of the state, which reduces actions and passes them to its own parts.
public protocol PhoneStatePart: Codable, Sendable {
  /// Applies an action to this part; does nothing if the part does not handle it.
  mutating func reduce(_ action: any PhoneAction)
}

/// The app's state: a tree of parts that reduce themselves.
public struct PhoneState: PhoneStatePart {
  /// The screen's state.
  public var main = PhoneScreen()

  /// Creates the initial state, before anything is restored.
  public init() {}

  /// Restores the saved state if the action has one, then passes the action to the screen.
  public mutating func reduce(_ action: any PhoneAction) {
    if let saved = (action as? InitStore)?.savedState { self = saved }
    main.reduce(action)
  }
}

/// The app's screen: a form, a session, and the height of the keyboard.
public struct PhoneScreen: PhoneStatePart {
  /// The form with the phone number.
  public var form = PhoneForm()
  /// The state of the login.
  @Registered<PhoneLogins> public var session: any PhoneLogin = LoggedOut()
  /// The token that authenticates requests; nil if no user is logged in.
  public var apiToken: String? { (session as? LoggedIn)?.apiToken }
  /// The height of the keyboard in points.
  public var keyboardHeight = 0

  /// Updates the keyboard's height, and passes all actions to the parts.
  public mutating func reduce(_ action: any PhoneAction) {
    if let moved = action as? KeyboardMoved { keyboardHeight = moved.height }
    form.reduce(action)
    session = session.next(action)
  }
}

/// The form with the phone number.
public struct PhoneForm: PhoneStatePart, Equatable {
  /// The number as typed; a secret.
  @Secret public var phone = ""
  /// Whether the number is valid; nil if it was not validated.
  public var isValid: Bool?

  /// Updates the number as typed; clears it on logout.
  public mutating func reduce(_ action: any PhoneAction) {
    switch action {
    case let change as ChangePhone: (phone, isValid) = (change.phone, change.isValid)
    case is Logout: self = PhoneForm()
    default: break
    }
  }
}

/// The app's reducer.
public let phoneReducer = Reducer<any PhoneAction, PhoneState> { action, state in
  state.reduce(action)
}
