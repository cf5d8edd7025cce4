import RexDiff
import RexJSON
import RexLog
import RexQuestions
import RexTimeline
import TestSupport
import Testing

/// What rows of a list show of payloads and changes.
@Suite struct RowTextTests {
  /// Payloads are spelled as in Swift, without what the type repeats.
  @Test(arguments: [
    ("refund", #"{"refund":{"order":68,"cents":3300}}"#, "order 68 cents 3300"),
    ("stir", #"{"stir":{"_0":2}}"#, "2"),
    ("move", #"{"move":{"_0":{"left":{"_0":42}}}}"#, ".left(42)"),
    ("move", #"{"move":{"_0":{"left":{"_0":42,"_1":{"up":{}}}},"by":2}}"#, ".left(42, .up) by 2"),
    ("cart.add", #"{"cart":{"_0":{"add":{"_0":3}}}}"#, "3"),
    ("load", #"{"load":{}}"#, ""), ("SET", #"{"type":"SET","to":3}"#, "to 3"),
    ("load", #"{"url":"a\u001b[2J","n":null}"#, #"url "a\u001b[2J" n null"#),
    ("load", #"[1,2]"#, "[1,2]"),
  ])
  func payloadsAreSpelledAsInSwift(type: String, payload: String, text: String) throws {
    let line = """
      {"kind":"action","seq":1,"timeMs":1,"type":"\(type)","action":\(payload),"tookMs":0,\
      "patch":[]}
      """
    let log = try HandmadeLog([HandmadeLog.keyframe(0), line]).log()
    let kept = try #require(try Timeline(log).keptAction(at: 1))
    let action = try #require(kept.action())
    let shown = try kept.read { (line) throws(LogError) in
      PayloadText(dates: nil, marking: nil).text(of: action, line)
    }
    #expect(shown.plain == text)
  }

  /// Dates are dates, and what stands for a secret is marked, without a difference.
  @Test func datesAndSecretsAreTold() throws {
    let session =
      HandmadeLog.session().dropLast()
      + #","redacted":{"rules":["keys"],"numbers":[2130000000,2130999999]}}"#
    let keyframe =
      #"{"kind":"keyframe","seq":0,"timeMs":0,"dates":["/due"],"actionDates":["/plan/due"],"#
      + #""state":{"due":785755800,"pin":2130846021}}"#
    let line =
      #"{"kind":"action","seq":1,"timeMs":1,"type":"plan","action":"#
      + #"{"plan":{"due":785835000,"pin":2130846022}},"tookMs":0,"patch":[]}"#
    let log = try HandmadeLog([keyframe, line], session: String(session)).log()
    let (dates, placeholders) = (LogDates(log), LogPlaceholders(log))
    let kept = try #require(try Timeline(log).keptAction(at: 1))
    let action = try #require(kept.action())
    let payload = try kept.read { (line) throws(LogError) in
      PayloadText(dates: dates, marking: placeholders).text(of: action, line)
    }
    #expect(payload.plain == "due 2025-11-26 07:30Z pin ‹redacted 2130846022›")
    let difference = StateDifference(
      from: ["due": 785_755_800, "pin": 2_130_846_021],
      to: ["due": 785_835_000, "pin": 2_130_846_022])
    let changes = RowChange.changes(of: difference, dates: dates, marking: placeholders)
    #expect(
      changes.map(\.values.plain) == [
        "2025-11-25 09:30Z → 2025-11-26 07:30Z",
        "‹redacted 2130846021› → ‹redacted 2130846022›",
      ])
  }

  @Test(arguments: [
    ("1", "3", "+2"), ("22700", "19400", "-3300"), ("0.1", "0.3", "+0.2"), ("1", "1", nil),
    ("-5", "2.5", "+7.5"), ("1e300", "1", "-1e+300"),
    ("9007199254740993", "9007199254740992", "-1"), ("9223372036854775807", "-2", nil),
    ("1e22", "10000000000000000000001", nil), ("1", "\"2\"", nil),
  ])
  func differencesOfNumbersAreExact(old: String, new: String, text: String?) throws {
    let values = try [old, new].map { try JSON(parsing: Array($0.utf8)) }
    #expect(LogText.difference(from: values[0], to: values[1]) == text)
  }

  @Test func changesNearTheRootComeFirst() throws {
    let old: JSON = ["total": 5, "rows": [["id": "a", "n": 1], ["id": "b"]], "on": true]
    let new: JSON = ["total": 3, "rows": [["id": "a", "n": 2]], "on": false, "m": 1]
    let difference = StateDifference(from: old, to: new)
    let changes = RowChange.changes(of: difference, dates: nil, marking: nil)
    let texts = changes.map { "\($0.sign.rawValue)\($0.path) \($0.values.plain)" }
    #expect(texts == ["/total 5 → 3 (-2)", "/on true → false", "+ /m 1"])
    #expect(changes.map(\.brief.plain) == ["-2", "→ false", "1"])
  }

  /// Long texts are cut before they differ.
  @Test func longValuesShowWhatDiffers() throws {
    let same = String(repeating: "a", count: 40)
    let (old, new) = (JSON.string(same + "1"), JSON.string(same + "2"))
    let difference = StateDifference(from: ["t": old], to: ["t": new])
    let change = try #require(RowChange.changes(of: difference, dates: nil, marking: nil).first)
    #expect(change.values.plain == #"…aaaaaaaa1" → …aaaaaaaa2""#)
  }

  /// A patch that moves elements is told by comparing the members that it writes.
  @Test func aPatchIsToldByTheMembersThatItWrites() throws {
    let elements: JSON = [["id": 1], ["id": 2], ["id": 3]]
    let long = JSON.array(
      Array(repeating: .string(String(repeating: "x", count: 99)), count: 50_000))
    let old: JSON = ["list": elements, "n": 1, "long": long]
    let patch = try patch(
      #"[{"op":"move","from":"/list/0","path":"/list/2"},{"op":"remove","path":"/list/0"},"#
        + #"{"op":"replace","path":"/n","value":2}]"#)
    let new = try old.applying(patch)
    let found = try #require(StateDifference(ofMembersIn: patch, from: old, to: new))
    #expect(found.leaves.map(\.path) == ["/list[id=2]", "/list[id=3]", "/n"])
    // Too long for a row.
    let moved = try self.patch(#"[{"op":"move","from":"/long/0","path":"/long/1"}]"#)
    #expect(
      StateDifference(ofMembersIn: moved, from: old, to: try old.applying(moved)) == nil)
  }

  private func patch(_ text: String) throws -> JSONPatch {
    try JSONPatch(parsing: JSON(parsing: Array(text.utf8)))
  }
}
