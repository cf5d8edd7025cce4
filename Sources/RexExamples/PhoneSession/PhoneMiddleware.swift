import RexLocking
import RexStore

/// A middleware that forwards, modifies or drops each action.
protocol PhoneMiddleware: ActionMiddleware<any PhoneAction, PhoneState> {}

/// Validates phone numbers: a plus, then 8 to 15 digits.
struct PhoneValidation: PhoneMiddleware {
  func handle(_ action: any PhoneAction) -> (any PhoneAction)? {
    guard var change = action as? ChangePhone else { return action }
    let digits = change.phone.utf8.dropFirst()
    change.isValid =
      change.phone.hasPrefix("+") && (8...15).contains(digits.count)
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return change
  }
}

/// Drops shakes that are too weak to be intentional.
struct ShakeFilter: PhoneMiddleware {
  func handle(_ action: any PhoneAction) -> (any PhoneAction)? {
    if let shake = action as? Shake, shake.strength < 2 { nil } else { action }
  }
}

/// Sends requests to the service; the answers are dispatched later, from another thread.
struct PhoneRequests: PhoneMiddleware {
  let network: PhoneNetwork

  func handle(_ action: any PhoneAction) -> (any PhoneAction)? {
    switch action {
    case let login as Login: network.logIn(login.login, login.password)
    case is Logout: network.logOut()
    default: break
    }
    return action
  }
}

/// Attaches the saved state to the action that starts the app.
final class PhonePersistence: PhoneMiddleware {
  private let saved = Locked<PhoneState?>(nil)

  func save(_ state: PhoneState) { saved.withLock { $0 = state } }

  func handle(_ action: any PhoneAction) -> (any PhoneAction)? {
    guard var start = action as? InitStore else { return action }
    start.savedState = saved.withLock { $0 }
    return start
  }
}
