import Foundation
import RexLocking
import RexReplayer
import Testing

/// Parallel work whose results are taken in order.
@Suite struct OrderedWorkTests {
  @Test(arguments: [1, 2, 7, 100])
  func resultsAreTakenInOrder(_ jobCount: Int) {
    var taken: [Int] = []
    forEachInOrder(count: 50, jobCount: jobCount) { index, _ in
      Thread.sleep(forTimeInterval: Double(index * 7919 % 5) / 1000)
      return index * index
    } then: { index, value in
      #expect(value == index * index)
      taken.append(index)
    }
    #expect(taken == Array(0..<50))
  }

  /// More than a machine has cores: each waits until all have begun.
  @Test func allResultsAreMadeAtTheSameTime() {
    let begun = Locked(0)
    let results: [Result<Bool, Never>] = concurrentResults(count: 24) { _ in
      begun.withLock { $0 += 1 }
      let deadline = Date(timeIntervalSinceNow: 20)
      while begun.withLock({ $0 }) < 24, deadline > .now { Thread.sleep(forTimeInterval: 0.001) }
      return begun.withLock { $0 } == 24
    }
    #expect(results.map { $0.get() } == Array(repeating: true, count: 24))
  }

  /// A result that is not taken holds up only so many others.
  @Test func workRunsAheadByALimit() {
    let begun = Locked(0)
    forEachInOrder(count: 200, jobCount: 2) { index, turn in
      begun.withLock { $0 += 1 }
      if index == 0 { Thread.sleep(forTimeInterval: 0.2) }
    } then: { index, _ in
      if index == 0 { #expect(begun.withLock { $0 } <= 17) }
    }
    #expect(begun.withLock { $0 } == 200)
  }

  @Test func anErrorEndsTheWork() {
    struct Refused: Error {}
    let (begun, ended) = (Locked(0), Locked(0))
    #expect(throws: Refused.self) {
      try forEachInOrder(count: 1000, jobCount: 3) { index, turn in
        begun.withLock { $0 += 1 }
        turn.wait()
        ended.withLock { $0 += 1 }
      } then: { index, _ in
        if index == 5 { throw Refused() }
      }
    }
    // What has begun is waited for.
    #expect(begun.withLock { $0 } == ended.withLock { $0 })
    #expect(begun.withLock { $0 } < 100)
  }

  @Test func whatHasBegunIsTakenAfterAStop() {
    let (askedCount, begun) = (Locked(0), Locked(0))
    var taken: [Int] = []
    forEachInOrder(
      count: 1000, jobCount: 4,
      isStopped: {
        askedCount.withLock {
          $0 += 1
          return $0 > 20
        }
      },
      { index, turn in
        begun.withLock { $0 += 1 }
        turn.wait()
      }, then: { index, _ in taken.append(index) })
    // Another thread may stop the work between a thread's question and its beginning.
    #expect(taken == Array(0..<begun.withLock { $0 }))
    #expect((17...20).contains(taken.count))
  }

  @Test func itIsATurnOnlyOnce() {
    let current = Locked(-1)
    forEachInOrder(count: 30, jobCount: 4) { index, turn in
      turn.wait()
      #expect(turn.isNow())
      // The results before it are taken, and none after it.
      #expect(current.withLock { $0 } == index - 1)
    } then: { index, _ in
      current.withLock { $0 = index }
    }
  }
}
