import RexDiff
import RexJSON
import RexLog
import TestSupport
import Testing

/// A log of any bytes is read in time and memory in proportion to its size.
@Suite struct DamageLimitTests {
  private static let session =
    #"{"kind":"session","rexlog":1,"id":"6F9B","startedAt":"now","app":{"name":"Sum"}}"#

  private static func keyframe(_ seq: Int) -> String {
    #"{"kind":"keyframe","seq":\#(seq),"timeMs":0,"state":{"n":\#(seq)}}"#
  }

  private static func action(_ seq: Int, patch: String? = nil) -> String {
    #"{"kind":"action","seq":\#(seq),"timeMs":0,"type":"add","action":{},"tookMs":0,"#
      + #""patch":\#(patch ?? #"[{"op":"replace","path":"/n","value":\#(seq)}]"#)}"#
  }

  private static func end(_ seq: Int, reason: String = "closed") -> String {
    #"{"kind":"end","seq":\#(seq),"timeMs":0,"reason":"\#(reason)"}"#
  }

  /// A log with unreadable lines between its actions 1 and 2.
  private static func log(badLineCount: Int) throws -> Log {
    let lines =
      [session, keyframe(0), action(1)] + Array(repeating: "x", count: badLineCount)
      + [action(2), keyframe(2), action(3), end(3)]
    return try Log(name: "bad", bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  @Test func unreadableLinesAreFoundInOrder() throws {
    let count = tries(5_000, gate: 20_000)
    let log = try Self.log(badLineCount: count)
    let damages = try log.damages()
    #expect(damages.map(\.error.location.line) == Array(4..<4 + count))
    #expect(damages.allSatisfy { $0.frames == nil })
    #expect(try log.damages(atMost: 3) == Array(damages[..<3]))
  }

  @Test(.enabled(if: isGateRun)) func aCheckStopsAtTheDamageLimit() throws {
    let log = try Self.log(badLineCount: LogDamage.countMax)
    let damages = try log.damages()
    #expect(damages.map(\.error.location.line) == Array(4..<4 + LogDamage.countMax))
    #expect(damages.first?.frames == 2...3)
    #expect(damages.dropFirst().allSatisfy { $0.frames == nil })
    #expect(
      damages.last?.error.description == """
        bad:100003:1: with this line, 100000 places are damaged; the rest of the log is not checked
        """)
    let sink = LogBuffer()
    try LogRepair(log).write(into: sink)
    let repaired = [
      Self.session, Self.keyframe(0), Self.action(1), Self.action(2, patch: "null"),
      Self.keyframe(2), Self.action(3, patch: "null"), Self.end(3), "",
    ].joined(separator: "\n")
    #expect(String(decoding: sink.bytes, as: UTF8.self) == repaired)
  }

  @Test func manyMarksAfterAKeyframeKeepTheirOrder() throws {
    let marks = (0..<200).map { number in
      let label = "\(number) " + String(repeating: "x", count: 10_000)
      return LogEntry.mark(LogMark(seq: 0, timeMs: 0, label: label))
    }
    var bytes = Array("\(Self.session)\n\(Self.keyframe(0))\n".utf8)
    for mark in marks { mark.write(into: &bytes) }
    bytes += Array("\(Self.action(1))\n\(Self.end(1))\n".utf8)
    let sink = LogBuffer()
    try LogRepair(Log(name: "marks", bytes: bytes)).write(into: sink)
    let repaired = try Log(checked: "repaired", bytes: sink.bytes)
    let kept = try repaired.lines().map(\.entry).filter(marks.contains)
    #expect(kept == marks)
  }

  @Test func aDamageKeepsNoContents() throws {
    let wrong = #"{"kind":"mark","seq":1,"timeMs":0,"label":["one",{"n":2}]}"#
    let lines = [Self.session, Self.keyframe(0), Self.action(1), wrong, Self.end(1)]
    let log = try Log(name: "bad", bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(
      try log.damages().map(\.error.kind) == [
        .wrongMember("/label", expected: "a string", found: [])
      ])
  }

  @Test func theEndEntryIsShorterThanItsLimit() throws {
    func ending(_ last: String) throws -> Log.Ending {
      let lines = [Self.session, Self.keyframe(0), Self.action(1), last].joined(separator: "\n")
      let endings = try [lines, lines + "\n"].map { text in
        try Log(name: "ending", bytes: Array(text.utf8)).ending
      }
      #expect(endings[0] == endings[1])
      return endings[1]
    }
    func lastLine(ofByteCount count: Int) -> String {
      let padding = count - Self.end(1, reason: "").utf8.count
      return Self.end(1, reason: String(repeating: "x", count: padding))
    }
    for count in [100, 1 << 14, (1 << 16) - 2] {
      guard case .closed = try ending(lastLine(ofByteCount: count)) else {
        Issue.record("an end of \(count) bytes")
        continue
      }
    }
    #expect(try ending(lastLine(ofByteCount: 1 << 16)) == .missing)
    #expect(try ending(Self.end(1) + "\n" + String(repeating: "x", count: 1 << 20)) == .missing)
  }

  @Test func everyReaderGivesTheSameLocation() throws {
    let lines = (1...tries(100, gate: 400)).flatMap { [Self.action($0), "x", #"{"kind":"mark"}"#] }
    let text = ([Self.session, Self.keyframe(0)] + lines).joined(separator: "\n") + "\n"
    let log = try Log(name: "many", bytes: Array(text.utf8))
    let expected = try locations(from: log.reader())
    #expect(expected.map(\.line) == Array(1...lines.count + 2))
    for seq in [1, 60, 17, lines.count / 3 - 1] {
      let found = try locations(from: log.reader(near: seq))
      #expect(found == expected.suffix(found.count), "from action \(seq)")
    }
  }

  private func locations(from reader: LogReader) throws -> [JSONLocation] {
    var locations: [JSONLocation] = []
    while let record = try reader.next() { locations.append(try reader.location(of: record)) }
    return locations
  }
}
