import Foundation
import RexCommands
import TestSupport
import Testing

/// Lines of megabytes in an untrusted log are printed completely, piece by piece.
@Suite struct LongLineTests {
  private static let count = tries(150_000, gate: 1 << 20)
  private static let payload = "[" + String(repeating: "1,", count: count - 1) + "1]"
  private static let pretty =
    "[\n" + String(repeating: "  1,\n", count: count - 1) + "  1\n]\n"

  /// Runs a command on a log whose one action has a payload of two megabytes.
  private func call(_ words: [String], payload: String = payload, input: String = "") throws -> Call
  {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let log = """
      {"kind":"session","rexlog":1,"id":"6F9B0000-0000-4000-8000-000000000001",\
      "startedAt":"2026-01-01T00:00:00.000Z","app":{"name":"x"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":{"n":0}}
      {"kind":"action","seq":1,"timeMs":1.5,"type":"big","action":\(payload),"tookMs":0.1,\
      "patch":[{"op":"replace","path":"/n","value":1}]}
      {"kind":"end","seq":1,"timeMs":2,"reason":"closed"}

      """
    try Data(log.utf8).write(to: URL(filePath: path))
    return run([words[0], path] + words.dropFirst(), input: input)
  }

  @Test func showWritesTheWholePayload() throws {
    let expected = "#1 big\n  ~ /n  0 → 1\n\(Self.pretty)"
    let shown = try call(["show", "1"])
    #expect(shown.output == expected)
    #expect(try call(["show", "1", "--at", "/n"]).output == expected + "1\n")
    #expect(shown.status == .success)
    #expect(try call(["show", "1", "--action"]).output == "#1 big\n" + Self.pretty)
  }

  @Test func showWritesTheWholePayloadForPrograms() throws {
    let expected =
      #"{"seq":1,"timeMs":1.5,"type":"big","action":\#(Self.payload),"tookMs":0.1,"#
      + #""patch":[{"op":"replace","path":"/n","value":1}]"#
    #expect(try call(["show", "1", "--json"]).output == expected + "}\n")
    #expect(
      try call(["show", "1", "--json", "--action", "--diff", "--state"]).output
        == expected + #","state":{"n":1}}"# + "\n")
  }

  @Test func stepWritesTheWholePayload() throws {
    let output = try call(["step"], input: "next\naction\nstate").output
    #expect(output.hasSuffix("#1 big\n\(Self.pretty){\n  \"n\": 1\n}\n"))
  }

  @Test func commandsThatOmitPayloadsShowTheRest() throws {
    let listed = try call(["list"]).output
    #expect(listed.hasPrefix("     1      0.002 s  big                       "))
    #expect(listed.hasSuffix("…  /n\n"))
    #expect(listed.count < 120)
    #expect(try call(["list", "--grep", "1"]).status == .success)
    #expect(try call(["list", "--grep", "2"]).status == .negative)
    #expect(try call(["info", "--check"]).status == .success)
    #expect(try call(["diff", "0", "1"]).output == "  ~ /n  0 → 1\n")
  }

  @Test(arguments: [["list"], ["show", "1"], ["info", "--check"]])
  func errorInAPayloadHasItsLocation(words: [String]) throws {
    let payload = "[" + String(repeating: "1,", count: Self.count) + "01]"
    let column = #"{"kind":"action","seq":1,"timeMs":1.5,"type":"big","action":"#.utf8.count
    let call = try call(words, payload: payload)
    #expect(call.status == .unreadable)
    #expect((call.output + call.errors).contains(".jsonl:3:\(column + 2 * Self.count + 3):"))
  }

  /// Each piece is escaped.
  @Test func controlCharactersAreEscapedInLongPayloads() throws {
    let text = String(repeating: "é\u{202E}x", count: tries(1 << 14, gate: 1 << 17))
    let output = try call(["show", "1", "--action"], payload: "[\"\(text)\"]").output
    let shown = String(repeating: #"é\u202ex"#, count: tries(1 << 14, gate: 1 << 17))
    #expect(output == "#1 big\n[\n  \"\(shown)\"\n]\n")
  }
}
