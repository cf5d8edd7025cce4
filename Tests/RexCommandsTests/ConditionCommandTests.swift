import Foundation
import RexCommands
import TestSupport
import Testing

/// What conditions add to JSONPath means the same in every command that takes one.
@Suite struct ConditionCommandTests {
  private let folder: TemporaryFolder
  private let log: String

  /// A cart whose total is wrong after action 3, and that has an item twice after action 4.
  init() throws {
    folder = try TemporaryFolder()
    log = folder.path + "/log.jsonl"
    let lines = [
      HandmadeLog.keyframe(0, #"{"items":[],"total":0,"seen":[1]}"#),
      Self.action(1, item: #"{"id":1,"price":0.1,"count":1}"#, total: "0.1", seen: "2"),
      Self.action(2, item: #"{"id":2,"price":0.2,"count":1}"#, total: "0.3", seen: "4"),
      Self.action(3, item: #"{"id":3,"price":2,"count":3}"#, total: "2.3", seen: "3"),
      Self.action(4, item: #"{"id":2,"price":1,"count":1}"#, total: "3.3", seen: "5"),
    ]
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
  }

  private static func action(_ seq: Int, item: String, total: String, seen: String) -> String {
    HandmadeLog.action(
      seq,
      patch: #"[{"op":"add","path":"/items/-","value":\#(item)},"#
        + #"{"op":"replace","path":"/total","value":\#(total)},"#
        + #"{"op":"add","path":"/seen/-","value":\#(seen)}]"#)
  }

  /// In the log of a `Codable` enum, a case without a payload is an object.
  @Test func whereACaseIsAnObjectThePathToItIsTold() {
    let condition = #"@.action == "closeThread""#
    let calls = [
      run(["list", "team-chat.jsonl", "--where", condition]),
      run(["when", "team-chat.jsonl", condition]),
    ]
    for call in calls {
      #expect(call.output == "" && call.status == .negative)
      #expect(call.errors.contains("to find those, write @.action.closeThread\n"), "\(call)")
    }
    #expect(run(["when", "team-chat.jsonl", "@.action.closeThread"]).status == .success)
  }

  @Test(
    arguments: [
      // Sums of doubles differ without a tolerance.
      ("$.total != sum($.items[*], @.price * @.count)", [2, 3, 4]),
      ("$.total != sum($.items[*], @.price * @.count) within 0.001", [3, 4]),
      ("$.total - $$.total >= 1", [3, 4]), ("abs($$.total - $.total) < 1", [1, 2]),
      ("!unique($.items[*].id)", [4]), ("!ascending($.seen[*])", [3, 4]),
      ("max($.items[*].price) > 1 && min($.items[*].price) < 1", [3, 4]),
      ("$.seen[?@ == @@.action.add + 1]", [1, 3, 4]), ("$$.seen[?@ == @@.action.add]", [1, 2, 4]),
      ("count($.seen[?@ == @@.seq]) == 1 && count($.seen[*]) == @.seq + 1", [1, 2, 3, 4]),
      ("$.items[?@.price > sum($$.items[*].price) + 1]", [3]),
    ])
  func everyCommandFindsTheSameActions(_ condition: String, _ seqs: [Int]) throws {
    let range = ["--from", "1"]
    let all = run(["when", log, condition, "--all"] + range)
    #expect(numbers(all.output, #/(?m)^\#(\d)/#) == seqs, "\(all)")
    let last = run(["when", log, condition, "--last"] + range)
    #expect(numbers(last.output, #/(?m)^\#(\d)/#) == seqs.suffix(1), "\(last)")
    let listed = run(["list", log, "--where", condition])
    #expect(numbers(listed.output, #/(?m)^ +(\d) /#) == seqs, "\(listed)")
    let step = run(["step", log], input: "goto 0\nuntil \(condition)\n")
    #expect(numbers(step.output, #/(?m)^\#(\d) add/#).last == seqs.first, "\(step)")
  }

  @Test(arguments: [["when"], ["list", "--where"]])
  func typesAreCheckedBeforeTheLogIsOpened(_ words: [String]) {
    let condition = "sum($.items[*].price) + 'x' == 1"
    let call = run([words[0], "/nowhere.jsonl"] + words.dropFirst() + [condition])
    #expect(call.status == .usage, "\(call)")
    #expect(
      call.errors.contains(
        "column 25: expected a number, a singular query or a function that gives a value, found '''"
      ), "\(call)")
  }

  @Test func theAnswerShowsTheOperands() {
    let call = run(["when", log, "$.total != sum($.items[*], @.price * @.count) within 0.001"])
    #expect(
      call.output == """
        #3 add
          {"add":3}
          $.total  0.3 → 2.3
          sum($.items[*], @.price * @.count)  0.30000000000000004 → 6.3

        """, "\(call)")
  }

  @Test(arguments: [["when"], ["when", "--last"], ["list", "--where"], ["check"], ["step"]])
  func aTestOfABooleanIsWarnedOf(_ words: [String]) throws {
    let (path, rules) = (folder.path + "/orders.jsonl", folder.path + "/rules.txt")
    let lines = [
      HandmadeLog.keyframe(0, #"{"orders":[{"isOpen":false}]}"#),
      HandmadeLog.action(1, patch: HandmadeLog.patch("add", "/n", "1")),
    ]
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: path))
    try Data("open: $.orders[?@.isOpen]".utf8).write(to: URL(filePath: rules))
    let condition = ["$.orders[?@.isOpen]"]
    let call =
      switch words[0] {
      case "check": run(["check", path, "--rules", rules])
      case "step": run(["step", path], input: "goto 0\nuntil \(condition[0])\n")
      default: run([words[0], path] + words.dropFirst() + condition)
      }
    #expect(
      (call.output + call.errors).contains(
        "warning: @.isOpen tests whether there is a value, and is true if that is false; to test "
          + "the value, write @.isOpen == true"), "\(call)")
  }

  @Test(arguments: [["history"], ["blame"], ["step"]])
  func anIDThatSeveralElementsHaveIsWarnedOf(_ words: [String]) throws {
    let path = "/items[id=2]/price"
    let call =
      words == ["step"]
      ? run(["step", log], input: "goto last\nhistory \(path)\n") : run([words[0], log, path])
    #expect(
      (call.output + call.errors).contains(
        "warning: after action 4, 2 elements have the id 2; this is about the first, /items/1"),
      "\(call)")
    #expect(!run(["history", log, "/items[id=1]/price"]).errors.contains("warning"))
  }

  private func numbers(_ text: String, _ pattern: Regex<(Substring, Substring)>) -> [Int] {
    text.matches(of: pattern).compactMap { Int($0.1) }
  }
}
