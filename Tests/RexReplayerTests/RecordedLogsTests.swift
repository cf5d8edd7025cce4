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
          patch was [{"op":"replace","path":"/total","valu
          patch is  [{"op":"replace","path":"/total","valu
        """)
  }

  @Test func aFolderWithoutLogsFails() throws {
    let logs = RecordedLogs(at: Fixture.url("missing"))
    #expect(logs.count == 1)
    for log in logs { #expect(throws: LogError.self) { try Ledger.app().verify(log) } }
  }

  @Test func aFolderIsFoundBesideTheTest() {
    let logs = RecordedLogs("../../Fixtures/logs/ledger")
    #expect(logs.map(\.name) == ["shopping.jsonl"])
  }
}
