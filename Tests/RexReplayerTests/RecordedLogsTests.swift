import Foundation
import RexLog
import RexReplayer
import TestSupport
import Testing

/// A folder of logs as the arguments of a test, as in an app.
@Suite struct RecordedLogsTests {
  @Test(arguments: RecordedLogs(at: Fixture.url("logs/ledger")))
  func comesOutAsRecorded(_ log: RecordedLog) throws {
    try Ledger.app().verify(log)
  }

  @Test func aDivergenceIsReportedAsByVerify() throws {
    let log = try #require(Array(RecordedLogs(at: Fixture.url("logs/ledger"))).first)
    let wrong = Ledger.app { ledger, action in
      try ledger.reduce(action)
      if case .add(2) = action { ledger.total = 4 }
    }
    let error = try #require(throws: VerificationError.self) { try wrong.verify(log) }
    let folder = Fixture.url("logs/ledger").path(percentEncoded: false)
    let text = error.description.replacing(folder + "/", with: "")
    let lines = text.split(separator: "\n").map { $0.prefix(50) }.joined(separator: "\n")
    #expect(
      lines == """
        shopping.jsonl: diverged: 3 of 4 actions verified,
        shopping.jsonl:4:1: divergence: action 2, add
          source    unknown
          path      /total
          recorded  3
          reduced   4
          patch     - replace /total  3
                    + replace /total  4
                      replace /count  2
        """)
  }

  @Test(arguments: RecordedLogs(at: Fixture.url("logs/ledger")))
  func rulesHold(_ log: RecordedLog) throws {
    let rules = try LogRules("total: $.total >= 0\nadded (add): $.total > $$.total")
    try log.check(rules)
    try Ledger.app().check(log, rules)
  }

  /// The recorded states keep the rule; those of today's reducer do not.
  @Test func aBrokenRuleIsReportedWithItsAction() throws {
    let log = try #require(Array(RecordedLogs(at: Fixture.url("logs/ledger"))).first)
    let wrong = Ledger.app { ledger, action in
      try ledger.reduce(action)
      if case .add(2) = action { ledger.total = -4 }
    }
    let rules = try LogRules("total: $.total >= 0\nnever: $.total == 7")
    let error = try #require(throws: BrokenRulesError.self) { try wrong.check(log, rules) }
    #expect(error.broken == ["total", "never"] && error.undecided.isEmpty)
    let folder = Fixture.url("logs/ledger").path(percentEncoded: false)
    #expect(
      error.description.replacing(folder + "/", with: "") == """
        shopping.jsonl: 2 of 2 rules are broken
          total: $.total >= 0
            broken by action 2, add
            $.total  1 → -4
          never: $.total == 7
            false at the start
            $.total  0
        """)
    #expect(throws: BrokenRulesError.self) { try log.check(LogRules("never: $.total == 7")) }
    #expect(throws: (any Error).self) { try LogRules("never: $.total = 7") }
  }

  @Test func rulesAreFoundBesideTheTest() throws {
    #expect(throws: Never.self) { try LogRules(at: "../../Fixtures/rules/chat.txt") }
    #expect(throws: LogError.self) { try LogRules(at: "missing.txt") }
  }

  @Test func aFolderWithoutLogsFails() throws {
    let logs = RecordedLogs(at: Fixture.url("missing"))
    #expect(logs.count == 1)
    for log in logs { #expect(throws: LogError.self) { try Ledger.app().verify(log) } }
  }

  /// Reading it would block until something writes into it.
  @Test func aPipeInAFolderFails() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try #require(mkfifo(folder.appending(path: "a.jsonl").path, 0o600) == 0)
    let logs = RecordedLogs(at: folder)
    #expect(logs.map(\.name) == ["a.jsonl"])
    for log in logs { #expect(throws: LogError.self) { try log.open() } }
  }

  /// What is passed over would make a test succeed.
  @Test func everyNameIsALog() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = HandmadeLog([HandmadeLog.keyframe(0)]).bytes
    // With what stands beside it, the dot and the separator are one character.
    for name in ["\u{600}", "\u{301}a"] {
      try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name).jsonl"))
    }
    #expect(RecordedLogs(at: folder).map(\.name) == ["\u{301}a.jsonl", "\u{600}.jsonl"])
    guard RawName(folder.path + "/s?.jsonl").write(bytes) else { return }
    let first = try #require(Array(RecordedLogs(at: folder)).first)
    #expect(first.name == #"s\xE9.jsonl"#)
    let error = LogError(
      .system(operation: "open", code: EILSEQ), log: folder.path + #"/s\xE9.jsonl"#)
    #expect(throws: error) { try first.open() }
  }

  @Test func logsOfInnerFoldersAreFoundWithTheirSegments() throws {
    let logs = RecordedLogs(at: Fixture.url("logs/v1")).filter { $0.name.hasPrefix("segments/") }
    #expect(logs.map(\.name) == ["segments/0002.jsonl"] && logs.map(\.files.count) == [3])
  }

  @Test func aFolderIsFoundBesideTheTest() {
    let logs = RecordedLogs("../../Fixtures/logs/ledger")
    #expect(logs.map(\.name) == ["shopping.jsonl"])
  }
}
