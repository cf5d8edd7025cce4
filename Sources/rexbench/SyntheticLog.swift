import Foundation
import RexJSON
import RexLog

/// A log of edits in a chat, as long as wanted, in a file that goes with it.
final class SyntheticLog {
  let path: String
  private(set) var actionCount = 0
  /// The first keyframe's state.
  private(set) var state: [UInt8] = []
  /// One action's line.
  private(set) var line: [UInt8] = []

  /// Writes lines until there are so many bytes.
  init(byteCount: Int, messageCount: Int = 100) throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "rexbench-\(UUID().uuidString).jsonl").path
    let file = try LogFile(creating: path)
    var messages = try ChatState(messageCount: messageCount).messages.map {
      try JSONDocumentEncoder().encode($0).bytes
    }
    var bytes: [UInt8] = []
    LogEntry.session(
      LogSession(id: "6F9B", startedAt: "2026-11-20T10:00:00.000Z", app: .init(name: "Chat"))
    ).write(into: &bytes)
    var (written, sinceKeyframe) = (0, Int.max)
    while written < byteCount {
      if sinceKeyframe > 4 * 334 * messageCount {
        appendKeyframe(messages, to: &bytes)
        sinceKeyframe = 0
      }
      let before = bytes.count
      appendEdit(of: &messages, to: &bytes)
      sinceKeyframe += bytes.count - before
      guard bytes.count > 1 << 20 else { continue }
      written += bytes.count
      try file.append(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    LogEntry.end(LogEnd(seq: actionCount, timeMs: Double(actionCount), reason: "closed"))
      .write(into: &bytes)
    try file.append(bytes)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func appendKeyframe(_ messages: [[UInt8]], to bytes: inout [UInt8]) {
    var text = Array(#"{"messages":["#.utf8)
    for (index, message) in messages.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += message
    }
    text += Array(#"],"isLoadingMessages":false}"#.utf8)
    if state.isEmpty { state = text }
    LogLine.keyframe(seq: actionCount, timeMs: Double(actionCount), into: &bytes) { $0 += text }
  }

  private func appendEdit(of messages: inout [[UInt8]], to bytes: inout [UInt8]) {
    actionCount += 1
    let place = actionCount &* 7 % messages.count
    let message = messages[(actionCount &* 11 + 1) % messages.count]
    let start = bytes.count
    LogLine.beginAction(
      seq: actionCount, timeMs: Double(actionCount), type: "edit",
      source: LogSource(file: "Chat/ChatView.swift", line: 42), into: &bytes, payload: .action
    ) { bytes in
      bytes += Array("{\"edit\":{\"id\":\(place),\"message\":".utf8)
      bytes += message
      bytes += Array("}}".utf8)
    }
    LogLine.endAction(tookMs: 0.004, into: &bytes) { bytes in
      bytes += Array("[{\"op\":\"replace\",\"path\":\"/messages/\(place)\",\"value\":".utf8)
      bytes += message
      bytes += Array("}]".utf8)
    }
    messages[place] = message
    if line.isEmpty { line = Array(bytes[start..<bytes.count - 1]) }
  }
}
