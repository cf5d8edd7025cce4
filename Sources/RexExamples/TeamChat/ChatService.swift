import Foundation
import RexActions
import RexLocking
public import RexStore

/// A chat service that answers after a delay, sometimes with a failure, decided by a seed.
public final class ChatService: Sendable {
  /// A failure of the service.
  public enum Failure: String, Error, Sendable, CaseIterable {
    /// The service did not answer in time.
    case timedOut = "The chat did not answer in time."
    /// The service is not available.
    case unavailable = "The chat is being repaired 🔧, try again."
  }

  private struct Room {
    var random: SplitMix64
    var writer: ChatWriter
    var messages: [ChatMessage] = []
  }

  private let time: VirtualTime
  private let room: Locked<Room>
  private let arriving = EventEmitter<ChatMessage>()

  /// Creates a service with some initial messages, in virtual time.
  public init(seed: UInt64, time: VirtualTime) {
    self.time = time
    var room = Room(random: SplitMix64(seed: seed), writer: ChatWriter(seed: seed &+ 1))
    for _ in 0..<8 { room.messages.append(room.writer.message()) }
    self.room = Locked(room)
  }

  /// The messages that members send while the service is connected.
  public var arrivals: EventStream<ChatMessage> { arriving.stream }

  /// Messages, and the message that they follow; nil if they are the newest ones.
  public typealias Page = (messages: [ChatMessage], after: ChatMessage.ID?)

  /// Fetches the messages after one, or the newest if it is unknown; the answer comes later.
  public func loadMessages(
    after last: ChatMessage.ID?,
    _ completion: @escaping @Sendable (Result<Page, Failure>) -> Void
  ) {
    let delayMs = withRoom { Int.random(in: 80...1200, using: &$0.random) }
    time.schedule(afterMs: delayMs) { completion(self.answer(after: last)) }
  }

  /// Sends a message, which then arrives like any other.
  public func send(_ text: String) {
    let sentAt = time.date
    let message = withRoom { room in
      let message = room.writer.message(saying: text, sentAt: sentAt)
      room.messages.append(message)
      return message
    }
    time.schedule(afterMs: 40) { [weak self] in self?.arriving.send(message) }
  }

  /// Deletes a message for all members.
  public func delete(_ id: ChatMessage.ID) {
    withRoom { room in room.messages.removeAll { $0.id == id } }
  }

  /// Starts to simulate messages of members, every few seconds.
  public func connect() {
    let pauseMs = withRoom { Int.random(in: 500...4000, using: &$0.random) }
    time.schedule(afterMs: pauseMs) { [weak self] in
      self?.deliver()
      self?.connect()
    }
  }

  private func deliver() {
    let sentAt = time.date
    let message = withRoom { room in
      let message = room.writer.message(sentAt: sentAt)
      room.messages.append(message)
      return message
    }
    arriving.send(message)
  }

  private func answer(after last: ChatMessage.ID?) -> Result<Page, Failure> {
    withRoom { room in
      if room.random.isOne(in: 4) {
        return .failure(room.random.pick(Failure.allCases, default: .timedOut))
      }
      guard let index = room.messages.firstIndex(where: { $0.id == last }) else {
        return .success((Array(room.messages.suffix(ChatService.pageSize)), nil))
      }
      return .success((Array(room.messages[(index + 1)...].prefix(ChatService.pageSize)), last))
    }
  }

  private func withRoom<Result: Sendable>(_ body: (inout Room) -> Result) -> Result {
    room.withLock { body(&$0) }
  }

  /// The maximum number of messages in an answer, enough to fill a screen.
  private static let pageSize = 10
}
