import Foundation
import LookAlikes
import RexJSON
import RexLocking
import RexLog
import RexRecorder
import RexReplayer
import RexStore
import RexTimeline
import Testing

/// The recorder in stores of other kinds, each with the order rules of its original.
@Suite struct AnyStoreTests {
  @Test func aSynchronousStoreThroughItsReducer() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let store = SynchronousStore(
      reducer: recorder.recording(Tally.reduced), state: nil, middleware: [nesting])
    store.subscribe { state in if state.total == 2 { store.dispatch(.add(40)) } }
    for action in Tally.script { store.dispatch(action) }
    // The first dispatch made the state; the log starts from what it made.
    try expect(sink, recorder, count: 8, endsIn: #require(store.state))
  }

  @Test func aSynchronousStoreThroughAMiddleware() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let store = SynchronousStore(
      reducer: Tally.reduced, state: Tally(), middleware: [nesting, recorder.curriedMiddleware()])
    // The nested dispatch comes by while the outer one's subscribers are told.
    store.subscribe { state in if state.total == 2 { store.dispatch(.add(40)) } }
    for action in Tally.script { store.dispatch(action) }
    try expect(sink, recorder, count: 9, endsIn: #require(store.state))
  }

  @Test func whatAMiddlewareCannotKnowIsMarked() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    // The recorder stands first, so that a dispatch inside comes by before the outer is reduced.
    let store = SynchronousStore(
      reducer: Tally.reduced, state: Tally(), middleware: [recorder.curriedMiddleware(), nesting])
    for action in Tally.script { store.dispatch(action) }
    recorder.close()
    let log = try Log(name: "log", bytes: sink.bytes)
    let verification = try Replayer(Tally.app).verify(log)
    #expect(verification.holds, "\(verification.divergences)")
    // The outer action, and what it did late.
    #expect(verification.inexactCount == 2)
    #expect(log.types.contains("lateChange"))
    try expect(log, endsIn: #require(store.state))
  }

  @Test func whatTwoThreadsDoAtOnceIsMarked() throws {
    let store = try OpenStore()
    store.dispatch(.add(1)) {
      store.onAnotherThread { store.dispatch(.add(20)) }
    }
    try store.expectNothingWrong(exactCount: 0)
  }

  @Test func whatAThreadDoesTwiceMeanwhileIsMarked() throws {
    let store = try OpenStore()
    // The first action is reduced while the other thread's second one is under way.
    let isSecondUnderWay = DispatchSemaphore(value: 0)
    let isFirstReduced = DispatchSemaphore(value: 0)
    let other = Thread {
      store.dispatch(.add(20))
      store.dispatch(.add(300)) {
        isSecondUnderWay.signal()
        isFirstReduced.wait()
      }
    }
    store.dispatch(.add(1)) {
      other.start()
      isSecondUnderWay.wait()
    } afterwards: {
      isFirstReduced.signal()
      while !other.isFinished { Thread.sleep(forTimeInterval: 0.001) }
    }
    store.dispatch(.add(4000))
    try store.expectNothingWrong(exactCount: 1)
  }

