import Foundation
import RexCommands
import RexLog
import TestSupport
import Testing

/// Long values that begin alike are shown from where they differ.
@Suite struct LongValueTests {
  /// An action's heading has an error's beginning, and JSON has all of it.
  @Test func aLongErrorIsCutInAHeading() throws {
    let error = String(repeating: "e\u{301}", count: 3000)
    let action = #"{"kind":"action","seq":1,"timeMs":1,"type":"a","action":{"a":{}},"tookMs":0,"#
    let log = folder.path + "/error.jsonl"
    try Data(
      HandmadeLog([
        HandmadeLog.keyframe(0), action + #""error":"\#(error)","patch":[]}"#, HandmadeLog.end(1),
      ]).bytes
    ).write(to: URL(filePath: log))
    let shown = run(["show", log, "1"]).output
    #expect(shown.unicodeScalars.count < 1200 && shown.contains("e\u{301}…)"))
    #expect(run(["show", log, "1", "--json"]).output.contains(error))
  }

  private let folder: TemporaryFolder
  private let log: String

  /// A list of 100 numbers of which an action changes the last but one.
  init() throws {
    folder = try TemporaryFolder()
    log = folder.path + "/log.jsonl"
    let list = (1...100).map(String.init).joined(separator: ",")
    let lines = [
      HandmadeLog.keyframe(0, #"{"list":[\#(list)],"copy":[\#(list)],"name":"é"}"#),
      HandmadeLog.action(1, patch: HandmadeLog.patch("replace", "/list/98", "7")),
    ]
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
  }

  @Test(arguments: [
    // A value before and after an action.
    (
      "$.list != $$.list",
      """
        $.list  …2,93,94,95,96,97,98,99,100] → …2,93,94,95,96,97,98,7,100]
        $$.list  …2,93,94,95,96,97,98,99,100]

      """
    ),
    // Two values that are compared.
    (
      "$.list != $.copy",
      """
        $.list  …2,93,94,95,96,97,98,99,100] → …2,93,94,95,96,97,98,7,100]
        $.copy  …2,93,94,95,96,97,98,99,100]

      """
    ),
    // A value that is unlike all others is shown from its beginning.
    (
      "$.list != $.name && $ != $$.nothing && @.seq == 1",
      """
        $.list  …2,93,94,95,96,97,98,99,100] → …2,93,94,95,96,97,98,7,100]
        $.name  "é"
        $  …2,93,94,95,96,97,98,99,100],"copy":[1,2,3,4,5,6,7,8,9,10,\
      11,12,13,14,15,16,17,18,19,20,21,22,23,24,… → \
      …2,93,94,95,96,97,98,7,100],"copy":[1,2,3,4,5,6,7,8,9,10,\
      11,12,13,14,15,16,17,18,19,20,21,22,23,24,2…
        $$.nothing  (nothing)
        @.seq  1

      """
    ),
    // So are nodes: the first that differs is shown.
    (
      "$.list[97,98] && $.list[98:]",
      """
        $.list[97,98]  2 values: /list/97 98, /list/98 99 → 2 values: /list/97 98, /list/98 7
        $.list[98:]  2 values: /list/98 99, /list/99 100 → 2 values: /list/98 7, /list/99 100

      """
    ),
    (
      "$.list[90:]",
      """
        $.list[90:]  10 values: …, /list/98 99, /list/99 100 \
      → 10 values: …, /list/98 7, /list/99 100

      """
    ),
  ])
  func whenShowsTheDifference(_ condition: String, _ readings: String) {
    let call = run(["when", log, condition, "--from", "1"])
    #expect(call.output == "#1 add\n  {\"add\":1}\n" + readings, "\(call)")
  }

  @Test func soDoesHistory() {
    let call = run(["history", log, "/list/98"])
    #expect(call.output.contains("  ~ /list/98  99 → 7\n"), "\(call)")
  }

  /// Numbers at the ends of their range neither trap nor leave the sparkline.
  @Test func statisticsOfHostileNumbersArePrintable() throws {
    let numbers = ["1e308", "-1e308", "5e-324", "null", "1e999", "\"\\u001b[31m\"", "-0.0", "7"]
    let lines =
      [HandmadeLog.keyframe(0, #"{"n":0}"#)]
      + numbers.enumerated().map { index, number in
        HandmadeLog.action(index + 1, patch: HandmadeLog.patch("replace", "/n", number))
      }
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
    let call = run(["history", log, "/n", "--stats"])
    #expect(call.status == .success && !call.output.contains("\u{1B}"), "\(call)")
    #expect(call.output.contains("\n  ▅█▁▅▅▅▅▅▅\n  from -1e+308 to 1e+308, at last 7\n"), "\(call)")
  }

  /// No entry can have such a type, so it is not kept for the table of types.
  @Test func aTypeThatIsTooLongIsNotKept() throws {
    let type = String(repeating: "t", count: LogAction.typeBytesMax + 1)
    let lines = [type, "\(type.dropLast())"].enumerated().map { index, type in
      HandmadeLog.action(index + 1, patch: "[]").replacing(
        #""type":"add""#, with: #""type":"\#(type)""#)
    }
    try Data(HandmadeLog([HandmadeLog.keyframe(0)] + lines).bytes).write(to: URL(filePath: log))
    let call = run(["info", log])
    #expect(call.output.contains(type.dropLast()) && !call.output.contains(type), "\(call)")
    #expect(run(["info", log, "--check"]).output.contains("longer than 1024 bytes"), "\(call)")
  }
}
