public import RexActions
public import RexStore

/// A part of the state, which knows how to change itself and asks its own parts to do so.
public protocol PhoneStatePart: Codable, Sendable {
  /// Changes what concerns this part; an action it does not know leaves it as it is.
  mutating func reduce(_ action: any PhoneAction)
}

/// The whole state: a tree whose parts' reducers mirror it.
public struct PhoneState: PhoneStatePart {
  /// What is on the screen.
  public var main = PhoneScreen()

  /// The state before anything is restored.
  public init() {}

  /// Restores what was saved, and passes everything on.
  public mutating func reduce(_ action: any PhoneAction) {
    if let saved = (action as? InitStore)?.savedState { self = saved }
    main.reduce(action)
  }
}

/// The one screen: a form and a session, and how much of it the keyboard covers.
public struct PhoneScreen: PhoneStatePart {
  /// The part where the number is typed.
  public var form = PhoneForm()
  /// The part that knows who is logged in.
  @Registered<PhoneLogins> public var session: any PhoneLogin = LoggedOut()
  /// What shows the service who is asking; nil unless somebody is logged in.
  public var apiToken: String? { (session as? LoggedIn)?.apiToken }
  /// The points at the bottom that are covered.
  public var keyboardHeight = 0

  /// Changes the covered part, and passes everything on.
  public mutating func reduce(_ action: any PhoneAction) {
    if let moved = action as? KeyboardMoved { keyboardHeight = moved.height }
    form.reduce(action)
    session = session.next(action)
  }
}

/// The form with the phone number.
public struct PhoneForm: PhoneStatePart, Equatable {
  /// The number as typed.
  public var phone = ""
  /// Whether it is one; nil when nobody has looked.
  public var isValid: Bool?

  /// Takes over what was typed; forgets it when the person leaves.
  public mutating func reduce(_ action: any PhoneAction) {
    switch action {
    case let change as ChangePhone: (phone, isValid) = (change.phone, change.isValid)
    case is Logout: self = PhoneForm()
    default: break
    }
  }
}

/// How the state changes by any action.
public let phoneReducer = Reducer<any PhoneAction, PhoneState> { action, state in
  state.reduce(action)
}
