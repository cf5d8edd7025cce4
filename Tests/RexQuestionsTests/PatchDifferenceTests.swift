import RexDiff
import RexJSON
import RexQuestions
import RexTimeline
import TestSupport
import Testing

/// What a patch changes is the difference of the states, without comparing them.
@Suite struct PatchDifferenceTests {
  private let state: JSON = [
    "n": 1, "list": [["id": "a", "n": 1], ["id": "b", "n": 2], 7], "m": ["x": nil, "0": 1],
  ]

  @Test(arguments: [
    #"[{"op":"replace","path":"/n","value":2}]"#, #"[{"op":"add","path":"/new","value":[1]}]"#,
    #"[{"op":"remove","path":"/m"}]"#, #"[{"op":"replace","path":"/list/1/n","value":5}]"#,
    #"[{"op":"add","path":"/list/3","value":{"id":"c"}}]"#, #"[]"#,
    #"[{"op":"add","path":"/list/0","value":{"id":"c"}}]"#, #"[{"op":"remove","path":"/list/0"}]"#,
    #"[{"op":"replace","path":"/n","value":2},{"op":"replace","path":"/m/x","value":{"y":1}}]"#,
    #"[{"op":"add","path":"/list/-","value":5}]"#, #"[{"op":"add","path":"/m/-","value":5}]"#,
    #"[{"op":"add","path":"/m/0","value":5}]"#,
  ])
  func aShortPatchTellsTheDifference(_ text: String) throws {
    let patch = try JSONPatch(parsing: JSON(parsing: Array(text.utf8)))
    let new = try state.applying(patch)
    let found = try #require(StateDifference(of: patch, from: state, to: new))
    #expect(found == StateDifference(from: state, to: new))
  }

  @Test(arguments: [
    #"[{"op":"move","from":"/list/0","path":"/list/1"}]"#,
    #"[{"op":"remove","path":"/list/0"},{"op":"remove","path":"/list/0"}]"#,
    #"[{"op":"replace","path":"/m","value":{}},{"op":"add","path":"/m/z","value":1}]"#,
  ])
  func aPatchThatMovesElementsDoesNot(_ text: String) throws {
    let patch = try JSONPatch(parsing: JSON(parsing: Array(text.utf8)))
    let new = try state.applying(patch)
    #expect(StateDifference(of: patch, from: state, to: new) == nil)
  }
}
