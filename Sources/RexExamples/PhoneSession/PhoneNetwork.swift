import RexLocking
import RexStore

/// Sends requests to the service, with the session's token, which it observes in the store.
///
/// It is not part of the store: a middleware calls it, and it knows only the token.
final class PhoneNetwork: Sendable {
  /// A request as the service receives it.
  struct Request: Sendable, Equatable {
    var path: String
    var login: String?
    var password: String?
    var apiToken: String?
  }

  private struct Session {
    var apiToken: String?
    var requests: [Request] = []
  }

  private let session = Locked(Session())
  private let random: SeededRandom
  private let time: VirtualTime
  private let answering = EventEmitter<any PhoneAction>()

  init(random: SeededRandom, time: VirtualTime) { (self.random, self.time) = (random, time) }

  /// The service's answers, delivered on any thread.
  var answers: EventStream<any PhoneAction> { answering.stream }

  /// The requests so far, in order.
  var requests: [Request] { session.withLock { $0.requests } }

  /// Observes the token in a store's state.
  func follow(_ store: Store<any PhoneAction, PhoneState>) {
    store.subscribe(self, to: \.main.apiToken) { network, apiToken in
      network.session.withLock { $0.apiToken = apiToken }
    }
  }

  /// Requests a login; the answer comes later.
  func logIn(_ login: String, _ password: String) {
    request("/login", login, password)
    time.schedule(afterMs: random.number(in: 50...600)) { [self] in
      answering.send(
        random.isOne(in: 3)
          ? LoginFailure(error: PhoneError(description: "The password was wrong. ❌"))
          : LoginSuccess(apiToken: "tok_" + random.hex(24)))
    }
  }

  /// Invalidates the token.
  func logOut() { request("/logout") }

  private func request(_ path: String, _ login: String? = nil, _ password: String? = nil) {
    session.withLock { session in
      session.requests.append(
        Request(path: path, login: login, password: password, apiToken: session.apiToken))
    }
  }
}
