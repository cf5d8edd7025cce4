import RexJSON
import RexLog
import RexTimeline
import TestSupport
import Testing

@testable import RexQuestions

/// Differences between states that do not count, such as identifiers and times.
@Suite struct ComparisonRulesTests {
  private func rules(_ paths: String..., epsilon: Double = 0) -> ComparisonRules {
    ComparisonRules(ignoredPaths: paths.compactMap { JSONPointer($0) }, epsilon: epsilon)
  }

  private func log(_ patches: [String], from state: String) throws -> Log {
    let actions = patches.enumerated().map { HandmadeLog.action($0 + 1, patch: $1) }
    return try HandmadeLog([HandmadeLog.keyframe(0, state)] + actions).log()
  }

  private func comparison(
    _ first: [String], _ second: [String], from state: String = #"{"id":"","n":0,"m":0,"ids":[]}"#,
    by rules: ComparisonRules, isOfAll: Bool = false
  ) throws -> LogComparison {
    try LogComparison(
      LogStates(log(first, from: state)), LogStates(log(second, from: state)), by: rules,
      isOfAll: isOfAll)
  }

  private func set(_ path: String, _ value: String) -> String {
    HandmadeLog.patch("replace", path, value)
  }

  @Test func anIgnoredDifferenceDoesNotHideALaterOne() throws {
    let first = [set("/id", #""a""#), set("/n", "1"), set("/n", "2"), set("/n", "3")]
    let second = [set("/id", #""b""#), set("/n", "1"), set("/n", "5"), set("/n", "3")]
    let exact = try comparison(first, second, by: ComparisonRules())
    #expect(exact.firstDifference?.first == 1)
    let found = try comparison(first, second, by: rules("/id"))
    #expect(found.firstDifference?.first == 3)
    #expect(found.firstDifference?.difference.leaves.map(\.path) == ["/n"])
    #expect(found.agreeingStatesCount == 2)
    #expect(try comparison(first, second, by: rules("/id", "/n")).isEqual)
    #expect(try comparison(first, second, by: rules("/id", epsilon: 1)).isEqual)
  }

  @Test func anIgnoredValueThatIsCopiedToAnotherPathIsADifferenceThere() throws {
    let copy = #"[{"op":"copy","from":"/id","path":"/n"}]"#
    let found = try comparison(
      [set("/id", "1"), copy], [set("/id", "2"), copy], by: rules("/id"))
    #expect(found.firstDifference?.first == 2)
    #expect(found.firstDifference?.difference.leaves.map(\.path) == ["/n"])
  }

  @Test func elementsThatShiftFromAnIgnoredPlaceAreDifferences() throws {
    let shift = HandmadeLog.patch("add", "/ids/0", "9")
    let first = HandmadeLog.patch("add", "/ids/0", "1")
    let second = HandmadeLog.patch("add", "/ids/0", "2")
    let found = try comparison([first, shift], [second, shift], by: rules("/ids/0"))
    #expect(found.firstDifference?.first == 2)
    #expect(try comparison([first, shift], [second, shift], by: rules("/ids/*")).isEqual)
  }

  @Test(
    arguments: [
      (["rows": [["id": "a", "n": 1]]], ["rows": [["id": "b", "n": 1]]], "/rows/*/id", []),
      (
        ["rows": [["id": "a", "n": 1], ["id": "b", "n": 2]]],
        ["rows": [["id": "c", "n": 1], ["id": "d", "n": 3]]], "/rows/*/id", ["/rows/1/n"]
      ),
      (
        ["rows": [["id": "a", "at": 1], ["id": "b", "at": 2]]],
        ["rows": [["id": "c", "at": 9], ["id": "a", "at": 3], ["id": "b", "at": 4]]], "/rows/*/at",
        ["/rows[id=c]"]
      ),
      (["a": ["x": 1]], [:], "/a/x", ["/a"]), (["a": 1], [:], "/a", []),
      (["ids": [1, 2]], ["ids": [3]], "/ids/*", []),
      (["m": [["id": 1], ["id": 2]]], ["m": [["id": 2], ["id": 1]]], "/m/*", []),
    ] as [(JSON, JSON, String, [String])])
  func elementsArePairedWithoutIgnoredIDs(
    old: JSON, new: JSON, path: String, leaves: [String]
  ) {
    let difference = StateDifference(from: old, to: new, by: rules(path))
    #expect(difference.leaves.map(\.path) == leaves)
  }

  @Test func aComparisonOfAllHasEachPathWhereItFirstDiffers() throws {
    let first = [set("/id", "1"), set("/n", "1"), set("/id", "1"), set("/m", "1"), set("/n", "2")]
    let second = [set("/id", "2"), set("/n", "1"), set("/id", "3"), set("/m", "2"), set("/n", "3")]
    let found = try comparison(first, second, by: ComparisonRules(), isOfAll: true)
    #expect(found.firstDifference?.first == 1)
    #expect(found.furtherDifferences.map(\.first) == [4, 5])
    #expect(found.furtherDifferences.map { $0.difference.leaves.map(\.path) } == [["/m"], ["/n"]])
    #expect(found.furtherCount == 2)
    #expect(found.agreeingStatesCount == 0)
  }

  @Test func aValueThatBecameEqualCanDifferAgain() throws {
    let first = [set("/n", "1"), set("/n", "2"), set("/n", "3")]
    let second = [set("/n", "9"), set("/n", "2"), set("/n", "9")]
    let found = try comparison(first, second, by: rules("/id"), isOfAll: true)
    #expect(found.firstDifference?.first == 1)
    #expect(found.furtherDifferences.map(\.first) == [3])
  }

  @Test func furtherDifferencesAreCountedBeyondTheLimit() throws {
    let members = (0..<150).map { #""k\#($0)":0"# }.joined(separator: ",")
    let patches = (0..<150).map { set("/k\($0)", "1") }
    let others = (0..<150).map { set("/k\($0)", "2") }
    let found = try comparison(
      patches, others, from: "{\(members)}", by: ComparisonRules(), isOfAll: true)
    #expect(found.furtherCount == 149)
    #expect(found.furtherDifferences.count == 100)
  }
}
