import Foundation
import RexJSON
import RexLocking
import RexServers
import Testing

/// A message can stop a request that runs or waits, and a client that is gone stops every one.
@Suite struct MessageQueueTests {
  @Test func messagesComeInOrderAndEnd() {
    let queue = MessageQueue(idKey: "id") { _ in nil }
    let lines = Locked((1...100).map { "{\"id\":\($0)}\n" }[...])
    queue.start(
      LineFraming(), read: { lines.withLock { $0.popFirst() }.map { Array($0.utf8) } },
      isGone: { true })
    for id in 1...100 { #expect(queue.next() == .document(["id": .number(id)])) }
    #expect(queue.next() == nil)
  }

  @Test func requestsAreStoppedByTheirIds() {
    let queue = MessageQueue(idKey: "id") { $0["stops"].map { .request(id: $0) } }
    let gate = DispatchSemaphore(value: 0)
    let lines = Locked(["{\"id\":1}\n{\"id\":\"a\"}\n", "{\"stops\":\"a\"}\n{\"stops\":1}\n"][...])
    queue.start(
      LineFraming(),
      read: {
        if lines.withLock({ $0.count }) < 2 { gate.wait() }
        return lines.withLock { $0.popFirst() }.map { Array($0.utf8) }
      }, isGone: { false })
    #expect(queue.next() == .document(["id": 1]))
    #expect(!queue.isStopped)
    gate.signal()
    while !queue.isStopped { Thread.sleep(forTimeInterval: 0.001) }
    #expect(queue.next() == .document(["id": "a"]))
    #expect(queue.isStopped)
    #expect(queue.next() == .document(["stops": "a"]))
    #expect(!queue.isStopped)
    gate.signal()
  }

  @Test func aClientThatIsGoneStopsWhatRuns() {
    let queue = MessageQueue(idKey: "id") { _ in nil }
    let (lines, isGone) = (Locked(["{\"id\":1}\n"][...]), Locked(false))
    queue.start(
      LineFraming(), read: { lines.withLock { $0.popFirst() }.map { Array($0.utf8) } },
      isGone: { isGone.withLock(\.self) })
    #expect(queue.next() == .document(["id": 1]))
    // Its messages have ended, but it still waits for a reply.
    Thread.sleep(forTimeInterval: 0.01)
    #expect(!queue.isStopped)
    isGone.withLock { $0 = true }
    while !queue.isStopped { Thread.sleep(forTimeInterval: 0.001) }
    #expect(queue.next() == nil)
  }
}
