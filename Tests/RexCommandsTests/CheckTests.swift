import Foundation
import RexCommands
import RexJSON
import RexLocking
import TestSupport
import Testing

/// `check`: rules that hold in logs, and the first action that breaks each.
@Suite struct CheckTests {
  private let folder: TemporaryFolder
  private let log: String
  private let rules: String

  /// A cart whose total is wrong from action 2 on.
  init() throws {
    folder = try TemporaryFolder()
    (log, rules) = (folder.path + "/cart.jsonl", folder.path + "/rules.txt")
    try write([
      HandmadeLog.keyframe(0, #"{"lines":[],"total":0}"#), Self.add(1, price: 2, total: 2),
      Self.add(2, price: 3, total: 3), Self.add(3, price: 1, total: 6), HandmadeLog.end(3),
    ])
  }

  private static func add(_ seq: Int, price: Int, total: Int) -> String {
    HandmadeLog.action(
      seq,
      patch: #"[{"op":"add","path":"/lines/-","value":{"price":\#(price)}},"#
        + #"{"op":"replace","path":"/total","value":\#(total)}]"#)
  }

  private func write(_ lines: [String]) throws {
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
  }

  private func check(_ text: String, _ options: String...) throws -> Call {
    try Data(text.utf8).write(to: URL(filePath: rules))
    var call = run(["check", log, "--rules", rules] + options)
    call.output = call.output.replacing(folder.path + "/", with: "")
    call.errors = call.errors.replacing(folder.path + "/", with: "")
    return call
  }

  private static let chat = Fixture.url("rules/chat.txt").path

  @Test func rulesThatNeverEndAreAnError() {
    let call = run(["check", "team-chat.jsonl", "--rules", "/dev/zero"])
    #expect(call.status == .usage)
    #expect(call.errors.hasPrefix("/dev/zero:1:1: error: the rules take more than 1048576 bytes"))
  }

  @Test(arguments: [
    ("check", ["check", "team-chat.jsonl", "--rules", chat], CommandStatus.negative),
    ("check-json", ["check", "team-chat.jsonl", "--rules", chat, "--json"], .negative),
    ("check-folder", ["check", ".", "--rules", chat], .negative),
    ("check-redacted", ["check", "../redacted/bank.jsonl", "--rules", bank], .noVerdict),
    (
      "check-redacted-json", ["check", "../redacted/bank.jsonl", "--rules", bank, "--json"],
      .noVerdict
    ),
    ("check-hostile", ["check", "hostile.jsonl", "--rules", chat], .success),
  ])
  func theOutputIsExactlyThis(_ name: String, _ words: [String], _ status: CommandStatus) throws {
    let call = run(words)
    let text = call.transcript.replacing(Fixture.url("").path + "/", with: "")
    #expect(call.status == status)
    #expect(try text == Fixture.expected("output/\(name).txt", for: text))
  }

  private static let bank = Fixture.url("rules/bank.txt").path

  @Test func theFirstActionThatBreaksARuleIsShownWithItsChange() throws {
    let call = try check("total: $.total == sum($.lines[*].price)")
    #expect(
      call.output == """
        cart.jsonl: 1 of 1 rule is broken

        total: $.total == sum($.lines[*].price)
        #2 add
          {"add":2}
          $.total  2 → 3
          sum($.lines[*].price)  2 → 5
          + /lines/1  {"price":3}
          ~ /total  2 → 3

        """, "\(call)")
    #expect(call.status == .negative && call.errors.isEmpty)
  }

  @Test func rulesThatHoldAreOneLine() throws {
    let call = try check(
      """
      \u{FEFF}# The cart.\r
      \r
        \t# An indented comment.
      lines: count($.lines[*]) >= 0\r
      growing: count($.lines[*]) > count($$.lines[*])
      """)
    #expect(call.transcript == "cart.jsonl: 2 rules hold\n--- errors ---\n--- exit 0 ---\n")
  }

  @Test(arguments: [
    ("last (add): @.seq < 3", CommandStatus.negative), ("last (undo): @.seq < 3", .success),
    (#"last ("a, b", add): @.seq < 3"#, .negative), (#"last ("\u0061dd"): @.seq < 3"#, .negative),
    (#"last ("add" , undo) : @.seq < 3"#, .negative),
  ])
  func aRuleForTypesIsJudgedOnlyAfterTheirActions(_ rule: String, _ status: CommandStatus) throws {
    let call = try check(rule)
    #expect(call.status == status, "\(call)")
  }

  /// A condition that is judged after some actions alone still compares with the state before.
  @Test func actionsBetweenThoseOfATypeAreNotForgotten() throws {
    let undo = HandmadeLog.action(3, patch: HandmadeLog.patch("replace", "/total", "0"))
      .replacing(#""type":"add""#, with: #""type":"undo""#)
    try write([
      HandmadeLog.keyframe(0, #"{"lines":[],"total":0}"#), Self.add(1, price: 2, total: 2),
      Self.add(2, price: 3, total: 5), undo, Self.add(4, price: 3, total: 3),
      Self.add(5, price: 1, total: 3), HandmadeLog.end(5),
    ])
    let call = try check("grows (add): $.total > $$.total")
    #expect(call.output.contains("\n#5 add\n"), "\(call)")
  }

  @Test func aStateThatIsWrongAtTheStartIsBlamedOnNoAction() throws {
    let call = try check("lines: count($.lines[*]) > 0\nbefore: $$.total < $.total")
    #expect(
      call.output == """
        cart.jsonl: 1 of 2 rules is broken

        lines: count($.lines[*]) > 0
        #0 start
          count($.lines[*])  0

        """, "\(call)")
  }

  @Test func allRulesAreJudgedInOneWalk() throws {
    let rules = (1...50).map { "rule \($0): $.total < 1000 + \($0)\n" }.joined()
    let askedCount = Locked(0)
    try Data(rules.utf8).write(to: URL(filePath: self.rules))
    let call = run(
      ["check", log, "--rules", self.rules],
      isStopped: {
        askedCount.withLock { $0 += 1 }
        return false
      })
    #expect(call.status == .success)
    // Once after each action.
    #expect(askedCount.withLock { $0 } == 3)
  }

  @Test func namesThatOccurNowhereAreTold() throws {
    let call = try check("total: !($.totl < 0)\nno undo (ad): $.total > 0\nadd: $.total >= 0")
    #expect(
      call.transcript == """
        cart.jsonl: 3 rules hold
        --- errors ---
        cart.jsonl: no action has the type ad; did you mean add?
        cart.jsonl: no recorded state has $.totl; did you mean $.total?
        rules.txt:3: the rule add is judged after every action; to judge it only after actions of \
        this type, write add (add): …
        --- exit 0 ---

        """)
  }

  @Test func unknownStatesAreTold() throws {
    try write([
      HandmadeLog.keyframe(0, #"{"lines":[],"total":0}"#), HandmadeLog.action(1),
      Self.add(2, price: 1, total: 1), HandmadeLog.end(2),
    ])
    let call = try check("total: $.total >= 0\nmore (add): $.total >= 0\nseq: @.seq < 9")
    #expect(
      call.transcript == """
        cart.jsonl: 2 of 3 rules are undecided

        total: $.total >= 0
          not judged after 2 actions: the state is unknown

        more (add): $.total >= 0
          not judged after 2 actions: the state is unknown
        --- errors ---
        cart.jsonl: skipped after 2 actions: the state is unknown (first: the state after action 1 \
        is not recorded; use the app's own tool, which reduces the actions again)
        --- exit 125 ---

        """, "\(call.transcript)")
  }

  @Test(.enabled(if: isGateRun)) func aRuleThatTakesTooLongIsUndecided() throws {
    let many = "[" + (1...400).map(String.init).joined(separator: ",") + "]"
    try write([HandmadeLog.keyframe(0, #"{"a":\#(many)}"#), HandmadeLog.end(0)])
    let call = try check("slow: $.a[?$.a[?$.a[?@ == 0]]]\nfast: $.a[0] == 1")
    #expect(call.status == .noVerdict)
    #expect(call.output.contains("cannot be evaluated: "), "\(call)")
    #expect(call.output.contains("1 of 2 rules is undecided"))
  }

  @Test(arguments: [
    ("", "1:1: error: there are no rules"), ("# nothing\n", "1:1: error: there are no rules"),
    ("a: $.x ==", "1:10: error: expected a literal, a singular query"),
    ("\n  a (b): $.x =", "2:15: error: expected a second '='"),
    ("$.total >= 0", "1:13: error: expected ':'"), (": $.x", "1:1: error: a name is missing here"),
    ("a (): $.x", "1:4: error: a name is missing here"),
    ("a (b: $.x", "1:10: error: expected ',' or ')'"),
    ("a (\"b): $.x", "1:4: error: this is not a JSON string"),
    ("a: $.x\nb: $.y\na: $.z", "3:1: error: the rule on line 1 has the name a, too"),
    ("a: $.x # why", "1:8: error: there is no comment after a condition"),
    ("a: $.x\nb\0: $.y", "2:1: error: this line is not text in UTF-8"),
    (String(repeating: "n", count: 201) + ": $.x", "1:1: error: this name has more than 200"),
  ])
  func aBadFileOfRulesIsAnErrorBeforeALogIsRead(_ text: String, _ error: String) throws {
    try FileManager.default.removeItem(atPath: log)
    let call = try check(text)
    #expect(call.status == .usage && call.output.isEmpty)
    #expect(call.errors.hasPrefix("rules.txt:\(error)"), "\(call)")
    #expect(call.errors.contains("\nhint: "))
  }

  @Test func aFileOfTooManyRulesIsAnErrorBeforeALogIsRead() throws {
    let rules = (0...1000).map { "r\($0): $.x\n" }.joined()
    let lines = String(repeating: "#\n", count: 1 << 19 | 1)
    try aBadFileOfRulesIsAnErrorBeforeALogIsRead(
      rules, "1001:1: error: there are more than 1000 rules")
    try write([HandmadeLog.keyframe(0)])
    try aBadFileOfRulesIsAnErrorBeforeALogIsRead(
      lines, "1:1: error: the rules take more than 1048576")
  }

  @Test func rulesThatCannotBeReadAreAnError() {
    let call = run(["check", "team-chat.jsonl", "--rules", "/nowhere/rules.txt"])
    #expect(call.status == .usage)
    #expect(call.errors.hasPrefix("/nowhere/rules.txt:1:1: error: "), "\(call)")
    #expect(run(["check", "team-chat.jsonl", "--rules", "/"]).status == .usage)
    #expect(run(["check", "team-chat.jsonl"]).errors.contains("--rules FILE is missing"))
  }

  @Test func aStoppedCheckHasNoVerdict() throws {
    try Data("numbers: @.seq > 0".utf8).write(to: URL(filePath: rules))
    let wasAsked = Locked(false)
    let call = run(
      ["check", "team-chat.jsonl", "news.jsonl", "--rules", rules],
      isStopped: {
        wasAsked.withLock { wasAsked in
          defer { wasAsked = true }
          return wasAsked
        }
      })
    #expect(call.status == .noVerdict)
    #expect(call.errors.contains("stopped at action 1 of 300; there may be more\n"), "\(call)")
    #expect(call.errors.contains("\nstopped: 1 log not checked\n"))
  }

  /// Of two logs with three actions, it asks before each log and after each action.
  @Test(arguments: 0...8)
  func noLogIsLeftUncheckedInSilence(_ asksMax: Int) throws {
    try Data("numbers: @.seq > 0".utf8).write(to: URL(filePath: rules))
    let askedCount = Locked(0)
    let call = run(
      ["check", log, log, "--rules", rules],
      isStopped: {
        askedCount.withLock {
          $0 += 1
          return $0 > asksMax
        }
      })
    #expect(call.status == (asksMax < 8 ? .noVerdict : .success), "\(call)")
    #expect(call.errors.isEmpty == (asksMax == 8))
  }

  @Test func aDamagedLogIsUnreadableUnlessARuleIsBroken() throws {
    try write([
      HandmadeLog.keyframe(0, #"{"lines":[],"total":0}"#), Self.add(1, price: 2, total: 2), "{]",
      HandmadeLog.end(1),
    ])
    #expect(try check("a: $.total < 9").status == .unreadable)
    #expect(try check("a: $.total < 1").status == .negative)
  }

  @Test func theReportHasEachLog() throws {
    let report = folder.path + "/report.xml"
    let words = ["news.jsonl", "team-chat.jsonl", "corrupt/empty.jsonl", "../redacted/bank.jsonl"]
    let call = run(["check"] + words + ["--rules", Self.chat, "--junit", report])
    #expect(call.status == .negative)
    let text = try String(contentsOfFile: report, encoding: .utf8)
      .replacing(#/time="\d+\.\d{3}"/#, with: "time=\"0.000\"")
      .replacing(Fixture.url("logs/v1").path + "/", with: "")
    #expect(try text == Fixture.expected("output/check.xml", for: text))
  }
}
