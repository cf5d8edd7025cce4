package import Foundation

/// The state of synthetic logs and of benchmarks: a chat whose messages are 334 bytes of JSON each.
package struct SyntheticState: Codable, Equatable, Sendable {
  package var messages: [SyntheticMessage]
  package var isLoadingMessages = false
  package var error: String?

  /// Creates a state with a number of messages; the same number gives the same state.
  package init(messageCount: Int) {
    messages = (0..<messageCount).map(SyntheticMessage.init(number:))
  }
}

/// A message with values of many types.
package struct SyntheticMessage: Codable, Equatable, Sendable {
  /// The author of a message.
  package struct Author: Codable, Equatable, Sendable {
    package var id: Int
    package var name: String
  }

  package var id: UUID
  package var author: Author
  package var body: String
  package var sentAt: Date
  package var isRead: Bool
  package var reactions: [String: Int]
  package var attachments: [String]
  package var replyTo: Int?

  /// Creates the message with a number; the same number gives the same message.
  package init(number: Int) {
    let byte = { (shift: Int) in UInt8(truncatingIfNeeded: (number &* 0x9E37_79B9) >> shift) }
    id = UUID(
      uuid: (
        byte(0), byte(8), byte(16), byte(24), 1, 2, 0x40, 3, 0x80, 4, 5, 6, 7, 8, 9, byte(4)
      ))
    author = Author(id: 1000 + number % 9000, name: "Ada Lovelace \(number % 10)")
    body =
      "Message \(number % 10): the engine weaves algebraic patterns, as the loom weaves "
      + "\"flowers\" and leaves; see the long notes below too."
    sentAt = Date(timeIntervalSinceReferenceDate: 800_000_000.25 + Double(number % 1000 * 64))
    isRead = number.isMultiple(of: 2)
    reactions = ["+1": number % 10, "heart": 1]
    attachments = ["photo-\(1000 + number % 9000).jpeg"]
    replyTo = number % 4 == 0 ? nil : 1000 + number % 9000
  }
}
