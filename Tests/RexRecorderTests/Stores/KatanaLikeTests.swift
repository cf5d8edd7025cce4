import KatanaLike
import RexLog
import RexRecorder
import RexReplayer
import TestSupport
import Testing

/// The recorder in a store like Katana's, as its last interceptor.
@Suite struct KatanaLikeTests {
  @Test func interceptors() async throws {
    let sink = LogBuffer()
    let recorder = try recorder(into: sink)
    let (handled, continuation) = AsyncStream<Void>.makeStream()
    let store = store(with: recorder, whenHandled: continuation)
    for updater in [Add(count: 1), Add(count: 99), AddNow(), Add(count: 2)] as [any Dispatchable] {
      store.anyDispatch(updater)
    }
    for await _ in handled.prefix(4) {}
    let state = store.state
    recorder.close()
    // The refused action is not in the log; the nested dispatch comes after the others.
    try expect(sink, of: app, count: 3, opaqueCount: 1, endsIn: state)
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(try log.types() == ["Add", "AddNow"])
  }

  @Test func interceptorsAndManyThreads() async throws {
    let sink = LogBuffer()
    let recorder = try recorder(into: sink)
    // The original is for all threads, too, without saying so.
    let (handled, continuation) = AsyncStream<Void>.makeStream()
    nonisolated(unsafe) let store = store(with: recorder, whenHandled: continuation)
    onEightThreads { thread in
      for step in 0..<8 {
        if step == 5 {
          store.dispatch(AddNow())
        } else {
          store.dispatch(Add(count: thread * 100 + step))
        }
      }
    }
    for await _ in handled.prefix(8 * 8 + 1) {}
    let state = store.state
    recorder.close()
    // One of the actions adds 1, and so dispatches another.
    try expect(sink, of: app, count: 8 * 7 + 1, opaqueCount: 8, endsIn: state)
  }

  private func recorder(into sink: LogBuffer) throws -> Recorder<any AnyStateUpdater, Tally> {
    try Recorder(sink: sink, app: "Tally", actions: updaters, configuration: .quiet)
  }

  /// A store that refuses to add 99, and adds 10 once it has added 1.
  private func store(
    with recorder: Recorder<any AnyStateUpdater, Tally>,
    whenHandled handled: AsyncStream<Void>.Continuation
  ) -> Store<Tally, EmptySideEffectDependencyContainer> {
    struct Refused: Error {}
    return Store(interceptors: [
      { context in
        { next in
          { dispatchable in
            if let add = dispatchable as? Add, add.count == 99 { throw Refused() }
            try next(dispatchable)
            if let add = dispatchable as? Add, add.count == 1 { context.dispatch(Add(count: 10)) }
            handled.yield()
          }
        }
      },
      { context in
        let looking = recorder.curriedMiddleware()({ _ in }, { context.getAnyState() as? Tally })
        return { next in
          { dispatchable in
            guard let updater = dispatchable as? any AnyStateUpdater else {
              return try next(dispatchable)
            }
            looking { try? next($0) }(updater)
          }
        }
      },
    ])
  }
}

extension Tally: State {}

private let updaters: ActionRegistry<any AnyStateUpdater> = [Add.self]

private let app = ReplayableApp(name: "Tally", actions: updaters) {
  (updater: any AnyStateUpdater, state: inout Tally) in
  if let next = updater.updatedState(currentState: state) as? Tally { state = next }
}

private struct Add: StateUpdater, Codable {
  var count: Int

  func updateState(_ state: inout Tally) { state.apply(.add(count)) }
}

/// Not Codable, and not registered.
private struct AddNow: StateUpdater {
  func updateState(_ state: inout Tally) { state.apply(.add(5)) }
}
