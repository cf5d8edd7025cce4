import RexJSON
import Testing

@testable import RexLog

/// The first line and the end line stay short enough to be found.
@Suite struct LineLimitsTests {
  /// The longest text in a line for its bytes.
  private let text = String(repeating: "\u{1}", count: 100_000)

  @Test func theLongestSessionLine() throws {
    let name = LineLimits.name(text)
    var session = LogSession(
      id: name, startedAt: "2026-03-01T08:02:10.123Z",
      app: .init(name: name, version: name, build: name), types: .init(state: name, action: name),
      system: .init(os: "Linux", arch: "x86_64", swift: "6.4 or later"),
      redaction: .init(rules: Array(repeating: "a kind of rules", count: 30), numbers: 0...(.max)),
      after: .naturalEnd - 1, segment: .naturalEnd - 1)
    session.isDiffedInBackground = true
    session.truncatesFailures = true
    let bytes = LogEntry.session(session).line
    #expect(bytes.count <= LineLimits.outerLineBytesMax)
    #expect(try Log(name: "log", bytes: bytes).session == session)
  }

  @Test(arguments: [1, 100, 5000, 100_000])
  func theLongestEndLine(_ nameByteCount: Int) throws {
    var statistics = LogStatistics()
    let name = String(text.prefix(nameByteCount))
    statistics.distrustedTypes = LineLimits.endNames(Array(repeating: name, count: 10_000))
    statistics.actionCount = .naturalEnd - 1
    (statistics.ownMs, statistics.ownMsP99, statistics.ownMsP50) = (1.0 / 3, 1.0 / 3, 1.0 / 3)
    let end = LogEnd(
      seq: 0, timeMs: 1.0 / 3, reason: LineLimits.reason(text), statistics: statistics)
    let session = LogSession(id: "1", startedAt: "", app: .init(name: "App"))
    let bytes = LogEntry.session(session).line + LogEntry.end(end).line
    #expect(try Log(name: "log", bytes: bytes).ending == .closed(end))
    #expect(statistics.distrustedTypes.last?.hasSuffix(" more") == true)
  }

  @Test func fewNamesAreKept() {
    #expect(LineLimits.endNames(["A", "B"]) == ["A", "B"])
    #expect(LineLimits.endNames([]) == [])
  }

  @Test func aTextIsCutBetweenTwoScalars() {
    #expect("abc".cut(toBytes: 3) == "abc")
    #expect("abcd".cut(toBytes: 3) == "…")
    #expect("aéééé".cut(toBytes: 6) == "aé…")
    #expect("aéééé".cut(toBytes: 7) == "aé…")
    #expect("😀😀".cut(toBytes: 7) == "😀…")
  }
}
