import Foundation
import RexCommands
import TestSupport
import Testing

/// How commands show causes, in a log with a tree of causes and some impossible ones.
@Suite struct CausesTests {
  private static let log = "../causes/photos.jsonl"

  @Test(arguments: [
    ("causes", ["causes", log, "14"], CommandStatus.success),
    ("causes-json", ["causes", log, "14", "--json"], .success),
    ("causes-unfinished", ["causes", log, "28"], .success),
    ("causes-before-log", ["causes", log, "17"], .success),
    ("causes-lost", ["causes", log, "20", "--json"], .success),
    ("causes-none", ["causes", log, "13"], .negative),
    ("causes-impossible", ["causes", log, "24"], .negative),
    ("causes-too-far", ["causes", log, "29"], .unreadable),
    ("causes-start", ["causes", "team-chat.jsonl", "0"], .negative),
    ("causes-list", ["list", log], .success),
    ("causes-list-json", ["list", log, "--json", "--to", "12"], .success),
    ("causes-list-where", ["list", log, "--where", "@.cause == 14"], .success),
    ("causes-when", ["when", log, "@.cause && $.n > 15"], .success),
    ("causes-show", ["show", log, "18"], .success),
    ("causes-show-json", ["show", log, "18", "--json"], .success),
    ("causes-show-unfinished", ["show", log, "28", "--json"], .success),
    ("causes-history", ["history", log, "/n", "--to", "14"], .success),
    ("causes-blame-json", ["blame", log, "/n", "--to", "14", "--json"], .success),
    ("help-causes", ["causes", "--help"], .success),
  ])
  func prints(_ name: String, _ words: [String], _ status: CommandStatus) throws {
    let call = run(words)
    #expect(call.status == status)
    #expect(try call.transcript == Fixture.expected("output/\(name).txt", for: call.transcript))
  }

  @Test(arguments: [false, true])
  func stepShowsTheCausesOfThisActionOrAnother(_ wantsJSON: Bool) throws {
    let script = "goto 14\ncauses\naction\ncauses 17\ncauses -1\ncauses 0\ncauses x y\nlast\n"
    let call = run(["step", Self.log] + (wantsJSON ? ["--json"] : []), input: script)
    let name = wantsJSON ? "causes-step-json" : "causes-step"
    #expect(try call.transcript == Fixture.expected("output/\(name).txt", for: call.transcript))
  }

  @Test func aLongChainAndALargeTreeAreCutWithANote() throws {
    var text = #"""
      {"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":0}

      """#
    for seq in 1...1500 {
      text += #"{"kind":"action","seq":\#(seq),"timeMs":0,"cause":\#(seq - 1),"type":"next","#
      text += #""action":"next","tookMs":0,"patch":null}"# + "\n"
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(filePath: path))
    let last = run(["causes", path, "last"]).output.split(separator: "\n")
    #expect(last.first == "  … more causes before: causes LOG 1401")
    #expect(last.count == 101)
    let indentation = String(repeating: " ", count: 40)
    #expect(last.last == "> \(indentation)#1500 next ← 1499")
    let first = run(["causes", path, "1"]).output.split(separator: "\n")
    #expect(first.count == 1002)
    #expect(first.last == "  … and 499 more effects")
    let json = run(["causes", path, "1", "--json"]).output.split(separator: "\n")
    #expect(
      json.last == #"{"hasMoreCauses":false,"moreEffects":499,"hasUncountedEffects":false}"#)
  }
}
