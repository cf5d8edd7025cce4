import Foundation
import ReSwiftLike
import RexLog
import RexRecorder
import RexReplayer
import TestSupport
import Testing

/// The recorder in stores like ReSwift's, around the reducer and as a middleware.
@Suite struct ReSwiftLikeTests {
  @Test func throughItsReducer() throws {
    let sink = LogBuffer()
    let recorder = try recorder(into: sink)
    let store = Store(reducer: recorder.recording(reduced), state: nil, middleware: [nesting])
    let subscriber = Dispatching(store)
    store.subscribe(subscriber)
    for action in Tally.script { store.dispatch(action) }
    withExtendedLifetime(subscriber) {}
    recorder.close()
    // The store's own first action created the state; the log starts with its result.
    try expect(sink, of: app, count: 9, endsIn: #require(store.state))
  }

  @Test func throughAMiddleware() throws {
    let sink = LogBuffer()
    let recorder = try recorder(into: sink)
    let store = Store(
      reducer: reduced, state: Tally(), middleware: [nesting, recorder.curriedMiddleware()])
    // The nested dispatch is seen while the outer one's subscribers are called.
    let subscriber = Dispatching(store)
    store.subscribe(subscriber)
    for action in Tally.script { store.dispatch(action) }
    withExtendedLifetime(subscriber) {}
    recorder.close()
    try expect(sink, of: app, count: 9, endsIn: #require(store.state))
  }

  @Test func unknownEffectsInAMiddlewareAreNotExact() throws {
    let sink = LogBuffer()
    let recorder = try recorder(into: sink)
    // The recorder is the first in the chain, so it sees a nested dispatch before the outer
    // reduction.
    let store = Store(
      reducer: reduced, state: Tally(), middleware: [recorder.curriedMiddleware(), nesting])
    for action in Tally.script { store.dispatch(action) }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    let verification = try Replayer(app).verify(log)
    #expect(verification.verdict == .verified, "\(verification.divergences)")
    // The outer action, and its late change.
    #expect(verification.counts[.inexact] == 2)
    #expect(try log.types().contains("lateChange"))
    try expect(log, endsIn: #require(store.state))
  }

  @Test func onItsQueueAndManyThreads() throws {
    let sink = LogBuffer()
    let recorder = try recorder(into: sink)
    let confined = Confined(
      Store(reducer: recorder.recording(reduced), state: Tally(), middleware: [nesting]))
    onEightThreads { _ in
      for action in Tally.script { confined.later { $0.dispatch(action) } }
    }
    let state = try #require(confined.now { $0.state })
    recorder.close()
    try expect(sink, of: app, count: 8 * 8, endsIn: state)
  }

  private func recorder(into sink: LogBuffer) throws -> Recorder<any Action, Tally> {
    try Recorder(sink: sink, app: "Tally", actions: actions)
  }
}

/// A subscriber that adds 40 to a total of 2.
private final class Dispatching: StoreSubscriber {
  private let store: Store<Tally>

  init(_ store: Store<Tally>) { self.store = store }

  func newState(state: Tally) { if state.total == 2 { store.dispatch(Add.count(40)) } }
}

extension Tally.Action: Action {}

private enum Add {
  static func count(_ count: Int) -> Tally.Action { .add(count) }
}

private let actions: ActionRegistry<any Action> = [Tally.Action.self]

private let app = ReplayableApp(name: "Tally", actions: actions, reducer: reduced)

@Sendable private func reduced(_ action: any Action, _ state: Tally?) -> Tally {
  (action as? Tally.Action).map { Tally.reduced($0, state) } ?? state ?? Tally()
}

/// A nested dispatch, before the action is passed on.
private func nesting(
  _ dispatch: @escaping DispatchFunction, _ getState: @escaping () -> Tally?
) -> (@escaping DispatchFunction) -> DispatchFunction {
  { next in
    { action in
      if case .add(1)? = action as? Tally.Action { dispatch(Add.count(10)) }
      next(action)
    }
  }
}
