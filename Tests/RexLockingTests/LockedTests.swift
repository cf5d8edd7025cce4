import Dispatch
import Foundation
import RexLocking
import Testing

@Suite struct LockedTests {
  @Test func incrementsOfManyThreadsAreNotLost() {
    let count = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 80_000)
  }

  /// On one busy processor, the threads of the test above may run one after another.
  @Test func aThreadWaitsWhileAnotherHasTheValue() {
    let value = Locked("first")
    let (started, entered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let ended = DispatchSemaphore(value: 0)
    let other = Thread {
      started.signal()
      value.withLock { value in
        value = "second"
        entered.signal()
      }
      ended.signal()
    }
    value.withLock { value in
      other.start()
      started.wait()
      #expect(entered.wait(timeout: .now() + 0.1) == .timedOut)
      #expect(value == "first")
    }
    // Gives up, should the other thread wait for ever.
    #expect(ended.wait(timeout: .now() + 60) == .success)
    #expect(value.withLock { $0 } == "second")
  }

  @Test func anErrorOfTheClosureIsRethrownAndTheLockReleased() {
    struct Refused: Error {}
    let value = Locked("kept")
    #expect(throws: Refused.self) {
      try value.withLock { (_) throws(Refused) in throw Refused() }
    }
    #expect(value.withLock { $0 } == "kept")
  }
}
