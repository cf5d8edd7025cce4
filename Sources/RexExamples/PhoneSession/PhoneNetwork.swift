import RexLocking
import RexStore

/// Talks to the service, and keeps the session's token for its requests by watching the store.
///
/// It is no part of the store: a middleware tells it what to ask, and it knows of the state what it
/// is told.
final class PhoneNetwork: Sendable {
  /// A request as the service gets it.
  struct Request: Sendable, Equatable {
    var path: String
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

  /// The service's answers, which come from any thread.
  var answers: EventStream<any PhoneAction> { answering.stream }

  /// The requests that were made, first to last.
  var requests: [Request] { session.withLock { $0.requests } }

  /// Keeps the token of a store's session from now on.
  func follow(_ store: Store<any PhoneAction, PhoneState>) {
    store.subscribe(self, to: \.main.apiToken) { network, apiToken in
      network.session.withLock { $0.apiToken = apiToken }
    }
  }

  /// Asks for a code, and answers later whether it let the person in.
  func logIn() {
    request("/login")
    time.schedule(afterMs: random.number(in: 50...600)) { [self] in
      answering.send(
        random.isOne(in: 3)
          ? LoginFailure(error: "The code was wrong. ❌")
          : LoginSuccess(apiToken: "tok_" + random.hex(24)))
    }
  }

  /// Says that the token is used no more.
  func logOut() { request("/logout") }

  private func request(_ path: String) {
    session.withLock { $0.requests.append(Request(path: path, apiToken: $0.apiToken)) }
  }
}
