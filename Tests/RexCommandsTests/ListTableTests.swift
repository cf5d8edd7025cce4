import Foundation
import RexCommands
import TestSupport
import Testing

/// What `list` selects by type, shows in columns, folds and sorts.
@Suite struct ListTableTests {
  private let folder: TemporaryFolder
  private let log: String

  /// Types of two features; the fourth and fifth action add an element each.
  init() throws {
    folder = try TemporaryFolder()
    log = folder.path + "/shop.jsonl"
    let types: [(String, Double, String)] = [
      ("cart", 1, #"{"op":"replace","path":"/total","value":3}"#),
      ("cart.line.setCount", 9, #"{"op":"replace","path":"/total","value":-5}"#),
      ("cartoon", 2, ""),
      ("cart.add", 4, #"{"op":"add","path":"/rows/-","value":{"id":"r-6","done":false}}"#),
      ("cart.add", 3, #"{"op":"add","path":"/rows/-","value":{"id":"r-7","done":false}}"#),
      (
        "mouse*", 0,
        #"{"op":"replace","path":"/rows/0/done","value":true},"#
          + #"{"op":"move","from":"/rows/1","path":"/rows/0"},"#
          + #"{"op":"replace","path":"/note","value":"=1+1, \"x\""}"#
      ),
    ]
    var lines = [HandmadeLog.keyframe(0, #"{"total":1,"rows":[],"note":"-"}"#)]
    for (index, (type, tookMs, patch)) in types.enumerated() {
      let seq = index + 1
      lines.append(
        #"{"kind":"action","seq":\#(seq),"timeMs":\#(seq * seq * 100),"type":"\#(type)","#
          + (seq == 5 ? #""cause":4,"# : "")
          + #""action":{},"tookMs":\#(tookMs),"patch":[\#(patch)]}"#)
    }
    let session = HandmadeLog.session().replacing("\"now\"", with: "\"2026-11-21T23:59:59.5Z\"")
    try Data(HandmadeLog(lines + [HandmadeLog.end(6)], session: session).bytes)
      .write(to: URL(filePath: log))
  }

  private func list(_ words: String...) -> Call { run(["list", log] + words) }

  /// The numbers of the listed actions.
  private func seqs(_ words: [String]) -> [String] {
    run(["list", log, "--columns", "seq"] + words).output.split(separator: "\n").map {
      String($0).replacing(" ", with: "")
    }
  }

  @Test(arguments: [
    (["--type", "cart"], ["1", "2", "4", "5"]), (["--type", "\"cart\""], ["1"]),
    (["--type", "cart*"], ["1", "2", "3", "4", "5"]), (["--type", "*.add"], ["4", "5"]),
    (["--type", "cart.line", "--type", "cartoon"], ["2", "3"]),
    (["--type", "cart", "--not-type", "cart.add"], ["1", "2"]),
    (["--not-type", "cart", "--not-type", "cartoon"], ["6"]),
    (["--type", "\"mouse*\""], ["6"]), (["--type", "\"cart*\""], []),
    (["--type", "card"], []), (["--type", ""], []),
  ])
  func aTypeHasThoseNestedInIt(_ words: [String], _ expected: [String]) {
    #expect(seqs(words) == expected)
  }

  @Test func aTypeThatNeverOccursHasANearestOneOrAFeature() {
    #expect(list("--type", "cart.ad").errors.contains("did you mean cart.add?"))
    #expect(list("--type", "crat.line").errors.contains("did you mean cart.line?"))
    #expect(list("--type", "\"cart.line\"").errors.contains("no action has the type \"cart.line\""))
  }

  @Test(arguments: [
    ("(cart)", 1), ("(\"cart\")", 0), ("(*.add)", 0), ("(cart.line)", 1),
    ("(\"cart\", cart.line)", 1),
  ])
  func rulesAreJudgedAfterTheTypesNestedInTheirs(_ types: String, _ status: Int32) throws {
    let rules = try folder.file("rules.txt", "positive \(types): $.total > 0 || $$.total < 0")
    #expect(run(["check", log, "--rules", rules]).status.rawValue == status)
  }

  /// With an accent behind it, a comma is another character, but not for a spreadsheet.
  @Test func accentsHideNoCommaQuoteOrSign() throws {
    let state = #"{"a":"p,\u0301q","b":"=\u0301c","c":"\"\u0301"}"#
    let log = HandmadeLog([HandmadeLog.keyframe(0, state), HandmadeLog.action(1, patch: "[]")])
    let path = try folder.file("accents.jsonl", String(decoding: log.bytes, as: UTF8.self))
    let call = run(["list", path, "--format", "csv", "--columns", "$.a,$.b,$.c"])
    #expect(call.output == "$.a,$.b,$.c\n\"p,\u{301}q\",'=\u{301}c,\"\"\"\u{301}\"\n")
  }

  @Test func documentsHaveTheClockThatIsAskedFor() {
    let clock = #""clock":"2026-11-21T23:59:59.600Z""#
    for words in [["--columns", "seq,time"], ["--columns", "seq,clock"], ["--sort", "took"], []] {
      let call = run(["list", log, "--to", "1", "--clock", "--json"] + words)
      #expect(call.output.ranges(of: clock).count == 1, "\(call)")
    }
  }

  @Test func columnsCalculate() {
    let columns = "seq,clock,delta,$.total,$.total - $$.total,@.cause,count($.rows[*])"
    #expect(
      list("--columns", columns, "--from", "2", "--to", "5").output == """
             2  23:59:59.900Z           0.300 s  \
        -5                -8                (nothing)         0
             3  2026-11-22T00:00:00.400Z      0.500 s  \
        -5                0                 (nothing)         0
             4  2026-11-22T00:00:01.100Z      0.700 s  \
        -5                0                 (nothing)         1
             5  2026-11-22T00:00:02.000Z      0.900 s  \
        -5                0                 4                 2

        """)
    #expect(
      list("--columns", columns, "--to", "1", "--json").output == """
        {"seq":1,"clock":"2026-11-21T23:59:59.600Z","values":{"$.total":3,"$.total - $$.total":2,\
        "count($.rows[*])":0}}

        """)
  }

  @Test(arguments: [
    ("seq,$.rows[r-6]", "$.rows[r-6]"), ("seq,r-6", "did you mean $['r-6']?"),
    ("seq,tpye", "did you mean type?"),
    ("count($.rows[*]),$.total +", "in $.total +"), ("$.rows[*]", "in $.rows[*]"),
  ])
  func anErrorNamesTheColumn(_ columns: String, _ problem: String) {
    let call = list("--columns", columns)
    #expect(call.status == .usage)
    #expect(call.errors.contains("--columns") && call.errors.contains(problem), "\(call.errors)")
  }

  @Test func aTableForASpreadsheetHasNoFormulas() {
    #expect(
      list(
        "--format", "csv", "--columns", "seq,time,delta,type,took,paths,$.note,$.total,$.no",
        "--from", "5"
      ).output == """
        seq,timeMs,deltaMs,type,tookMs,paths,$.note,$.total,$.no
        5,2500,900,cart.add,3,/rows/-,'-,-5,
        6,3600,1100,mouse*,0,/note /rows/1 → /rows/0 /rows/0/done,"'=1+1, ""x""\",-5,

        """)
    #expect(list("--format", "csv", "--json").status == .usage)
    #expect(run(["list", log, log, "--format", "csv"]).status == .usage)
    #expect(list("--format", "json").errors.contains("--json"))
  }

  @Test func repetitionsAreFolded() {
    let lines = list("--fold", "--columns", "seq,type,paths").output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[3] == "   4-5  cart.add ×2               /rows/-")
    #expect(
      list("--fold", "--columns", "seq,type", "--json", "--from", "4").output == """
        {"seq":4,"type":"cart.add","last":5,"count":2}
        {"seq":6,"type":"mouse*"}

        """)
  }

  @Test func theSlowestAreFirst() {
    let lines = list("--sort", "took").output.split(separator: "\n")
    #expect(
      lines.map { String($0.prefix(6)).replacing(" ", with: "") } == ["2", "4", "5", "3", "1", "6"])
    #expect(lines[0].contains("9.000 ms"))
    #expect(list("--sort", "took", "--follow").status == .usage)
  }

  @Test func aPathNearTheRootComesFirstAndAMoveHasItsSource() {
    #expect(
      list("--from", "6", "--columns", "paths").output
        == "/note /rows/1 → /rows/0 /rows/0/done\n")
  }

  @Test func aStarStandsForAnyElement() {
    #expect(seqs(["--at", "/rows/*/done"]) == ["4", "5", "6"])
    #expect(seqs(["--at", "/*/nothing"]) == [])
    #expect(list("--columns", "/rows/*/done").errors.contains("takes one value"))
    #expect(run(["diff", log, "5", "--at", "/rows/*"]).status == .usage)
    #expect(run(["step", log], input: "history /rows/*/done").output.contains("takes one value"))
    #expect(
      run(["history", log, "/rows/*/done", "--reverse"]).output == """
        #4 cart.add
          {}
          + /rows[id=r-6]/done  false
        #5 cart.add ← 4
          {}
          + /rows[id=r-7]/done  false
        #6 mouse*
          {}
          ~ /rows[id=r-6]/done  false → true

        """)
    #expect(run(["blame", log, "/rows/*/done"]).output.hasPrefix("#6 mouse*\n"))
    #expect(run(["history", log, "/rows/*/dnoe"]).errors.contains("did you mean /rows/*/done?"))
  }

