import RexLocking
import RexStore

/// A middleware as an object with one method.
public protocol PhoneMiddleware: Sendable {
  /// Passes the action on, enriched or as it is, or swallows it by nil.
  func handle(_ action: any PhoneAction) -> (any PhoneAction)?
}

extension PhoneMiddleware {
  /// The object as a link of the store's chain.
  var link: Middleware<any PhoneAction, PhoneState> { Middleware(transforming: handle) }
}

/// Says of each number whether it is one: a plus, then 8 to 15 digits.
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

/// Swallows shakes that are too weak to be meant.
struct ShakeFilter: PhoneMiddleware {
  func handle(_ action: any PhoneAction) -> (any PhoneAction)? {
    if let shake = action as? Shake, shake.strength < 2 { nil } else { action }
  }
}

/// Asks the service to let the person in; its answer is dispatched later, from another thread.
struct PhoneLoginService: PhoneMiddleware {
  let chances: Chances
  let time: VirtualTime
  let dispatch: @Sendable (any PhoneAction) -> Void

  func handle(_ action: any PhoneAction) -> (any PhoneAction)? {
    if action is Login {
      time.schedule(afterMs: chances.number(in: 50...600)) {
        dispatch(
          chances.isOnce(in: 3)
            ? LoginFailure(error: "The code was wrong. ❌")
            : LoginSuccess(apiToken: "tok_" + chances.hex(24)))
      }
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
