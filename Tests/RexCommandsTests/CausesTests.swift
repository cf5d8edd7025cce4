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

  /// Calls `causes` for an action of a log in which each action causes the next.
  private func causes(_ words: String..., types: [String]) throws -> [Substring] {
    var text = #"""
      {"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":0}

      """#
    for (index, type) in types.enumerated() {
      text += #"{"kind":"action","seq":\#(index + 1),"timeMs":0,"cause":\#(index),"#
      text += #""type":"\#(type)","action":"next","tookMs":0,"patch":null}"# + "\n"
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(filePath: path))
    return run(["causes", path] + words).output.split(separator: "\n")
  }

  @Test func aLongChainAndALargeTreeAreCutWithANote() throws {
    let types = (1...1500).map { "next\($0)" }
    let last = try causes("last", types: types)
    #expect(last[...1] == ["  #1 next1", "    … 1400 more causes in between"])
    #expect(last.count == 101)
    let indentation = String(repeating: " ", count: 40)
    #expect(last.last == "> \(indentation)#1500 next1500 ← 1499")
    let first = try causes("1", types: types)
    #expect(first.count == 1002)
    #expect(
      first.last == "  … and 499 more effects; causes LOG SEQ of one of these shows its own")
    let json = try causes("1", "--json", types: types)
    #expect(
      json.last == #"""
        {"hasMoreCauses":false,"skippedCauses":0,"moreEffects":499,"hasUncountedEffects":false}
        """#)
  }

  @Test func aChainLongerThanTheLimitEndsBeforeItsFirstAction() throws {
    let last = try causes("last", types: Array(repeating: "tick", count: 12_000))
    #expect(last.first == "  … more causes before: causes LOG 2001")
    #expect(last.last == ">       #12000 tick ← 11999")
  }

  @Test func typesThatCauseEachOtherAreFolded() throws {
    let types = ["start"] + (0..<40).flatMap { _ in ["poll", "polled"] } + ["done"]
    #expect(
      try causes("3", types: types) == [
        "  #1 start", "    #2 poll ← 1", ">     #3 polled ← 2",
        "        … #4 to #81: poll, polled, 39 more times (--all)", "          #82 done ← 81",
      ])
    #expect(try causes("3", "--all", types: types).count == 82)
    #expect(try causes("3", "--json", types: types).count == 82)
  }

  @Test func foldsHideNoOtherType() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<40 {
      let types = (0..<60).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "" }
      var shown: [Int] = []
      for line in try causes("1", types: types) {
        let seqs = line.matches(of: /#(\d+)/).compactMap { Int($0.1) }
        guard line.contains("…"), let cycle = line.firstMatch(of: /: (.*), \d+ more/)?.1 else {
          shown.append(seqs[0])
          continue
        }
        let names = cycle.split(separator: ", ").map(String.init)
        let folded = types[(seqs[0] - 1)..<seqs[1]]
        #expect(folded.count % names.count == 0)
        #expect(folded.enumerated().allSatisfy { $1 == names[$0 % names.count] }, "\(types)")
        shown += seqs[0]...seqs[1]
      }
      #expect(shown == Array(1...60), "\(types)")
    }
  }
}
