import RexExamples
import RexJSON
import TestSupport
import Testing

@testable import rexbench

/// Every scenario runs on small inputs, so that it keeps working.
@Suite struct ScenarioTests {
  @Test(.enabled(if: isGateRun)) func everyScenarioReportsAndDoesTheSameOnEveryRun() throws {
    var lines: [String] = []
    try RexBench.run(.init(["--quick", "--json"])) { lines.append($0) }
    let reports = try lines.map { try JSON(parsing: $0) }
    #expect(reports.map { $0["scenario"]?.string } == scenarios.map(\.name))
    for (report, scenario) in zip(reports, scenarios) {
      let keys = ["scenario", "unit", "median", "peer", "peerMedian", "ratio", "hash"]
      #expect(report.object?.map(\.key) == keys)
      #expect(try report["hash"] == .string(scenario.measure(.quick).hash), "\(scenario.name)")
    }
  }

  /// A scenario may be compared with several peers, each on its own line.
  @Test func scenariosWithTheirPeersAreUnique() {
    #expect(Set(scenarios.map { [$0.name, $0.peer] }).count == scenarios.count)
  }

  @Test func messagesHaveTheSizeThatTheFiguresState() throws {
    let encoder = JSONDocumentEncoder()
    let bytes = try encoder.encodeBytes(SyntheticState(messageCount: 1000).messages).count
    #expect(bytes / 1000 == 334)
  }

  @Test(arguments: [["--scenario"], ["--loud"], ["json"]])
  func wrongUsageIsRejected(_ arguments: [String]) {
    #expect(throws: RexBench.Options.UsageError.self) { try RexBench.Options(arguments) }
  }
}
