import Foundation
import RexReplayer
public import RexStore

/// The phone app with simulated users on eight threads.
public final class PhoneSession: Sendable {
  /// The order in which the threads run.
  public enum Threading: Sendable {
    /// The system's scheduling: the order of actions differs from run to run.
    case free
    /// One step at a time, in a seeded order: the same actions on every run.
    case inTurns
  }

  /// The app's store.
  public let store: Store<any PhoneAction, PhoneState>

  private let plan: SessionPlan
  private let threading: Threading
  private let limit: SessionLimit
  private let persistence: PhonePersistence
  let network: PhoneNetwork

  /// Creates the app with a middleware that records it.
  public init(
    _ plan: SessionPlan, threading: Threading,
    recording: Middleware<any PhoneAction, PhoneState>
  ) {
    (self.plan, self.threading) = (plan, threading)
    (limit, persistence) = (SessionLimit(plan), PhonePersistence())
    network = PhoneNetwork(random: SeededRandom(seed: plan.seed &+ 100), time: plan.time)
    store = Store(
      initialState: PhoneState(), reducer: phoneReducer,
      middlewares: [
        limit.middleware(), PhoneValidation(), ShakeFilter(), PhoneRequests(network: network),
        persistence, recording,
      ])
    store.follow(network.answers)
    network.follow(store)
  }

  /// Runs the session on eight threads, until all of them are done.
  public func run() {
    let turns = Turns(
      of: PhoneSession.threadCount, seed: plan.seed, isOrdered: threading == .inTurns,
      isOver: { self.limit.isReached })
    store.dispatch(InitStore())
    let threads = DispatchGroup()
    for thread in 0..<PhoneSession.threadCount {
      threads.enter()
      Thread.detachNewThread {
        let person = SeededRandom(seed: self.plan.seed &+ UInt64(thread))
        while turns.take(thread, { self.step(of: person, on: thread) }) {}
        threads.leave()
      }
    }
    threads.wait()
  }

  private func step(of person: SeededRandom, on thread: Int) {
    plan.time.advance(byMs: person.number(in: 10...200))
    store.dispatch(action(of: person, on: thread), info: "thread \(thread)")
  }

  private func action(of person: SeededRandom, on thread: Int) -> any PhoneAction {
    switch person.number(in: 0...15) {
    case 0...7:
      let digits = (0..<person.number(in: 6...12)).map { _ in String(person.number(in: 0...9)) }
      return ChangePhone(phone: person.pick(["+", "+41", "", "☎️"]) + digits.joined())
    case 8...11: return Login(login: "user\(thread)", password: "ключ-\(thread)-🔑")
    case 12: return Logout()
    case 13: return Shake(strength: Double(person.number(in: 0...80)) / 8)
    case 14: return KeyboardMoved(height: person.pick([0, 216, 302]))
    default:
      persistence.save(store.state)
      return InitStore()
    }
  }

  private static let threadCount = 8
}

extension ExampleApp {
  /// Existential actions from eight threads.
  public static let phoneSession = ExampleApp(
    name: "phone-session", appName: "PhoneSession",
    summary: "a phone number and a login: actions behind a protocol, from eight threads",
    actions: PhoneActions.registry,
    // Before version 2, a login had neither name nor password.
    migrations: [
      Migration(
        before: "2.0", action: [.default("/Login/login", ""), .default("/Login/password", "")])
    ],
    reducer: phoneReducer
  ) { plan, recording in
    PhoneSession(plan, threading: .inTurns, recording: recording).run()
  }
}
