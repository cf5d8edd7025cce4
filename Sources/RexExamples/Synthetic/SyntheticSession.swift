import RexActions
import RexJSON
public import RexLog
public import RexReplayer

/// A generated session of chat edits of any length, written without a recorder.
///
/// Lines are written as they are generated, so a log can be larger than memory. Its actions produce
/// its states, so it can be verified like a recorded one.
public struct SyntheticSession {
  /// The app's name in logs and its reducer.
  public static let replayable = ReplayableApp(name: "Synthetic") {
    (action: SyntheticAction, state: inout SyntheticState) in
    guard case .edit(let id, let message) = action, state.messages.indices.contains(id) else {
      return
    }
    state.messages[id] = message
  }

  /// The supported numbers of messages; more would make keyframes slow to show.
  public static let messageCounts = 1...100_000

  /// The number of actions written.
  package private(set) var actionCount = 0
  /// The number of bytes written.
  package private(set) var byteCount = 0
  /// The first keyframe's state.
  package private(set) var state: [UInt8] = []
  /// The first action's line.
  package private(set) var line: [UInt8] = []

  private let sink: any LogSink
  private var random: SplitMix64
  /// The messages' JSON texts.
  private var messages: [[UInt8]] = []
  private var buffer: [UInt8] = []
  private var bytesSinceKeyframe = 0

  /// Writes a log with a number of actions and of messages in the state.
  public static func record(
    actionCount: Int, messageCount: Int, seed: UInt64, to sink: any LogSink
  ) throws {
    var session = try SyntheticSession(messageCount: messageCount, seed: seed, to: sink)
    for _ in 0..<actionCount { try session.writeEdit() }
    try session.writeEnd()
  }

  /// Returns whether a log, or the one that it was derived from, was written here.
  public static func recorded(_ log: Log) -> Bool {
    log.session.app.name == replayable.name
      && (log.session.origin?.id ?? log.session.id).hasPrefix(idPrefix)
  }

  /// The beginning of a log's identifier; that of a recording is a UUID.
  private static let idPrefix = "synthetic-"

  /// Starts a log, and writes its session line and first keyframe.
  package init(messageCount: Int, seed: UInt64, to sink: any LogSink) throws {
    precondition(
      SyntheticSession.messageCounts.contains(messageCount),
      "a synthetic state has one message or more, up to a limit")
    (self.sink, random) = (sink, SplitMix64(seed: seed))
    messages = try SyntheticState(messageCount: messageCount).messages.map {
      try JSONDocumentEncoder().encode($0).bytes
    }
    LogEntry.session(
      LogSession(
        id: "\(SyntheticSession.idPrefix)\(seed)", startedAt: "2026-11-20T10:00:00.000Z",
        app: .init(name: SyntheticSession.replayable.name))
    ).write(into: &buffer)
    appendKeyframe()
  }

  /// Writes an action that replaces a message, and a keyframe if it is due.
  package mutating func writeEdit() throws(LogError) {
    let start = buffer.count
    appendEdit()
    if line.isEmpty { line = Array(buffer[start..<buffer.count - 1]) }
    bytesSinceKeyframe += buffer.count - start
    if bytesSinceKeyframe > SyntheticSession.keyframeSpacing * state.count { appendKeyframe() }
    if buffer.count >= SyntheticSession.bufferBytesMin { try flush() }
  }

  /// Writes the end of a log.
  package mutating func writeEnd() throws(LogError) {
    LogEntry.end(LogEnd(seq: actionCount, timeMs: Double(actionCount), reason: "closed"))
      .write(into: &buffer)
    try flush()
  }

  /// The spacing of keyframes relative to their size, as in a recorder.
  private static let keyframeSpacing = 4
  /// The number of bytes to collect before writing them.
  private static let bufferBytesMin = 1 << 20

  private mutating func flush() throws(LogError) {
    try sink.append(buffer)
    byteCount += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func appendKeyframe() {
    var text = Array(#"{"messages":["#.utf8)
    for (index, message) in messages.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += message
    }
    text += Array(#"],"isLoadingMessages":false}"#.utf8)
    LineWriter.keyframe(seq: actionCount, timeMs: Double(actionCount), into: &buffer) { $0 += text }
    if state.isEmpty { state = text }
    bytesSinceKeyframe = 0
  }

  private mutating func appendEdit() {
    actionCount += 1
    let id = Int.random(in: 0..<messages.count, using: &random)
    let message = messages[Int.random(in: 0..<messages.count, using: &random)]
    LineWriter.beginAction(
      seq: actionCount, timeMs: Double(actionCount), type: "edit",
      source: LogSource(file: "Chat/ChatView.swift", line: 42), into: &buffer, payload: .action
    ) { bytes in
      bytes += Array("{\"edit\":{\"id\":\(id),\"message\":".utf8)
      bytes += message
      bytes += Array("}}".utf8)
    }
    LineWriter.endAction(tookMs: 0.004, into: &buffer) { bytes in
      bytes += Array("[{\"op\":\"replace\",\"path\":\"/messages/\(id)\",\"value\":".utf8)
      bytes += message
      bytes += Array("}]".utf8)
    }
    messages[id] = message
  }
}

/// An action of a synthetic session.
enum SyntheticAction: Codable {
  /// A message was replaced.
  case edit(id: Int, message: SyntheticMessage)
}
