import RexLog
import RexRecorder
import RexRedaction
import RexReplayer
import TestSupport
import Testing

/// Causes stay correct in derived logs, which keep the numbers of actions.
@Suite struct CauseTests {
  private let app = ReplayableApp(name: "Names") { (state: inout [String], action: String) in
    state.append(action)
  }
  private let names = ["first", "second", "third", "fourth"]
  private let expected = [nil, 1, 2, 2]

  @Test func aReplayedLogKeepsTheCauses() throws {
    let replayed = LogBuffer()
    try Replayer(app).replay(log(), into: replayed)
    #expect(try causes(in: replayed) == expected)
    #expect(try Replayer(app).verify(log()).verdict == .verified)
  }

  @Test func aBackfilledLogKeepsTheCauses() throws {
    let backfilled = try Replayer(app).backfilling(log(detail: .actions(keyframeEvery: 100)))
    #expect(try backfilled.unrecordedCount() == 0)
    #expect(try backfilled.lines().compactMap(\.action).map(\.cause) == expected)
  }

  @Test func aRedactedLogKeepsTheCauses() throws {
    let log = try log()
    for rules in [RedactionRules.standard, .none] {
      let redacted = LogBuffer()
      var redaction = LogRedaction(log, rules: rules)
      try redaction.write(to: redacted)
      #expect(try causes(in: redacted) == expected)
    }
  }

  @Test func anUnfinishedActionKeepsItsCause() throws {
    let bytes = try self.bytes()
    let end = try #require(String(decoding: bytes, as: UTF8.self).utf8Range(of: #","tookMs""#))
    let log = try Log(name: "log", bytes: Array(bytes[..<end]))
    #expect(log.unfinished?.cause == 2)
    let (replayed, redacted) = (LogBuffer(), LogBuffer())
    try Replayer(app).replay(log, into: replayed)
    var redaction = LogRedaction(log, rules: .standard)
    try redaction.write(to: redacted)
    for made in [replayed, redacted] {
      #expect(try Log(name: "made", bytes: made.bytes).unfinished?.cause == 2)
    }
  }

  @Test func anInvalidCauseIsRedactedLikeAnyText() throws {
    let text = String(decoding: try bytes(), as: UTF8.self)
      .replacing(#""cause":2"#, with: #""cause":"4111 1111 1111 1111""#)
    let redacted = LogBuffer()
    var redaction = LogRedaction(try Log(name: "log", bytes: Array(text.utf8)), rules: .standard)
    try redaction.write(to: redacted)
    #expect(!String(decoding: redacted.bytes, as: UTF8.self).contains("4111 1111"))
    #expect(try causes(in: redacted) == [nil, 1, nil, nil])
  }

  /// A log in which the first action causes the second, which causes the others.
  private func bytes(detail: RecorderDetail = .changes) throws -> [UInt8] {
    let sink = LogBuffer()
    let recorder = try Recorder<String, [String]>(
      sink: sink, app: "Names",
      configuration: RecorderConfiguration(detail: detail, redaction: .none))
    var state: [String] = []
    for (name, cause) in zip(names, expected) {
      recorder.withCause(cause) {
        _ = recorder.record(name, into: &state) { state, action in state.append(action) }
      }
    }
    recorder.close()
    return sink.bytes
  }

  private func log(detail: RecorderDetail = .changes) throws -> Log {
    try Log(name: "log", bytes: bytes(detail: detail))
  }

  private func causes(in sink: LogBuffer) throws -> [Int?] {
    try Log(name: "log", bytes: sink.bytes).lines().compactMap(\.action).map(\.cause)
  }
}

extension String {
  /// The offset of the last occurrence of a text, in bytes.
  fileprivate func utf8Range(of text: String) -> Int? {
    ranges(of: text).last.map { utf8.distance(from: startIndex, to: $0.lowerBound) }
  }
}
