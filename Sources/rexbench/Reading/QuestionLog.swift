import RexExamples
import RexJSON
import RexLog

/// A chat log for questions, in a file that is deleted with it.
///
///     title           changed by the fifth action, and never again
///     messages        100 of 334 bytes; nearly every action replaces one, in turn
///     unreadCount     raised a thousand times, so that it passes 900 near the end
final class QuestionLog {
  private let temporary = TemporaryFile()
  let actionCount: Int

  /// Writes a number of actions, and `extraCount` more that change nothing.
  init(actionCount: Int, extraCount: Int = 0) throws {
    self.actionCount = actionCount + extraCount
    let file = try FileSink(creating: path)
    var writer = Writer()
    try writer.begin()
    for number in 1...actionCount {
      if extraCount > 0, number.isMultiple(of: actionCount / extraCount) { writer.appendIdle() }
      writer.append(number, unreadStep: max(1, actionCount / 1000))
      guard writer.bytes.count > 1 << 20 else { continue }
      try file.append(writer.bytes)
      writer.bytes.removeAll(keepingCapacity: true)
    }
    LogEntry.end(LogEnd(seq: writer.seq, timeMs: Double(writer.seq), reason: "closed"))
      .write(into: &writer.bytes)
    try file.append(writer.bytes)
  }

  var path: String { temporary.path }

  private struct Writer {
    var bytes: [UInt8] = []
    var seq = 0
    private var messages: [[UInt8]] = []
    private var unreadCount = 0
    private var title = "Chat"
    private var sinceKeyframe = 0

    mutating func begin() throws {
      messages = try SyntheticState(messageCount: 100).messages.map {
        try JSONDocumentEncoder().encode($0).bytes
      }
      LogEntry.session(
        LogSession(id: "6F9B", startedAt: "2026-11-20T10:00:00.000Z", app: .init(name: "Chat"))
      ).write(into: &bytes)
      appendKeyframe()
    }

    mutating func append(_ number: Int, unreadStep: Int) {
      if number == 5 {
        title = "Team"
        append("rename", "{\"rename\":\"Team\"}") { #"/title","value":"Team""# }
      } else if number.isMultiple(of: unreadStep) {
        unreadCount += 1
        let count = unreadCount
        append("receive", "{\"receive\":{\"number\":\(number)}}") {
          "/unreadCount\",\"value\":\(count)"
        }
      } else {
        let index = number &* 7 % messages.count
        messages[index] = messages[(number &* 11 + 1) % messages.count]
        let message = String(decoding: messages[index], as: UTF8.self)
        append("edit", "{\"edit\":{\"number\":\(number),\"message\":\(message)}}") {
          "/messages/\(index)\",\"value\":\(message)"
        }
      }
      // Like a recorder, writes a keyframe after about four times its bytes.
      if sinceKeyframe > 4 * 334 * messages.count { appendKeyframe() }
    }

    mutating func appendIdle() { append("tick", #"{"tick":{}}"#, patch: "[]") }

    private mutating func append(_ type: String, _ action: String, _ operation: () -> String) {
      append(type, action, patch: "[{\"op\":\"replace\",\"path\":\"\(operation())}]")
    }

    private mutating func append(_ type: String, _ action: String, patch: String) {
      seq += 1
      let start = bytes.count
      LineWriter.beginAction(
        seq: seq, timeMs: Double(seq), type: type,
        source: LogSource(file: "Chat/ChatView.swift", line: 42), into: &bytes, payload: .action
      ) { $0 += Array(action.utf8) }
      LineWriter.endAction(tookMs: 0.004, into: &bytes) { $0 += Array(patch.utf8) }
      sinceKeyframe += bytes.count - start
    }

    private mutating func appendKeyframe() {
      sinceKeyframe = 0
      var text = Array("{\"title\":\"\(title)\",\"unreadCount\":\(unreadCount),\"messages\":[".utf8)
      text += Array(messages.joined(separator: [UInt8(ascii: ",")]))
      text += Array("]}".utf8)
      LineWriter.keyframe(seq: seq, timeMs: Double(seq), into: &bytes) { $0 += text }
    }
  }
}