  @Test func whateverThreadsDoAtOnceNothingIsCalledExactThatIsNot() throws {
    let store = try OpenStore()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<250 { store.dispatch(step.isMultiple(of: 3) ? .scale(-1) : .add(thread)) }
    }
    try store.expectNothingWrong()
  }

  @Test func aStoreWhoseEffectsRunAfterTheReducer() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let store = EffectfulStore<Tally.Action, Tally>(
      state: Tally(),
      reducer: { action, state in
        recorder.record(action, into: &state) { state, action in state.apply(action) }
      },
      handlers: [
        { action, _ in
          guard case .add(1) = action else { return nil }
          return { dispatch in dispatch(.add(10)) }
        }
      ])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for action in Tally.script { store.dispatch(action) }
    }
    try expect(sink, recorder, count: 8 * 8, endsIn: store.state)
  }

  @Test func aStoreThatCommitsInBatches() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let store = bufferedStore(with: recorder)
    for action in Tally.script { store.send(action) }
    try expect(sink, recorder, count: 10, endsIn: store.state)
    #expect(store.commitCount == Tally.script.count)
  }

  @Test func aSynchronousStoreOnItsQueueAndManyThreads() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let confined = Confined(
      SynchronousStore(
        reducer: recorder.recording(Tally.reduced), state: Tally(), middleware: [nesting]))
    onEightThreads {
      for action in Tally.script { confined.later { $0.dispatch(action) } }
    }
    let state = try #require(confined.now { $0.state })
    try expect(sink, recorder, count: 8 * 8, endsIn: state)
  }

  @Test func aStoreThatCommitsInBatchesOnItsQueueAndManyThreads() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    let confined = Confined(bufferedStore(with: recorder))
    onEightThreads {
      for action in Tally.script { confined.later { $0.send(action) } }
    }
    let state = confined.now { $0.state }
    try expect(sink, recorder, count: 8 * 10, endsIn: state)
  }

  @Test func aLoopThatKeepsNoOrder() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Tally.Action, Tally>(sink: sink, app: "Tally")
    typealias Loop = EventLoop<Tally, Tally.Action, Int>
    let update: @Sendable (Tally, Tally.Action) -> Loop.Next = { model, event in
      var next = model
      next.apply(event)
      guard case .add(1) = event else { return Loop.Next(model: next == model ? nil : next) }
      return Loop.Next(model: next, effects: [10, 20])
    }
    let loop = Loop(
      model: Tally(), update: { recorder.recording(update, model: { $0.model })($0, $1) },
      handle: { effect, send in send(.add(effect)) })
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for action in Tally.script { loop.dispatch(action) }
    }
    try expect(sink, recorder, count: 8 * 9, endsIn: loop.model)
  }

  @Test func aStoreOfInterceptors() throws {
    let sink = LogBuffer()
    let recorder = try interceptedRecorder(into: sink)
    let store = interceptedStore(with: recorder)
    for updater in [Add(count: 1), Add(count: 99), AddNow(), Add(count: 2)] as [Updater] {
      store.dispatch(updater)
    }
    // What was refused is not in the log; the dispatch inside the first comes behind the others.
    try expect(sink, recorder, count: 3, opaqueCount: 1, endsIn: store.state)
    let log = try Log(name: "log", bytes: sink.bytes)
    #expect(log.types == ["Add", "AddNow"])
  }

  @Test func aStoreOfInterceptorsAndManyThreads() throws {
    let sink = LogBuffer()
    let recorder = try interceptedRecorder(into: sink)
    let store = interceptedStore(with: recorder)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<8 {
        store.dispatch(step == 5 ? AddNow() : Add(count: thread * 100 + step))
      }
    }
    // One in all adds 1, and so makes a dispatch of its own.
    try expect(sink, recorder, count: 8 * 7 + 1, opaqueCount: 8, endsIn: store.state)
  }
}

/// A store whose original may be used on the main thread alone, and a queue in that thread's place.
///
/// ReSwift's and the Composable Architecture's are such stores: other threads dispatch by way of
/// the main queue, or the main actor.
private final class Confined<Store>: @unchecked Sendable {
  // Unchecked because the store is touched on `queue` alone.
  private let store: Store
  private let queue = DispatchQueue(label: "in place of the main queue")

  init(_ store: Store) { self.store = store }

  func later(_ body: @escaping @Sendable (Store) -> Void) { queue.async { body(self.store) } }

  func now<Result>(_ body: (Store) -> Result) -> Result { queue.sync { body(store) } }
}

/// Runs the body on eight threads at once, and waits for them.
private func onEightThreads(_ body: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for _ in 0..<8 {
    group.enter()
    Thread {
      body()
      group.leave()
    }.start()
  }
  group.wait()
}

/// A store whose reducer sends another action after adding 1, and two after scaling by 3.
private func bufferedStore(
  with recorder: Recorder<Tally.Action, Tally>
) -> BufferedStore<Tally.Action, Tally> {
  typealias Store = BufferedStore<Tally.Action, Tally>
  return Store(
    state: Tally(),
    reduce: recorder.recording { (state: inout Tally, action: Tally.Action) -> Store.Effect in
      state.apply(action)
      switch action {
      case .add(1): return .send(.add(10))
      case .scale(3): return .run { send in for _ in 1...2 { send(.scale(2)) } }
      default: return .none
      }
    })
}

private typealias Updater = any StateUpdater<Tally>

private func interceptedRecorder(into sink: LogBuffer) throws -> Recorder<Updater, Tally> {
  try Recorder(sink: sink, app: "Tally", actions: updaters)
}

