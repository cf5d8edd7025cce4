import Dispatch
import Foundation
import RexLocking
import RexLog
import RexRecorder
import RexReplayer
import TestSupport
import Testing

/// The recorder's middleware in a store that lets several threads into its chain at once.
@Suite struct OpenStoreTests {
  @Test func concurrentActionsAreNotExact() throws {
    let store = try OpenStore()
    store.dispatch(.add(1)) {
      store.onAnotherThread { store.dispatch(.add(20)) }
    }
    try store.expectNothingWrong(exactCount: 0)
  }

  @Test func twoConcurrentActionsOfAThreadAreNotExact() throws {
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

  @Test func concurrentActionsAreNeverWronglyExact() throws {
    let store = try OpenStore()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<250 { store.dispatch(step.isMultiple(of: 3) ? .scale(-1) : .add(thread)) }
    }
    try store.expectNothingWrong()
  }
}

/// A store that lets several threads into its chain, and reduces one action after another.
private final class OpenStore: Sendable {
  private let sink = LogBuffer()
  private let state = Locked(Tally())
  private let recorder: Recorder<Tally.Action, Tally>

  init() throws {
    recorder = try Recorder(sink: sink, app: "Tally")
  }

  /// Dispatches an action; calls the closures in the chain before and after the reducer.
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

  /// Expects that every exact action verifies, and that the log ends in the state.
  func expectNothingWrong(exactCount: Int? = nil) throws {
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    let verification = try Replayer(Tally.app).verify(log)
    #expect(verification.verdict != .diverged, "\(verification)")
    if let exactCount {
      #expect(try log.lines().count { $0.isAction && $0.isExact } == exactCount)
    }
    try expect(log, endsIn: state.withLock { $0 })
  }
}
