public import Foundation
import RexActions

/// Generates messages in many scripts; the same seed gives the same messages.
public struct ChatWriter: Sendable {
  private var random: SplitMix64
  private var count = 0

  /// Creates a writer whose messages depend on the seed alone.
  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns the next message, about 334 bytes of JSON.
  public mutating func message(sentAt: Date? = nil) -> ChatMessage {
    count += 1
    let author = random.pick(ChatWriter.team, default: ChatWriter.team[0])
    return ChatMessage(
      id: "msg-\(1000 + count)-\(hex(8))", author: author, body: body(),
      sentAt: sentAt ?? ChatWriter.startDate.addingTimeInterval(Double(count) * 41.5),
      isEdited: random.isOne(in: 6), reactions: reactions())
  }

  /// Returns the next message, with a given text, by the app's user.
  mutating func message(saying text: String, sentAt: Date) -> ChatMessage {
    count += 1
    return ChatMessage(
      id: "msg-\(1000 + count)-\(hex(8))", author: ChatWriter.team[0], body: text, sentAt: sentAt,
      isEdited: false, reactions: [])
  }

  private mutating func body() -> String {
    var body = random.pick(ChatWriter.phrases, default: "")
    while body.utf8.count < ChatWriter.bodyBytesMin {
      body += " " + random.pick(ChatWriter.phrases, default: "")
    }
    return body
  }

  private mutating func reactions() -> [ChatMessage.Reaction] {
    ChatWriter.emoji.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
      .map { emoji in
        let members = ChatWriter.team.map(\.id).shuffled(using: &random)
        return ChatMessage.Reaction(
          emoji: emoji, members: Array(members.prefix(Int.random(in: 1...4, using: &random))))
      }
  }

  private mutating func hex(_ digits: Int) -> String {
    String(SplitMix64.text(ofSeed: random.next()).suffix(digits))
  }
}

extension TeamChatState {
  /// Creates a chat state with a number of messages, for benchmarks.
  public init(messageCount: Int, seed: UInt64) {
    self.init()
    var writer = ChatWriter(seed: seed)
    messages = (0..<messageCount).map { _ in writer.message() }
  }
}

extension ChatWriter {
  static let team = [
    ChatMessage.Member(id: "u-01", name: "Zoë Ångström"),
    ChatMessage.Member(id: "u-02", name: "Μαρία Παππά"),
    ChatMessage.Member(id: "u-03", name: "Дарья Ильина"),
    ChatMessage.Member(id: "u-04", name: "נועם לוי"),
    ChatMessage.Member(id: "u-05", name: "أمينة حداد"),
    ChatMessage.Member(id: "u-06", name: "अनिल वर्मा"),
    ChatMessage.Member(id: "u-07", name: "山田 花子"),
    ChatMessage.Member(id: "u-08", name: "김민준"),
    // This name's accents are combining characters; in "Zoë" above they are precomposed.
    ChatMessage.Member(id: "u-09", name: "Rene\u{301} Dvor\u{30C}a\u{301}k"),
  ]

  static let emoji = [
    "👍", "🎉", "❤️", "👀", "🙏🏽", "👩🏿‍🚀", "🏳️‍🌈", "🇺🇳", "👨‍👩‍👧‍👦", "e\u{301}\u{327}", "✅",
  ]

  /// 2026-03-01 09:00 UTC, from which the times of messages are counted.
  private static let startDate = Date(timeIntervalSinceReferenceDate: 794_048_400)

  /// The minimum length of a text, so that the average message has 334 bytes of JSON.
  private static let bodyBytesMin = 121

  /// Phrases in several scripts; some with emoji, quotes, slashes, tildes and combining marks.
  private static let phrases = [
    "The build is green again, thanks everyone for the patience.",
    "Who has the keys to the meeting room on the third floor?",
    "Lunch at noon? The place at the corner has soup today 🍲.",
    "See Sources/Chat~old/View.swift, the \"rows\" part, before you merge.",
    "Deploy is done 🚀🚀, watching the graphs for the next hour.",
    "Cafe\u{301} or café: the search must find both spellings.",
    "Ça marche très bien chez moi, à toi de voir.",
    "Größere Änderungen bitte erst nächste Woche.",
    "¿Alguien puede revisar mi cambio antes del mediodía?",
    "Η σύνοδος αρχίζει στις δέκα.",
    "Сборка упала, смотрю логи.",
    "הפגישה נדחתה למחר בבוקר.",
    "شكرا جزيلا على المساعدة السريعة.",
    "कल सुबह दस बजे मिलते हैं।",
    "明日のリリースは予定どおりです。",
    "회의록은 위키에 올렸습니다.",
    "พรุ่งนี้เจอกันนะ",
    "Z\u{351}\u{36B}\u{343}a\u{36E}\u{308}l\u{30B}g\u{301}o\u{302} text must not break the row.",
    "Family photo day: 👨‍👩‍👧‍👦 and flags 🇧🇷🇯🇵🇿🇦 welcome!",
    "ok 👌🏼",
    "Two lines:\nthe second one is here.",
    "A tab\tand a backslash \\ walk into a bar.",
  ]
}
