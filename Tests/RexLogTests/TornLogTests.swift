import Foundation
import RexJSON
import RexLog
import TestSupport
import Testing

/// A log may end at any byte, since the process that writes it may die at any time.
@Suite struct TornLogTests {
  @Test func truncatedLogReadsAsItsCompleteLinesAndATornOne() throws {
    let bytes = try Fixture.bytes("logs/v1/every-kind.jsonl")
    let whole = try Log(name: "whole", bytes: bytes)
    let sessionEnd = try whole.lines()[0].range.upperBound
    for count in sessionEnd...bytes.count {
      let cut = try Log(name: "cut", bytes: Array(bytes[..<count]))
      // A line is complete if all its bytes are there, with or without its line feed.
      let expected = try whole.lines().prefix { $0.range.upperBound <= count }
      #expect(try cut.lines().map(\.range) == expected.map(\.range), "cut after \(count) bytes")
      let isTorn = (expected.last?.range.upperBound ?? 0) < count - 1
      if case .torn = cut.ending {
        #expect(isTorn, "cut after \(count) bytes")
      } else {
        #expect(!isTorn, "cut after \(count) bytes")
      }
    }
  }

  @Test func logTruncatedInItsSessionLineIsNotALog() throws {
    let bytes = try Fixture.bytes("logs/v1/every-kind.jsonl")
    for count in 0..<100 {
      #expect(throws: LogError.self, "cut after \(count) bytes") {
        try Log(name: "cut", bytes: Array(bytes[..<count]))
      }
    }
  }

  @Test func anUnfinishedActionHasTheCompleteMembersOfItsLine() throws {
    let beginning =
      #"{"kind":"action","seq":1,"timeMs":1,"type":"open","action":{"open":{"url":"a,}\"é"}},"#
      + #""source":{"file":"A/B.swift","line":7}"#
    let torn = try #require(try log(endingIn: beginning).unfinished)
    #expect(torn.type == "open")
    #expect(torn.action == ["open": ["url": "a,}\"é"]])
    #expect(torn.source == LogSource(file: "A/B.swift", line: 7))

    let inTheAction = try #require(try log(endingIn: String(beginning.prefix(80))).unfinished)
    #expect(inTheAction.type == "open")
    #expect(inTheAction.action == nil)
  }

  @Test func incompleteMembersOfATornLineAreIgnored() throws {
    let number = #"{"kind":"action","seq":1,"timeMs":1,"type":"set","action":12"#
    let torn = try #require(try log(endingIn: number).unfinished)
    #expect((torn.type, torn.payload) == ("set", nil))
    let opaque = #"{"kind":"action","seq":1,"timeMs":2.5,"type":"play","opaque":"play(film)""#
    let unfinished = try #require(try log(endingIn: opaque).unfinished)
    #expect(unfinished.payload == .opaque("play(film)"))
    #expect((unfinished.seq, unfinished.timeMs) == (1, 2.5))
  }

  @Test func theTypeOfATornLineIsAsLongAsThatOfACompleteOne() throws {
    for (count, isKept) in [(LogAction.typeBytesMax, true), (LogAction.typeBytesMax + 1, false)] {
      let type = String(repeating: "t", count: count)
      let line = #"{"kind":"action","seq":1,"timeMs":1,"type":"\#(type)","action":1,"#
      #expect(try log(endingIn: line).unfinished?.type == (isKept ? type : nil))
    }
  }

  @Test func anUnfinishedActionMayBeAWholeObject() throws {
    let line = #"{"kind":"action","seq":1,"timeMs":1,"type":"open","action":{"open":7}}"#
    #expect(try #require(try log(endingIn: line).unfinished).action == ["open": 7])
  }

  @Test func anUnfinishedActionNestsAsDeepAsAFinishedOne() throws {
    let depth = JSONLimits.standard.depthMax
    let payload = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let line = #"{"kind":"action","seq":1,"timeMs":1,"type":"open","action":\#(payload)"#
    for ending in [#"}"#, #","sou"#] {
      let torn = try #require(try log(endingIn: line + ending).unfinished)
      #expect(torn.action?.description == payload)
    }
  }

  @Test func aTornLineWithAWrongNumberIsAnError() {
    let line = #"{"kind":"action","seq":999,"timeMs":1,"type":"set","action":{"#
    #expect(throws: LogError.self) { try log(endingIn: line) }
  }

  @Test func systemErrorsAreLogErrors() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: LogError(.notAFile, log: folder.path)) { try Log(path: folder.path) }

    let file = folder.appending(path: "log.jsonl")
    try Data(Fixture.bytes("logs/v1/every-kind.jsonl")).write(to: file)
    let log = try Log(path: file.path)
    try Data().write(to: file)
    #expect(throws: LogError(.shrank, log: file.path)) { try log.check() }
  }

  @Test func invalidLastLineIsAnError() {
    #expect(throws: LogError.self) { try log(endingIn: "garbage") }
    #expect(throws: LogError.self) { try log(endingIn: #"{"kind":"action" "seq":1}"#) }
    #expect(throws: LogError.self) {
      try log(endingIn: #"{"kind":"mark","seq":5,"timeMs":1,"label":""}"#)
    }
  }

  private func log(endingIn line: String) throws -> Log {
    let head = try Fixture.text("logs/v1/every-kind.jsonl").split(separator: "\n").prefix(2).joined(
      separator: "\n")
    return try Log(checked: "torn", bytes: Array("\(head)\n\(line)".utf8))
  }
}
