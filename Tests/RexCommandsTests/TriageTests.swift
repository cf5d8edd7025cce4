#if os(macOS) || os(Linux)
  import Foundation
  import RexDecoding
  import RexJSON
  import RexReplayer
  import TestSupport
  import Testing

  @testable import RexCommands

  /// What is wrong in many logs, by what is likely one bug.
  @Suite struct TriageTests {
    private let app: Misbehaving
    private static let (add, trap, coin) = (#"{"add":{}}"#, #"{"trap":{}}"#, #"{"uuid":{}}"#)

    init() throws { app = try Misbehaving() }

    /// Writes a log of a build, whose actions are dispatched in a function.
    private func log(
      _ name: String, build: String, startedAt: String, _ actions: [String], ending: String = ""
    ) throws {
      let path = app.folder.path + "/" + (try app.log(actions, named: name, ending: ending))
      let text = try String(contentsOfFile: path, encoding: .utf8)
        .replacing(
          #""app":{"name":"Misbehaving"}"#,
          with:
            #""app":{"name":"Misbehaving","version":"1.4","build":"\#(build)"}"#
        )
        .replacing("2026-01-01T00:00:00Z", with: startedAt)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func writeLogs() throws {
      try log("a.jsonl", build: "9", startedAt: "2026-01-03T00:00:00Z", [Self.add, Self.add])
      try log("b.jsonl", build: "10", startedAt: "2026-01-05T00:00:00Z", [Self.add, Self.trap])
      try log(
        "it's c.jsonl", build: "11", startedAt: "2026-01-04T00:00:00Z",
        [Self.trap, Self.trap, Self.add])
      try log("d.jsonl", build: "10", startedAt: "2026-01-02T00:00:00Z", [Self.add, Self.coin])
      try app.folder.write("e.jsonl", "no log\n")
      try log(
        "f.jsonl", build: "10", startedAt: "2026-01-02T00:00:00Z", [Self.add],
        ending:
          #"{"kind":"action","seq":2,"timeMs":2,"type":"a2","action":{"trap":{}},"#
          + #""source":{"file":"A.swift","line":9}"#
      )
    }

    @Test func whatMayHaveEndedTheAppComesFirst() {
      func group(_ kind: BugSignature.Kind, in log: String) -> TriageGroup {
        TriageGroup(BugSignature(kind), findings: 1, at: .init(log: log, seq: 1))
      }
      var divergence = group(.divergence, in: "a.jsonl")
      divergence.merge(group(.divergence, in: "b.jsonl"))
      let groups = [divergence, group(.unfinished, in: "c.jsonl"), group(.crash, in: "d.jsonl")]
      #expect(groups.sorted().map(\.signature.kind) == [.crash, .unfinished, .divergence])
    }

    @Test func theGroupsAreThoseOfTheBugs() throws {
      try writeLogs()
      let call = try app.run(["triage", "."])
      #expect(
        call.output.replacing(#/signal \d+ \(SIG\w+\)/#, with: "signal")
          .replacing(#/main\.swift:\d+/#, with: "main.swift:N") == """
            6 logs: 2 verified, 3 diverged, 1 unreadable

            1. crash: a2 signal MisbehavingApp/main.swift:N: Fatal error: as the test asked
               logs      3, 3 times
               source    A.swift
               builds    Misbehaving 1.4 (10): 2 of 3, Misbehaving 1.4 (11): 1 of 1
               first     2026-01-02T00:00:00Z, Misbehaving 1.4 (10) ./f.jsonl
               example   ./b.jsonl, action 2
               try       misbehaving verify ./b.jsonl

            2. crash: a1 signal MisbehavingApp/main.swift:N: Fatal error: as the test asked
               logs      1, 1 time
               source    A.swift
               builds    Misbehaving 1.4 (11): 1 of 1
               first     2026-01-04T00:00:00Z, Misbehaving 1.4 (11) ./it's c.jsonl
               example   ./it's c.jsonl, action 1
               try       misbehaving verify './it'\\''s c.jsonl'

            3. divergence: a2 /texts/*
               logs      1, 1 time
               source    A.swift
               builds    Misbehaving 1.4 (10): 1 of 3
               first     2026-01-02T00:00:00Z, Misbehaving 1.4 (10) ./d.jsonl
               example   ./d.jsonl, action 2
               try       misbehaving verify ./d.jsonl

            4. unreadable: not a rexreplay log: the first line is not a session line
               logs      1, 1 time
               example   ./e.jsonl
               try       misbehaving info ./e.jsonl --check

            """)
      #expect(call.exit == 1)
    }

    /// The action and the signal are the same.
    @Test func crashesWithOtherMessagesAreOtherBugs() throws {
      for (name, action) in [("a", Self.trap), ("b", #"{"pick":{}}"#), ("c", Self.trap)] {
        _ = try app.log([action], named: name + ".jsonl")
      }
      let details = try report(["."]).groups.map { $0.signature.detail ?? "" }
      #expect(details.count == 2 && details[0].hasSuffix(": Fatal error: as the test asked"))
      #expect(details.last?.hasSuffix(": Fatal error: nothing to pick") == true)
    }

    @Test func theCommandsShowWhatIsFound() throws {
      try writeLogs()
      let report = try report(["."])
      #expect(report.groups.count == 4)
      for group in report.groups {
        let words = String(group.command.dropFirst("misbehaving ".count))
        try app.script("try", "'\(BuiltProducts.url("MisbehavingApp").path)' \(words)")
        let call = try app.run([], tool: app.folder.path + "/try")
        #expect(call.exit == (group.signature.kind == .unreadable ? 3 : 1), "\(group) \(call)")
      }
    }

    private func report(_ words: [String]) throws -> TriageReport {
      let output = try app.run(["triage", "--json"] + words).output
      return try JSONDocumentDecoder().decode(TriageReport.self, from: Array(output.utf8))
    }

    @Test func reportsOfPartsAreMergedIntoThatOfTheWhole() throws {
      try writeLogs()
      let names = [
        "./a.jsonl", "./b.jsonl", "./d.jsonl", "./e.jsonl", "./f.jsonl", "./it's c.jsonl",
      ]
      let whole = try app.run(["triage", "--json", ".", "--jobs", "3"]).output
      #expect(try app.run(["triage", "--json", "."]).output == whole)
      for seed in 0..<tries(2, gate: 6) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var parts = [[String]](repeating: [], count: 3)
        for name in names { parts[Int.random(in: 0..<3, using: &generator)].append(name) }
        parts = parts.filter { !$0.isEmpty }.shuffled(using: &generator)
        for (index, part) in parts.enumerated() {
          try app.folder.write("\(index).json", app.run(["triage", "--json"] + part).output)
        }
        let reports = parts.indices.map { "\($0).json" }
        let merged = try app.run(["triage", "--json", "--merge"] + reports).output
        #expect(merged == whole, "seed \(seed)")
        // As lines of one file, too.
        let lines = try reports.map {
          try String(contentsOfFile: app.folder.path + "/" + $0, encoding: .utf8)
        }
        try app.folder.write("all.json", lines.joined())
        let joined = try app.run(["triage", "--json", "--merge", "-"], input: "all.json").output
        #expect(joined == whole, "seed \(seed)")
      }
    }

    @Test func aReportThatIsNoneIsAnErrorOfItsLine() throws {
      try app.folder.write("report.json", #"{"logs":{},"builds":[],"groups":[]}"# + "\n{}\n")
      let call = try app.run(["triage", "--merge", "report.json"])
      #expect(call.exit == 3 && call.output.isEmpty)
      #expect(call.errors.hasPrefix("report.json:2:1: error: not a report of triage --json\n"))
      for empty in ["", "\n\n"] {
        try app.folder.write("empty.json", empty)
        let call = try app.run(["triage", "--merge", "empty.json"])
        #expect(call.exit == 3 && call.output.isEmpty)
        #expect(call.errors.hasPrefix("empty.json:1:1: error: not a report of triage --json\n"))
      }
      #expect(try app.run(["triage", "--merge", "report.json", "--when", "$.a"]).exit == 2)
      #expect(try app.run(["triage", "--merge"]).exit == 2)
    }

    /// Counts that a report claims cannot overflow.
    @Test func hostileReportsAreMerged() throws {
      let group =
        #"{"kind":"crash","logs":9223372036854775807,"findings":-5,"builds":[{"app":"A","#
        + #""logs":9223372036854775807}],"first":{"log":"\u001b[31m","seq":-1},"#
        + #""example":{"log":"x","seq":0},"command":"rm \u001b[31m"}"#
      let report =
        #"{"logs":{"verified":9223372036854775807},"builds":[],"groups":[\#(group)]}"# + "\n"
      try app.folder.write("report.json", report + report)
      let call = try app.run(["triage", "--merge", "report.json"])
      #expect(call.exit == 1)
      #expect(call.output.contains("9223372036854775807, 0 times"))
      #expect(!call.output.contains("\u{1B}"))
    }

    @Test func theReportForCIHasAFailureForEachGroup() throws {
      try writeLogs()
      let call = try app.run(["triage", ".", "--junit", "report.xml", "--limit", "2"])
      #expect(call.output.hasSuffix("\nand 2 more groups\n"))
      let xml = try String(contentsOfFile: app.folder.path + "/report.xml", encoding: .utf8)
      #expect(
        xml.contains(#"<testsuite name="triage" tests="3" failures="3" errors="0""#), "\(xml)")
      #expect(xml.contains(#"name="and 2 more groups""#))
    }

    /// What is left out is told, and decides: an error alone is no failure, the crash is one.
    @Test func aLimitChangesNoStatus() throws {
      let group = { (kind: String, logs: Int) in
        #"{"kind":"\#(kind)","type":"t","logs":\#(logs),"findings":1,"builds":[],"command":"","#
          + #""first":{"log":"x","seq":1},"example":{"log":"x","seq":1}}"#
      }
      let report = { (groups: [String], more: String) in
        #"{"logs":{"unchecked":3},"builds":[],"groups":["#
          + groups.joined(separator: ",") + "]\(more)}"
      }
      for (groups, more, exit) in [
        ([group("error", 3)], "", 0), ([group("error", 3), group("match", 1)], "", 1),
        ([group("error", 3)], #","omittedGroups":1"#, 125),
      ] {
        try app.folder.write("report.json", report(groups, more))
        let call = try app.run(["triage", "--merge", "report.json", "--limit", "1"])
        #expect(call.exit == exit, "\(call)")
        #expect(call.output.hasSuffix("\nand 1 more group\n") == (exit > 0), "\(call)")
      }
    }

    /// Two thousand groups are kept, and no more are shown.
    @Test func groupsBeyondTheMostAreTold() throws {
      let groups = (1...2_003).map {
        #"{"kind":"error","type":"t\#($0)","logs":1,"findings":1,"builds":[],"command":"","#
          + #""first":{"log":"x","seq":1},"example":{"log":"x","seq":1}}"#
      }
      try app.folder.write(
        "report.json",
        #"{"logs":{"verified":1},"builds":[],"groups":[\#(groups.joined(separator: ","))]}"#)
      let call = try app.run(["triage", "--merge", "report.json"])
      #expect(call.output.hasSuffix("\nand 3 more groups\n"))
    }

    /// A log can have any number of findings, with any names; what is kept of it is bounded.
    @Test func aHostileLogDoesNotDisplaceOthers() throws {
      let lines = (1...500).map { seq in
        HandmadeLog.action(seq, patch: "[]").replacing(
          #""type":"add""#,
          with: #""type":"\u001b[31m\#(String(repeating: "x", count: 300))\#(seq)""#
        ).replacing(#""tookMs":0"#, with: #""tookMs":0,"error":"e""#)
      }
      let log = HandmadeLog([HandmadeLog.keyframe(0)] + lines)
      try app.folder.write("hostile.jsonl", String(decoding: log.bytes, as: UTF8.self))
      let report = try report(["hostile.jsonl", "--recorded"])
      #expect(report.groups.reduce(0) { $0 + $1.findings } <= 500)
      #expect(report.groups.count <= 100)
      let text = try app.run(["triage", "hostile.jsonl", "--recorded"])
      #expect(!text.output.contains("\u{1B}"))
      #expect(text.exit == 0)
    }

    /// A match that is left out leaves the verdict open.
    @Test func findingsBeyondTheGroupsOfALogAreTold() throws {
      let lines = (1...130).map { seq in
        HandmadeLog.action(seq, patch: "[]")
          .replacing(#""type":"add""#, with: #""type":"t\#(seq)""#)
          .replacing(#""tookMs":0"#, with: #""tookMs":0,"error":"e""#)
      }
      let log = HandmadeLog([HandmadeLog.keyframe(0)] + lines)
      try app.folder.write("many.jsonl", String(decoding: log.bytes, as: UTF8.self))
      let call = try app.run(["triage", "many.jsonl", "--recorded"])
      #expect(call.output.hasSuffix("\nand 30 findings in logs with over 100 groups\n"))
      #expect(call.exit == 0)
      let match = try app.run(["triage", "many.jsonl", "--recorded", "--when", "$.n == 0"])
      #expect(match.output.hasSuffix("\nand 31 findings in logs with over 100 groups\n"))
      #expect(match.exit == 125)
    }

    @Test func conditionsAreGroupedByTheActionThatMadeThemTrue() throws {
      try writeLogs()
      // A long condition is whole in the command that asks it again.
      let long = Array(repeating: "$.n > 1", count: 40).joined(separator: " && ")
      let conditions = ["$.n > 1", long]
      let options = (conditions + ["$.m == 1"]).flatMap { ["--when", $0] }
      let report = try report([".", "--recorded"] + options)
      let matches = report.groups.filter { $0.signature.kind == .match }
      #expect(matches.map(\.signature.detail) == conditions)
      #expect(matches.map(\.signature.type) == ["a2", "a2"])
      #expect(matches.map(\.logs) == [4, 4])
      #expect(matches.map(\.command) == conditions.map { "misbehaving when ./a.jsonl '\($0)'" })
    }
  }

  extension TemporaryFolder {
    fileprivate func write(_ name: String, _ text: String) throws {
      try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
    }
  }
#endif
