import Foundation
package import RexJSON

/// A client's messages, read on a thread of their own, so that one can stop the request before it.
package final class MessageQueue: @unchecked Sendable {
  /// Which request a message stops.
  package enum Stop: Sendable, Equatable {
    case request(id: JSON)
    /// All before it.
    case all
  }

  // Everything below it is only accessed while it is locked.
  private let condition = NSCondition()
  private var waiting: [(message: ClientMessage, isStopped: Bool)] = []
  private var hasEnded = false
  private var running: ClientMessage?
  private var isRunningStopped = false
  private var isClientGone = false
  private var isDone = false

  private let idKey: String
  private let stop: @Sendable (JSON) -> Stop?

  /// The most messages that wait; the next ones are not read yet.
  private static let waitingMax = 16
  /// How often to ask whether a client is gone, after the end of its messages.
  private static let goneSeconds = 0.2

  /// A queue without messages.
  ///
  /// - Parameters:
  ///   - idKey: The member of a request that identifies it.
  ///   - stop: Returns which request a message stops.
  package init(idKey: String, stop: @escaping @Sendable (JSON) -> Stop?) {
    (self.idKey, self.stop) = (idKey, stop)
  }

  /// Whether the message that `next` returned last is to be stopped.
  package var isStopped: Bool { locked { isRunningStopped || isClientGone } }

  /// Waits for the next message; nil after the last one.
  package func next() -> ClientMessage? {
    locked {
      while waiting.isEmpty, !hasEnded { condition.wait() }
      guard !waiting.isEmpty else {
        isDone = true
        return nil
      }
      let (message, isStopped) = waiting.removeFirst()
      (running, isRunningStopped) = (message, isStopped)
      condition.broadcast()
      return message
    }
  }

  /// Reads messages on a thread of its own.
  ///
  /// - Parameters:
  ///   - read: Returns the next bytes; nil at the end.
  ///   - isGone: Whether nobody reads replies any more.
  package func start(
    _ framing: some MessageFraming, read: @escaping @Sendable () -> [UInt8]?,
    isGone: @escaping @Sendable () -> Bool
  ) {
    let thread = Thread { [self] in
      var framing = framing
      while let bytes = read() {
        framing.append(bytes)
        while let message = framing.next() { add(message) }
      }
      locked {
        hasEnded = true
        condition.broadcast()
      }
      while !locked({ isDone }) {
        if isGone() { return locked { isClientGone = true } }
        Thread.sleep(forTimeInterval: Self.goneSeconds)
      }
    }
    thread.start()
  }

  /// Adds a message, after stopping the request that it stops.
  func add(_ message: ClientMessage) {
    locked {
      if case .document(let document) = message {
        switch stop(document) {
        case .all:
          isRunningStopped = true
          for index in waiting.indices { waiting[index].isStopped = true }
        case .request(let id):
          if id == self.id(of: running) { isRunningStopped = true }
          for index in waiting.indices where id == self.id(of: waiting[index].message) {
            waiting[index].isStopped = true
          }
        case nil: break
        }
      }
      while waiting.count >= Self.waitingMax { condition.wait() }
      waiting.append((message, false))
      condition.broadcast()
    }
  }

  private func id(of message: ClientMessage?) -> JSON? {
    guard case .document(let document)? = message else { return nil }
    return document[idKey]
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }
}
