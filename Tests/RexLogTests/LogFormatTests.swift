import RexDiff
import RexJSON
import RexLog
import TestSupport
import Testing

/// The bytes of each kind of line are fixed, since logs of this version stay readable forever.
@Suite struct LogFormatTests {
  @Test func everyKindOfLineIsWrittenAndReadBack() throws {
    let entries = try sampleEntries()
    let sampleText = try Fixture.text("logs/v1/every-kind.jsonl")
    var bytes: [UInt8] = []
    for entry in entries { entry.write(into: &bytes) }
    #expect(String(decoding: bytes, as: UTF8.self) == sampleText)

    let log = try Log(checked: "sample.jsonl", bytes: bytes)
    let read = try log.entries()
    #expect(read == entries)
    #expect(log.lastSeq == 4)
    #expect(log.isComplete)
    #expect(try log.types() == ["load", "reload"])
  }

  @Test func unknownKindsAreKeptInTheIndexAndUnknownKeysIgnored() throws {
    let text = #"""
      {"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"},"new":[1]}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":7,"new":true}
      {"kind":"weather","sky":"blue"}

      """#
    let log = try Log(checked: "new.jsonl", bytes: Array(text.utf8))
    #expect(try log.lines().map(\.kind) == [.session, .keyframe, .unknown])
    #expect(try log.entries()[2] == .unknown(kind: "weather"))
  }

  @Test(arguments: [
    (0, "0"), (412.103, "412.103"), (0.004, "0.004"), (900.5, "900.5"), (1e300, "1e+300"),
  ])
  func millisecondsAreWrittenInTheirShortestForm(_ value: Double, _ text: String) throws {
    var bytes: [UInt8] = []
    LogEntry.keyframe(LogKeyframe(seq: 0, timeMs: value, state: .null)).write(into: &bytes)
    let line = String(decoding: bytes, as: UTF8.self)
    #expect(line == "{\"kind\":\"keyframe\",\"seq\":0,\"timeMs\":\(text),\"state\":null}\n")
  }

  @Test func theEndSaysIfTypesCannotBeRead() throws {
    var statistics = LogStatistics()
    statistics.canReadTypes = false
    let end = LogEntry.end(LogEnd(seq: 0, timeMs: 0, reason: "closed", statistics: statistics))
    var bytes: [UInt8] = []
    for entry in try sampleEntries()[..<2] + [end] { entry.write(into: &bytes) }
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(#""canReadTypes":false}}"# + "\n"))
    #expect(try Log(name: "log", bytes: bytes).entries()[2] == end)
  }

  @Test func aCompressedLogIsNamedAsThat() {
    let error = #expect(throws: LogError.self) {
      try Log(name: "a.jsonl.gz", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
    }
    #expect(error?.kind == .compressed)
  }

  @Test func aByteOrderMarkIsNamedAsThat() throws {
    var bytes = Array("\u{FEFF}".utf8)
    for entry in try sampleEntries() { entry.write(into: &bytes) }
    let error = #expect(throws: LogError.self) { try Log(name: "log", bytes: bytes) }
    #expect(error?.kind == .byteOrderMark)
  }

  @Test(
    arguments: [
      ([0x50, 0x4B, 3, 4, 20, 0], "the file is a zip archive"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "the file is compressed"),
      ([0x28, 0xB5, 0x2F, 0xFD, 4], "the file is compressed"),
      (Array("BZh9".utf8), "the file is compressed"),
      ([0xFF, 0xFE, 0x7B, 0, 0x22, 0], "the file is UTF-16"),
      ([0xFE, 0xFF, 0, 0x7B], "the file is UTF-16"), ([0x7B, 0, 0x22, 0], "the file is UTF-16"),
      ([0xFF, 0xFE, 0, 0], "not a rexreplay log: the first line is not a session line"),
    ] as [([UInt8], String)])
  func anotherKindOfFileIsNamed(bytes: [UInt8], problem: String) {
    let error = #expect(throws: LogError.self) { try Log(name: "log", bytes: bytes) }
    #expect(error?.problem.message.problem == problem)
  }

  @Test func aFolderIsNotALog() {
    #expect(throws: LogError(.notAFile, log: "/")) { try Log(path: "/") }
  }

  /// The first two blocks that a reader reads end at these offsets.
  @Test(arguments: [1 << 14, (1 << 14) + (1 << 16)], -2...2)
  func linesMayEndWhereABlockEnds(_ end: Int, _ distance: Int) throws {
    let head = [HandmadeLog.keyframe(0), #"{"kind":"note","text":""}"#]
    let padding = end + distance - HandmadeLog(head).bytes.count
    let note = head[1].replacing("\"\"", with: "\"\(String(repeating: "x", count: padding))\"")
    let made = HandmadeLog(
      [head[0], note, HandmadeLog.action(1), HandmadeLog.action(2), HandmadeLog.end(2)])
    var ranges: [Range<Int>] = []
    for line in made.lines {
      let start = ranges.last.map { $0.upperBound + 1 } ?? 0
      ranges.append(start..<start + line.utf8.count)
    }
    let lines = try made.log().lines()
    #expect(ranges[2].upperBound == end + distance - 1)
    #expect(lines.map(\.range) == ranges)
    #expect(lines.map(\.kind) == [.session, .keyframe, .unknown, .action, .action, .end])
  }

  @Test func linesMayEndWithCarriageReturns() throws {
    let text = try Fixture.text("logs/v1/every-kind.jsonl").replacing("\n", with: "\r\n")
    #expect(try Log(checked: "dos.jsonl", bytes: Array(text.utf8)).lastSeq == 4)
  }
}

func sampleEntries() throws -> [LogEntry] {
  let n = try #require(JSONPointer("/n"))
  var statistics = LogStatistics()
  (statistics.actionCount, statistics.opaqueCount) = (2, 1)
  (statistics.gapCount, statistics.lostCount, statistics.redactedCount) = (1, 2, 3)
  (statistics.distrustedTypes, statistics.byteCount) = (["App.Clock"], 929)
  (statistics.reducersMs, statistics.ownMs) = (0.104, 0.052)
  (statistics.ownMsP50, statistics.ownMsP99) = (0.026, 0.031)
  return [
    .session(
      LogSession(
        id: "6F9B", startedAt: "2026-11-20T10:00:00.000Z",
        app: .init(name: "EveryKind", version: "1.4.2", build: "812"),
        types: .init(state: "ChatState", action: "ChatAction"),
        system: .init(os: "Linux", arch: "x86_64", swift: "6.3"))),
    .keyframe(LogKeyframe(seq: 0, timeMs: 0, state: ["n": 0])),
    .action(
      LogAction(
        seq: 1, timeMs: 412.103, type: "load", payload: .action(["load": [:]]),
        source: LogSource(file: "Chat/ChatView.swift", line: 42),
        result: .init(tookMs: 0.004, patch: JSONPatch([.replace(n, 1)])))),
    .mark(LogMark(seq: 1, timeMs: 900.5, label: "report a problem", data: ["why": "slow"])),
    .action(
      LogAction(
        seq: 2, timeMs: 901, type: "reload", payload: .opaque("reload(now)"),
        result: .init(tookMs: 0.1, patch: JSONPatch(), error: "no network"))),
    .gap(LogGap(from: 3, to: 4, reason: "disk full")),
    .keyframe(LogKeyframe(seq: 4, timeMs: 1000, state: ["n": 9])),
    .end(LogEnd(seq: 4, timeMs: 65012.9, reason: "closed", statistics: statistics)),
  ]
}
