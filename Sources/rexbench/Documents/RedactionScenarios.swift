import Foundation
import RexExamples
import RexJSON
import RexLog
import RexRecorder
import RexRedaction
import RexReplayer

/// The cost of redacting a log and hostile texts, and of redaction in a recorder.
let redactionScenarios: [Scenario] =
  [
    Scenario(name: "redact/log", peer: "JSONSerialization parse") { size in
      let bytes = try ordinaryLog(size)
      let log = try Log(name: "log", bytes: bytes)
      let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Data($0) }
      return .time(
        ours: { try redacted(log).count },
        peer: {
          try lines.reduce(0) { count, line in
            _ = try JSONSerialization.jsonObject(with: line)
            return count &+ line.count
          }
        },
        result: { try redacted(log) })
    },
    Scenario(name: "redact/memory", peer: "the longest line") { size in
      let text = String(
        repeating: #"{\"a\":\"{\\\"b\\\":\\\"say %22it%22\\\"}\"}, "#, count: size.count(500_000))
      let file = TemporaryFile()
      let line = try longLine(of: text, at: file.path)
      return .figure(
        unit: "bytes", ours: { try peakByteCount { _ = try redacted(Log(path: file.path)) } },
        peer: { Double(line) }, result: { try redacted(Log(path: file.path)) })
    },
    Scenario(name: "redact/secrets-20000", peer: "one secret") { size in
      let text = Array(ordinaryText(byteCount: size == .full ? 1_000_000 : 1000).utf8)
      let (many, one) = (search(secretCount: size.count(20_000)), search(secretCount: 1))
      return .time(
        ours: { many.findings(in: text).count }, peer: { one.findings(in: text).count },
        result: { Array("\(many.findings(in: text).count)".utf8) })
    },
    recorded(name: "recorder/redacted-scalar") { subject, _ in _ = subject.toggle() },
    recorded(name: "recorder/redacted-change-1-of-100000", messageCount: 100_000) {
      _ = $0.edit($1)
    },
    Scenario(name: "recorder/redacted-start-100000", peer: "the same without redaction") { size in
      let state = SyntheticState(messageCount: size.count(100_000))
      return .time(
        ours: { try started(state, .standard) }, peer: { try started(state, .none) },
        result: { Array("\(try started(state, .standard) > 0)".utf8) })
    },
  ] + hostileTexts.map(hostile)

/// Recording an action with the standard rules, against the same without redaction.
private func recorded(
  name: String, messageCount: Int? = nil, _ record: @escaping @Sendable (RecordedChat, Int) -> Void
) -> Scenario {
  Scenario(name: name, peer: "the same without redaction") { size in
    let files = [TemporaryFile(), TemporaryFile()]
    let subjects = try zip(files, [RedactionRules.standard, .none]).map { file, rules in
      try RecordedChat(
        size, count: messageCount.map(size.count),
        recording: .init(
          sink: FileSink(creating: file.path), app: "Chat", configuration: .init(redaction: rules)))
    }
    var (step, theirStep) = (0, 0)
    return .time(
      ours: {
        step += 1
        withExtendedLifetime(files) { record(subjects[0], step) }
        return step
      },
      peer: {
        theirStep += 1
        record(subjects[1], theirStep)
        return theirStep
      },
      result: {
        try recordedBytes(size, count: messageCount.map(size.count), redaction: .standard) {
          record($0, 1)
        }
      })
  }
}

/// Searching a text for secrets, against parsing it as JSON.
private func hostile(name: String, piece: String) -> Scenario {
  Scenario(name: "redact/hostile-\(name)", peer: "JSONSerialization parse") { size in
    let count = (size == .full ? 200_000 : 200) / piece.utf8.count
    let text = String(repeating: piece, count: count)
    let json = Data(JSON.array([.string(text)]).bytes)
    let redactor = Redactor(rules: .standard, placeholderKey: 1)
    return .time(
      ours: { redactor.redact(text: text).utf8.count },
      peer: {
        _ = try JSONSerialization.jsonObject(with: json)
        return json.count
      },
      result: { Array(redactor.redact(text: text).utf8) })
  }
}

/// The most expensive repeated texts, by kind.
private let hostileTexts = [
  ("underscores", "_"), ("dashes", "-"), ("base64url", "aB3-_x"), ("tokens", "sk-ant-"),
  ("schemes", "Authorization: Bearer Bearer "), ("brackets", "token(["), ("escapes", #"\\\""#),
  ("percents", "%2525"), ("mixed", #"\u005c%25~0+"#), ("secrets", "s3cr3t-"),
]

private func search(secretCount: Int) -> SecretSearch {
  SecretSearch((0..<secretCount).map { "s3cr3t-\($0 &* 7919)-\($0 &* 31)" })
}

private func ordinaryText(byteCount: Int) -> String {
  let messages = (0..<(byteCount / 80)).map {
    "Message \($0): it was sent by \($0 % 17), as usual. "
  }
  return messages.joined()
}

/// A session of ordinary actions: edits of a chat.
private func ordinaryLog(_ size: Scenario.Size) throws -> [UInt8] {
  try recordedBytes(size, count: size.count(1000)) { subject in
    for step in 0..<size.count(5000) { _ = subject.edit(step) }
  }
}

/// Writes a log whose state is a text; returns the length of the line.
private func longLine(of text: String, at path: String) throws -> Int {
  let log = LogBuffer()
  let clock = RecorderClock(date: { Date(timeIntervalSince1970: 0) }, monotonicMs: { 0 })
  let recorder = try Recorder<String, [String]>(
    sink: log, app: "Text",
    configuration: .init(clock: clock, sessionID: "1", redaction: .none))
  recorder.start(from: [text])
  try Data(log.bytes).write(to: URL(filePath: path))
  return log.bytes.count
}

private func redacted(_ log: Log) throws -> [UInt8] {
  var redaction = LogRedaction(log, rules: .standard)
  let sink = LogBuffer()
  try redaction.write(to: sink)
  return sink.bytes
}

private func started(_ state: SyntheticState, _ rules: RedactionRules) throws -> Int {
  let log = LogBuffer()
  let recorder = try Recorder<ChatAction, SyntheticState>(
    sink: log, app: "Chat", configuration: .init(redaction: rules))
  recorder.start(from: state)
  return log.bytes.count
}
