import Foundation

/// The state most scenarios use: a chat whose messages are 334 bytes of JSON each.
struct ChatState: Codable, Equatable {
  var messages: [ChatMessage]
  var isLoadingMessages = false
  var error: String?

  /// A state of so many messages, the same on every run.
  init(messageCount: Int) {
    messages = (0..<messageCount).map(ChatMessage.init(number:))
  }
}

struct ChatMessage: Codable, Equatable {
  struct Author: Codable, Equatable {
    var id: Int
    var name: String
  }

  var id: UUID
  var author: Author
  var body: String
  var sentAt: Date
  var isRead: Bool
  var reactions: [String: Int]
  var attachments: [String]
  var replyTo: Int?

  init(number: Int) {
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

/// Actions as an app has them: most of them small.
enum ChatAction: Codable, Equatable {
  case loadMessages
  case loadMessagesSuccess([ChatMessage])
  case deleteMessage(id: Int)
  case edit(id: Int, body: String)
}

extension ChatState {
  /// What the actions do; an id is a message's place, counted around.
  static func reduce(_ action: ChatAction, _ state: inout ChatState) {
    switch action {
    case .loadMessages: state.isLoadingMessages = true
    case .loadMessagesSuccess(let messages):
      (state.messages, state.isLoadingMessages) = (messages, false)
    case .deleteMessage(let id): state.messages.remove(at: id % state.messages.count)
    case .edit(let id, let body): state.messages[id % state.messages.count].body = body
    }
  }
}
