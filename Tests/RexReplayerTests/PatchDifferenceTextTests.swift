import RexJSON
import Testing

@testable import RexReplayer

/// The operations of two patches, beside each other.
@Suite struct PatchComparisonTests {
  private func lines(_ recorded: String, _ reduced: String) throws -> [String] {
    let patches = try [recorded, reduced].map { try JSON(parsing: Array($0.utf8)) }
    return PatchDifferenceText(patches[0], patches[1]).lines(marking: nil)
  }

  @Test func whatDiffersIsMarkedAtItsPlace() throws {
    let recorded = #"[{"op":"remove","path":"/a"},{"op":"replace","path":"/b","value":1}]"#
    let reduced = """
      [{"op":"add","path":"/c","value":[]},{"op":"replace","path":"/b","value":2},\
      {"op":"remove","path":"/a"},{"op":"move","from":"/x","path":"/y"}]
      """
    #expect(
      try lines(recorded, reduced) == [
        "  patch       remove /a", "            - replace /b  1", "            + replace /b  2",
        "            + add /c  []", "            + move /y  from /x",
      ])
    #expect(try lines("[]", "[]") == [])
    #expect(try lines(recorded, "[]").count == 2)
  }

  @Test func whatDiffersComesFirstInALongPatch() throws {
    let same = (0..<20).map { #"{"op":"remove","path":"/\#($0)"}"# }
    let other = #"{"op":"add","path":"/last","value":{"a":1}}"#
    let found = try lines(
      "[\(same.joined(separator: ","))]", "[\((same + [other]).joined(separator: ","))]")
    #expect(found.first == #"  patch     + add /last  {"a":1}"#)
    #expect(found.count == 9 && found.last == "            … and 13 more (verify --json)")
  }
}