/// A store that refuses to add 99, and adds 10 once it has added 1.
private func interceptedStore(with recorder: Recorder<Updater, Tally>) -> InterceptedStore<Tally> {
  struct Refused: Error {}
  return InterceptedStore(
    state: Tally(),
    interceptors: [
      { _, dispatch in
        { next in
          { updater in
            if let add = updater as? Add, add.count == 99 { throw Refused() }
            try next(updater)
            if let add = updater as? Add, add.count == 1 { dispatch(Add(count: 10)) }
          }
        }
      },
      { getState, _ in
        let looking = recorder.curriedMiddleware()({ _ in }, getState)
        return { next in { updater in looking { try? next($0) }(updater) } }
      },
    ])
}

private let updaters = ActionRegistry<Updater>([.type(Add.self) { $0 }])

private let updatersApp = ReplayableApp(name: "Tally", actions: updaters) {
  (updater: Updater, state: inout Tally) in updater.updateState(&state)
}

/// A store that lets threads into its chain together, and reduces one after the other.
private final class OpenStore: Sendable {
  private let sink = LogBuffer()
  private let state = Locked(Tally())
  private let recorder: Recorder<Tally.Action, Tally>

  init() throws {
    recorder = try Recorder(sink: sink, app: "Tally")
  }

  /// Dispatches; in the chain, but before the reducer and after it, the closures are called.
  func dispatch(
    _ action: Tally.Action, _ before: () -> Void = {}, afterwards: () -> Void = {}
  ) {
    withoutActuallyEscaping(before) { before in
      withoutActuallyEscaping(afterwards) { afterwards in
        let next: (Tally.Action) -> Void = { action in
          before()
          self.state.withLock { $0.apply(action) }
          afterwards()
        }
        recorder.curriedMiddleware()({ _ in }, { self.state.withLock { $0 } })(next)(action)
      }
    }
  }

  func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let other = Thread(block: body)
    other.start()
    while !other.isFinished { Thread.sleep(forTimeInterval: 0.001) }
  }

  /// Demands that every action called exact verifies, and that the log ends in the state.
  func expectNothingWrong(exactCount: Int? = nil) throws {
    recorder.close()
    let log = try Log(name: "log", bytes: sink.bytes)
    let verification = try Replayer(Tally.app).verify(log)
    #expect(verification.holds, "\(verification.divergences)")
    if let exactCount {
      #expect(log.lines.count { $0.isAction && $0.isExact } == exactCount)
    }
    try expect(log, endsIn: state.withLock { $0 })
  }
}

/// A dispatch inside another, before it is passed on.
private func nesting(
  _ dispatch: @escaping (Tally.Action) -> Void, _ getState: @escaping () -> Tally?
) -> (@escaping (Tally.Action) -> Void) -> (Tally.Action) -> Void {
  { next in
    { action in
      if case .add(1) = action { dispatch(.add(10)) }
      next(action)
    }
  }
}

private struct Add: StateUpdater, Codable, Sendable {
  var count: Int

  func updateState(_ state: inout Tally) { state.apply(.add(count)) }
}

/// Not Codable, and not registered.
private struct AddNow: StateUpdater {
  func updateState(_ state: inout Tally) { state.apply(.add(5)) }
}

/// Demands that the log holds so many actions, all of which verify and replay to the same bytes,
/// and that it ends in the state.
private func expect(
  _ sink: LogBuffer, _ recorder: Recorder<Tally.Action, Tally>, count: Int, endsIn state: Tally
) throws {
  recorder.close()
  try expect(sink, Replayer(Tally.app), count: count, opaqueCount: 0, endsIn: state)
}

private func expect(
  _ sink: LogBuffer, _ recorder: Recorder<Updater, Tally>, count: Int, opaqueCount: Int,
  endsIn state: Tally
) throws {
  recorder.close()
  try expect(
    sink, Replayer(updatersApp), count: count, opaqueCount: opaqueCount, endsIn: state)
}

private func expect(
  _ sink: LogBuffer, _ replayer: Replayer, count: Int, opaqueCount: Int, endsIn state: Tally
) throws {
  let log = try Log(name: "log", bytes: sink.bytes)
  let verification = try replayer.verify(log)
  #expect(verification.holds, "\(verification.divergences)")
  #expect(verification.actionCount == count)
  #expect((verification.opaqueCount, verification.inexactCount) == (opaqueCount, 0))
  let replayed = LogBuffer()
  try replayer.replay(log, into: replayed)
  #expect(replayed.bytes == sink.bytes)
  try expect(log, endsIn: state)
}

private func expect(_ log: Log, endsIn state: Tally) throws {
  var timeline = Timeline(log)
  let last = try timeline.state(at: log.lastSeq)
  #expect(try last == JSONDocumentEncoder().encode(state))
}
