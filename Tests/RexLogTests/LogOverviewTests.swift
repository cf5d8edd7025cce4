import Foundation
import RexJSON
import RexLog
import TestSupport
import Testing

/// An overview reads only the beginning and end of a log, and agrees with the whole log.
@Suite struct LogOverviewTests {
  @Test(arguments: ["every-kind.jsonl", "left-out.jsonl", "secrets.jsonl"])
  func theOverviewOfATruncatedLogAgreesWithTheLog(_ name: String) throws {
    let bytes = try Fixture.bytes("logs/v1/\(name)")
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "log.jsonl").path
    for count in stride(from: 0, through: bytes.count, by: tries(7, gate: 1)) {
      try Data(bytes[..<count]).write(to: URL(filePath: path))
      guard let log = try? Log(path: path), bytes[..<count].contains(UInt8(ascii: "\n")) else {
        continue
      }
      let ends = try LogOverview(paths: [path])
      #expect(ends.session == log.session, "cut after \(count) bytes")
      #expect(ends.ending == log.ending, "cut after \(count) bytes")
      let lines = try log.lines()
      let last = lines.last(where: \.isAction)
      #expect(ends.lastAction?.seq == last?.seq, "cut after \(count) bytes")
      #expect(ends.lastAction?.type == last?.action?.type)
      #expect(ends.isEmpty == (lines.count == 1 && log.unfinished == nil && log.isWhole))
    }
  }

  @Test(arguments: [
    "garbage", #"{"kind":"mark"}"#, #"{"kind":"action","seq":1,"timeMs":1,"ty"#,
    #"{"kind":"action","seq":1,"timeMs":1,"type":"load","cause":7,"#,
  ])
  func theOverviewClassifiesALineWithoutALineFeedLikeTheLog(_ line: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let head = try Fixture.text("logs/v1/every-kind.jsonl").split(separator: "\n").prefix(2)
    try Data((head + [line[...]]).joined(separator: "\n").utf8).write(to: URL(filePath: path))
    #expect(try LogOverview(paths: [path]).ending == Log(path: path).ending)

    let long = line + String(repeating: " ", count: 1 << 14)
    try Data((head + [long[...]]).joined(separator: "\n").utf8).write(to: URL(filePath: path))
    guard case .torn(let torn) = try LogOverview(paths: [path]).ending else { return }
    #expect(torn.byteCount == long.utf8.count)
  }

  @Test func theLastActionBeforeALargeStateIsFound() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = String(repeating: "x", count: 1 << 20)
    let log = #"""
      {"kind":"session","rexlog":1,"id":"A","startedAt":"2026-03-01T12:15:30Z","app":{"name":"A"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":{}}
      {"kind":"action","seq":1,"timeMs":7,"type":"load","action":1,"tookMs":0,"patch":[]}
      {"kind":"keyframe","seq":1,"timeMs":8,"state":{"text":"\#(text)"}}

      """#
    try Data(log.utf8).write(to: URL(filePath: path))
    let ends = try LogOverview(paths: [path])
    #expect((ends.lastAction?.seq, ends.lastAction?.type) == (1, "load"))
    #expect((ends.lastSeq, ends.lastTimeMs) == (1, 8))
    #expect(ends.ending == .missing)
  }
}

extension Log {
  fileprivate var isWhole: Bool {
    if case .torn = ending { false } else { true }
  }
}
