import Dispatch
import Foundation
import RexActions
import RexStore
import Testing

/// Each dispatch of a middleware, an effect or an observer knows the action it was made for.
@Suite struct CauseTests {
  /// A log as a recorder keeps it: numbers the actions, and notes what led to each.
  private final class Ledger: Sendable {
    let lines = Journal<String>()

    /// `action←cause`, in the order of the reductions.
    var middleware: Middleware<Int, Int> {
      Middleware(reducing: { action, _, state, reduce in
        let cause = Cause.current
        let led = cause?.causeSeq(in: self).map { "←\($0)" } ?? ""
        cause?.setSeq(self.lines.lines.count + 1, in: self)
        self.lines.note("\(action)\(led)")
        reduce(action, &state)
      })
    }
  }

  private let adding = Reducer<Int, Int> { action, state in state += action }
  private let ledger = Ledger()

  private func makeStore(_ middlewares: Middleware<Int, Int>...) -> Store<Int, Int> {
    Store(initialState: 0, reducer: adding, middlewares: middlewares + [ledger.middleware])
  }

  @Test(arguments: ["flat", "before", "made", "effects", "context", "object", "curried"])
  func everyShapeStampsWhatItDispatches(_ shape: String) {
    let late = Later<Store<Int, Int>>()
    struct Object: ActionMiddleware {
      let store: Later<Store<Int, Int>>
      func handle(_ action: Int) -> Int? {
        if action < 3 { store.value?.dispatch(action + 1) }
        return action
      }
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
      case "object": Middleware(Object(store: late))
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
    late.value = store
    for action in [1, 7] { store.dispatch(action) }
    #expect(ledger.lines.lines == ["1", "2←1", "3←2", "7"])
    late.value = nil
  }

  @Test func aDispatchMadeLaterAndElsewhereHasItsCauseAllTheSame() async {
    let kept = Journal<Dispatcher<Int>>()
    let store = makeStore(
      Middleware { context, next, action in
        next(action)
        if action < 3 { kept.note(context.dispatch) }
      })
    for action in [1, 2] { store.dispatch(action) }
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        for dispatch in kept.lines.reversed() { dispatch(9) }
        done.resume()
      }
    }
    #expect(ledger.lines.lines == ["1", "2", "9←2", "9←1"])
  }

  @Test func aTaskOfACurriedHandlerInheritsItsAction() async {
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
    #expect(ledger.lines.lines.contains("6←2"))
  }

  @Test func aSwallowedActionPassesOnItsCause() {
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
    #expect(ledger.lines.lines == ["1", "2←1"])
  }

  @Test func feedbackAndObserversStampTheActionThatTheyFollow() {
    let store = makeStore()
    let reacting = store.react(
      to: { $0 >= 5 && $0 < 10 ? $0 : nil },
      effect: { _, dispatch in
        dispatch(10)
        return nil
      })
    let observing = store.observe { [weak store] in if $0 == 15 { store?.dispatch(100) } }
    for action in [1, 4, 0] { store.dispatch(action) }
    #expect(ledger.lines.lines == ["1", "4", "10←2", "100←3", "0"])
    withExtendedLifetime((reacting, observing)) {}
  }

  @Test func aLongChainOfCausesNeedsNoStackAndNoMemory() {
    let last = Later<Cause>()
    let store = Store(
      initialState: 0, reducer: Reducer<Int, Int> { $1 = $0 },
      middlewares: [
        Middleware { context, next, action in
          if action == 0 { last.value = Cause.current }
          if action > 0 { context.dispatch(action - 1) }
        }, ledger.middleware,
      ])
    store.dispatch(100_000)
    #expect(last.value != nil)
    #expect(last.value?.causeSeq(in: ledger) == nil)
  }
}