  @Test func severalPartsOfAStateAreShown() {
    #expect(
      run(["show", log, "6", "--state", "--at", "/total", "--at", "/rows/*/id"]).output == """
        /total
        -5
        /rows/0/id
        "r-7"
        /rows/1/id
        "r-6"

        """)
    #expect(
      run(["show", log, "6", "--state", "--at", "/total", "--at", "/note", "--json"]).output
        .contains(#""states":[{"path":"/total","value":-5},{"path":"/note","#))
  }

  @Test func aDoubleIsNamed() {
    let call = run(["when", log, "!unique($.rows[*].done)"])
    #expect(
      call.output.hasSuffix(
        "/rows/0/done false, /rows/1/done false; false is at /rows/0/done and /rows/1/done\n"))
  }
}

/// A log in which each action replaces the whole state, as imports of other tools' logs do.
@Suite struct ReplacedStateTests {
  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    log = folder.path + "/log.jsonl"
    let states = [#"{"n":1,"u":{"name":"a"}}"#, #"{"n":1,"u":{"name":"a"}}"#, #"{"n":1,"u":{}}"#]
    var lines = states.prefix(2).enumerated().map { index, state in
      HandmadeLog.action(index + 1, patch: HandmadeLog.patch("replace", "", state))
    }
    // As another writer may put it.
    lines.append(HandmadeLog.action(3, patch: #"[{"value":\#(states[2]),"op":"add","path":""}]"#))
    let first = HandmadeLog.keyframe(0, #"{"n":0,"u":{"name":"a"}}"#)
    try Data(HandmadeLog([first] + lines + [HandmadeLog.end(3)]).bytes)
      .write(to: URL(filePath: log))
  }

  @Test func whatDiffersIsTold() {
    #expect(
      run(["list", log, "--columns", "seq,paths"]).output == """
             1  /n
             2  (no change)
             3  /u/name

        """)
  }

  @Test func onlyWhatDiffersIsSearched() {
    #expect(run(["find", log, "1", "--in", "change"]).output == "#1 add\n  change /n  1\n")
    let words = ["find", log, "a", "--in", "change", "--from", "1"]
    #expect(run(words + ["--to", "2"]).status == .negative)
    #expect(run(words).output == "#3 add\n  change /u/name  removed\n")
    #expect(run(words + ["--reverse"]).output == run(words).output)
    #expect(run(["list", log, "--grep", "name", "--columns", "seq"]).output == "     3\n")
  }
}
