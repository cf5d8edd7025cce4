import Dispatch
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

  @Test func anErrorOfTheClosureIsRethrownAndTheLockReleased() {
    struct Refused: Error {}
    let value = Locked("kept")
    #expect(throws: Refused.self) {
      try value.withLock { (_) throws(Refused) in throw Refused() }
    }
    #expect(value.withLock { $0 } == "kept")
  }
}
