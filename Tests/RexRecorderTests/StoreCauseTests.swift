import Foundation
import RexActions
import RexLocking
import RexLog
import RexRecorder
import RexStore
import TestSupport
import Testing

/// A recorder of a RexStore records each action's cause, whichever way it is dispatched.
@Suite struct StoreCauseTests {
  /// A recorder and its log in short form: `action←cause`, in the order of the reductions.
  private struct Ledger {
    let sink = LogBuffer()
    let recorder: Recorder<Int, Int>

    init() throws { recorder = try Recorder(sink: sink, app: "Sum") }

    var lines: [String] {
      get throws {
        try Log(checked: "log", bytes: sink.bytes).lines().compactMap(\.action).map { action in
          guard case .action(let payload) = action.payload else { return action.type }
          let cause = action.cause.map { "←\($0)" } ?? ""
          return "\(payload)\(cause)"
        }
      }
    }
  }

  private let adding = Reducer<Int, Int> { action, state in state += action }
  private let ledger: Ledger

  init() throws { ledger = try Ledger() }

  private func makeStore(
    _ middlewares: Middleware<Int, Int>..., feedbacks: [Feedback<Int, Int>] = []
  ) -> Store<Int, Int> {
    Store(
      initialState: 0, reducer: adding, middlewares: middlewares + [ledger.recorder.middleware],
      feedbacks: feedbacks)
  }

  @Test(arguments: [false, true])
  func anEffectOfAScopedChildHasItsCauseInTheParentsLog(isChildRecorded: Bool) throws {
    let store = makeStore()
    let child = try Ledger()
    let leading = Middleware<Int, Int> { context, next, action in
      next(action)
      if action == 1 || action == 2 { context.dispatch(action + 1) }
    }
    let scoped = store.scope(
      state: { $0 }, action: { $0 }, update: { $0 }, reducer: adding,
      middlewares: [leading] + (isChildRecorded ? [child.recorder.middleware] : []))
    scoped.dispatch(7)
    scoped.dispatch(1)
    #expect(try ledger.lines == ["7", "1", "2←2", "3←3"])
    if isChildRecorded { #expect(try child.lines.prefix(4) == ["7", "1", "2←2", "3←3"]) }
  }

  @MainActor @Test func deliveriesOnTheMainActorKeepTheirCause() async throws {
    let store = makeStore()
    let told = Locked<[Int]>([])
    let observing = store.observe(
      onMain { state in
        told.withLock { $0.append(state) }
        if state == 3 { store.dispatch(100) }
      })
    store.dispatch(1)
    store.dispatch(2)
    while told.withLock({ $0.last }) != 103 { await Task.yield() }
    withExtendedLifetime(observing) {}
    #expect(try ledger.lines == ["1", "2", "100←2"])
  }

  @Test(arguments: ["flat", "before", "made", "effects", "context", "object", "curried"])
  func everyShapeRecordsTheCauseOfItsDispatches(_ shape: String) throws {
    struct Object: EffectMiddleware {
      func handle(
        action: Int, from source: ActionSource, state: @escaping @Sendable () -> Int
      ) -> Effect<Int> { Effect { dispatch in if action < 3 { dispatch(action + 1) } } }
    }
    let middleware: Middleware<Int, Int> =
      switch shape {
      case "flat":
        Middleware { context, next, action in
          next(action)
          if action < 3 { context.dispatch(action + 1) }
        }
      case "before":
        Middleware { context, next, action in
          if action < 3 { context.dispatch(action + 1) }
          next(action)
        }
      case "made":
        makeMiddleware { dispatch, _, next, action in
          if action < 3 { dispatch(action + 1) }
          next(action)
        }
      case "effects":
        Middleware(effects: { action, _, _ in
          action < 3 ? Effect { dispatch in dispatch(action + 1) } : .none
        })
      case "context":
        Middleware(transforming: { action, context in
          if action < 3 { context.dispatch(action + 1) }
          return action
        })
      case "object": Object().middleware
      default:
        Middleware(curried: { dispatch, _ in
          { next in
            { action in
              next(action)
              if action < 3 { dispatch(action + 1) }
            }
          }
        })
      }
    let store = makeStore(middleware)
    for action in [1, 7] { store.dispatch(action) }
    #expect(try ledger.lines == ["1", "2←1", "3←2", "7"])
  }

  @Test func laterDispatchesInOtherContextsHaveTheirCause() async throws {
    let kept = Locked<[Dispatcher<Int>]>([])
    let store = makeStore(
      Middleware { context, next, action in
        next(action)
        if action < 3 { kept.withLock { $0.append(context.dispatch) } }
      })
    for action in [1, 2] { store.dispatch(action) }
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        for dispatch in kept.withLock({ $0 }).reversed() { dispatch(9) }
        done.resume()
      }
    }
    #expect(try ledger.lines == ["1", "2", "9←2", "9←1"])
  }

  @Test func aCallbackOfACurriedHandlerKeepsItsDispatch() async throws {
    let kept = Locked<[Dispatcher<Int>]>([])
    let store = makeStore(
      Middleware(curried: { dispatch, _ in
        { next in
          { action in
            if action < 3 { kept.withLock { $0.append(dispatch.causedByCurrentAction) } }
            next(action)
          }
        }
      }))
    for action in [1, 2] { store.dispatch(action) }
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        for dispatch in kept.withLock({ $0 }).reversed() { dispatch(9) }
        done.resume()
      }
    }
    #expect(try ledger.lines == ["1", "2", "9←2", "9←1"])
  }

  @Test func aTaskOfACurriedHandlerInheritsItsAction() async throws {
    let store = makeStore(
      Middleware(curried: { dispatch, _ in
        { next in
          { action in
            next(action)
            if action == 5 { Task { dispatch(6) } }
          }
        }
      }))
    for action in [1, 5, 2] { store.dispatch(action) }
    while await store.settled() < 14 { await Task.yield() }
    #expect(try ledger.lines.contains("6←2"))
  }

  @Test func aSwallowedActionPassesOnItsCause() throws {
    let store = makeStore(
      Middleware { context, next, action in
        switch action {
        case 1:
          next(action)
          context.dispatch(-1)
        case -1: context.dispatch(2)
        default: next(action)
        }
      })
    store.dispatch(1)
    #expect(try ledger.lines == ["1", "2←1"])
  }

  @Test func feedbackAndObserversDispatchWithTheActionThatTheyFollowAsCause() throws {
    let reacting = Feedback<Int, Int>(
      to: { $0 >= 5 && $0 < 10 ? $0 : nil }, effect: { _, dispatch in dispatch(10) })
    let store = makeStore(feedbacks: [reacting])
    let observing = store.observe { [weak store] in if $0 == 15 { store?.dispatch(100) } }
    for action in [1, 4, 0] { store.dispatch(action) }
    #expect(try ledger.lines == ["1", "4", "10←2", "100←3", "0"])
    withExtendedLifetime(observing) {}
  }
}
