import Foundation
import RexCommands
import TestSupport
import Testing

/// Questions about all values that a path with ids and a `*` selects.
@Suite struct WildcardPathTests {
  private let folder: TemporaryFolder
  private let log: String

  /// The list that is asked about gets another position, another element, and another id.
  init() throws {
    folder = try TemporaryFolder()
    log = folder.path + "/lists.jsonl"
    let patches = [
      #"{"op":"replace","path":"/lists/1/rows/0/done","value":true}"#,
      #"{"op":"add","path":"/lists/0","value":{"id":"new","rows":[]}}"#,
      #"{"op":"move","from":"/lists/2","path":"/lists/0"}"#,
      #"{"op":"add","path":"/lists/0/rows/-","value":{"id":7,"done":false}}"#,
      #"{"op":"replace","path":"/lists/1/rows","value":[{"id":5,"done":true}]}"#,
      #"{"op":"replace","path":"/lists/0/id","value":"c"}"#,
      #"{"op":"replace","path":"/lists","value":null}"#,
    ]
    let state = """
      {"lists":[{"id":"a","rows":[]},{"id":"b","rows":[{"id":5,"done":false}]}]}
      """
    let lines = patches.enumerated().map { index, patch in
      #"{"kind":"action","seq":\#(index + 1),"timeMs":\#(index),"type":"t","action":{},"#
        + #""tookMs":1,"patch":[\#(patch)]}"#
    }
    try Data(HandmadeLog([HandmadeLog.keyframe(0, state)] + lines + [HandmadeLog.end(7)]).bytes)
      .write(to: URL(filePath: log))
  }

  @Test(arguments: [
    ("/lists[id=b]/rows/*/done", ["1", "4", "6"]), ("/lists[id=b]/*", ["1", "4", "6"]),
    ("/lists[id=b]/*/0/done", ["1", "6"]), ("/lists/*/rows[id=7]/done", ["4", "7"]),
    ("/lists[id=new]/rows/*/done", ["5", "7"]), ("/lists[id=c]/rows[id=5]/*", ["6", "7"]),
    ("/lists/*/rows/*/done", ["1", "4", "5", "7"]), ("/lists[id=none]/rows/*", []),
  ])
  func theSameActionsAreListedAndInTheHistory(_ path: String, _ expected: [String]) {
    let listed = run(["list", log, "--columns", "seq", "--at", path]).output
    let changed = run(["history", log, path, "--reverse"]).output
    #expect(listed.split(separator: "\n").map { $0.filter(\.isNumber) } == expected)
    let headings = changed.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(headings.map { $0.filter(\.isNumber) } == expected)
    let last = expected.last.map { "#\($0) t\n" } ?? ""
    #expect(run(["blame", log, path]).output.hasPrefix(last))
  }

  @Test func theValuesAreFoundWhereverTheElementIs() {
    #expect(
      run(["history", log, "/lists[id=b]/rows/*/done", "--reverse"]).output == """
        #1 t
          {}
          ~ /lists[id=b]/rows[id=5]/done  false → true
        #4 t
          {}
          + /lists[id=b]/rows[id=7]/done  false
        #6 t
          {}
          - /lists[id=b]/rows/0/done  true
          - /lists[id=b]/rows/1/done  false

        """)
  }

  @Test func onlyAMemberThatNoStateHasIsNamed() {
    #expect(run(["list", log, "--at", "/lists[id=none]/rows/*/done"]).errors == "")
    #expect(
      run(["list", log, "--at", "/lists[id=b]/rows/*/dnoe"]).errors.contains(
        "no recorded state has /lists/*/rows/*/dnoe; did you mean /lists/*/rows/*/done?"))
  }

  @Test func changedShowsTheValuesThatDiffer() {
    let lines = run(["when", log, "changed($.lists[*].rows[*].done)", "--all"]).output
      .split(separator: "\n").filter { $0.contains("done") }
    #expect(
      lines == [
        "  $.lists[*].rows[*].done  /lists/1/rows/0/done false → true",
        "  $.lists[*].rows[*].done  /lists/0/rows/1/done (nothing) → false",
        "  $.lists[*].rows[*].done  /lists/1/rows/0/done (nothing) → true",
        "  $.lists[*].rows[*].done  /lists/0/rows/0/done true → (nothing), "
          + "/lists/0/rows/1/done false → (nothing), /lists/1/rows/0/done true → (nothing)",
      ])
    let json = run(["when", log, "changed($.lists[*].rows[*].done)", "--json"]).output
    #expect(
      json.contains(
        #""changes":{"count":1,"first":[{"path":"/lists/1/rows/0/done","before":false,"#
          + #""after":true}]}"#))
  }

  @Test func aTextInAPathIsFoundWithTheChange() {
    #expect(
      run(["find", log, "lists/", "--in", "change"]).output == """
        #1 t
          change /lists/1/rows/0/done  → true
        #2 t
          change /lists/0  → {"id":"new","rows":[]}
        #3 t
          change /lists/0  moved from /lists/2
        #4 t
          change /lists/0/rows/-  → {"id":7,"done":false}
        #5 t
          change /lists/1/rows  → [{"id":5,"done":true}]
        #6 t
          change /lists/0/id  → "c"

        """)
  }
}
