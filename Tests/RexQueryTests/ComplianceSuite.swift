import Foundation
import RexJSON
import RexQuery
import Testing

/// Runs the compliance suite of JSONPath if `REXREPLAY_JSONPATH_SUITE` names its `cts.json`.
///
/// The suite is at https://github.com/jsonpath-standard/jsonpath-compliance-test-suite.
@Suite struct ComplianceSuite {
  private static let file = ProcessInfo.processInfo.environment["REXREPLAY_JSONPATH_SUITE"]

  @Test(.enabled(if: file != nil))
  func everyCasePasses() throws {
    let data = try Data(contentsOf: URL(filePath: try #require(Self.file)))
    let cases = try #require(try JSON(parsing: Array(data))["tests"]?.array)
    var passedCount = 0
    for item in cases {
      let isPassed = try passes(item)
      passedCount += isPassed ? 1 : 0
      #expect(isPassed, "\(item)")
    }
    print("\(passedCount) of \(cases.count) cases of the compliance suite pass")
  }

  private func passes(_ item: JSON) throws -> Bool {
    let selector = try #require(item["selector"]?.string)
    let path: JSONPath
    do throws(QueryError) {
      path = try JSONPath(selector)
    } catch {
      return item["invalid_selector"]?.bool == true
    }
    guard item["invalid_selector"] == nil else { return false }
    let nodes = try path.nodes(in: try #require(item["document"]))
    let values = JSON.array(nodes.map(\.value))
    let paths = JSON.array(nodes.map { .string($0.path.description) })
    guard try path.values(in: try #require(item["document"])) == nodes.map(\.value) else {
      return false
    }
    // A query means the same in a condition, whatever conditions add.
    let moment = Moment(after: try #require(item["document"]))
    guard try Condition(selector).holds(in: moment) != nodes.isEmpty else { return false }
    guard let results = item["results"]?.array else {
      return values == item["result"] && paths == item["result_paths"] ?? paths
    }
    let allPaths = item["results_paths"]?.array
    return results.indices.contains { values == results[$0] && paths == allPaths?[$0] ?? paths }
  }
}
