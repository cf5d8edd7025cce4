import RexExamples
import RexJSON
import Testing

@testable import rexbench

/// Every scenario runs on small inputs, so that it keeps working.
@Suite struct ScenarioTests {
  @Test func everyScenarioRunsAndReports() throws {
    var lines: [String] = []
    try RexBench.run(.init(["--quick", "--json"])) { lines.append($0) }
    let reports = try lines.map { try JSON(parsing: $0) }
    #expect(reports.map { $0["scenario"]?.string } == scenarios.map(\.name))
    for report in reports {
      let keys = ["scenario", "unit", "median", "peer", "peerMedian", "ratio", "hash"]
      #expect(report.object?.map(\.key) == keys)
    }
  }

  @Test func scenariosDoTheSameOnEveryRun() throws {
    for scenario in scenarios {
      let hashes = try (0..<2).map { _ in try scenario.measure(.quick).hash }
      #expect(hashes[0] == hashes[1], "\(scenario.name)")
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
