import RexExamples
import RexJSON
import Testing

@testable import rexbench

/// Every scenario runs on tiny inputs, so that none can rot.
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

  /// A scenario may be measured against several peers, a line each.
  @Test func contestsAreUnique() {
    #expect(Set(scenarios.map { [$0.name, $0.peer] }).count == scenarios.count)
  }

  @Test func messagesHaveTheSizeTheFiguresName() throws {
    let encoder = JSONDocumentEncoder()
    let bytes = try encoder.encodeBytes(SyntheticState(messageCount: 1000).messages).count
    #expect(bytes / 1000 == 334)
  }

  @Test(arguments: [["--scenario"], ["--loud"], ["json"]])
  func wrongUsageIsRefused(_ arguments: [String]) {
    #expect(throws: RexBench.Options.Wrong.self) { try RexBench.Options(arguments) }
  }
}
