import Foundation
import RexCommands
import RexLog
import TestSupport
import Testing

/// No command passes over damage in silence, or carries it over into a new log.
@Suite struct DamagedLogTests {
  /// A change of the lines of a log, and the line at which it shows.
  struct Damage: CustomTestStringConvertible {
    var testDescription: String
    var line: Int
    var change: @Sendable (inout [Substring]) -> Void
  }

  static let damages = [
    Damage(testDescription: "lost", line: 12) { $0.remove(at: 11) },
    Damage(testDescription: "doubled", line: 13) { $0.insert($0[11], at: 11) },
    Damage(testDescription: "swapped", line: 12) { $0.swapAt(11, 12) },
  ]

  @Test(arguments: isGateRun ? ["actions-only", "team-chat"] : ["team-chat"], damages)
  func everyCommandNamesTheDamage(_ fixture: String, _ damage: Damage) throws {
    try inFolder { folder in
      let original = Fixture.url("logs/v1/\(fixture).jsonl").path
      let log = "\(folder)/log.jsonl"
      var lines = try Fixture.text("logs/v1/\(fixture).jsonl").split(separator: "\n")
      damage.change(&lines)
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: log))
      let commands = [
        ["info", log], ["info", "--check", log], ["list", log], ["find", log, "no such text"],
        ["compare", log, log], ["bisect", log, log], ["verify", log],
        ["replay", log, "-o", "NEW"], ["replay", log, "--skip", "30", "-o", "NEW"],
        ["redact", log, "-o", "NEW"], ["slice", log, "-o", "NEW"],
      ]
      for words in commands {
        let call = run(words.map { $0 == "NEW" ? "\(folder)/new.jsonl" : $0 })
        #expect(call.status == .unreadable, "\(words): \(call.transcript)")
        #expect((call.output + call.errors).contains("log.jsonl:\(damage.line):1: "), "\(words)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/new.jsonl"), "\(words)")
      }
      for words in [
        ["compare", log, original], ["find", log, "e"], ["repair", log, "-o", "NEW"],
      ] {
        let call = run(words.map { $0 == "NEW" ? "\(folder)/new.jsonl" : $0 })
        #expect((call.output + call.errors).contains("log.jsonl:\(damage.line):1: "), "\(words)")
      }
      #expect(run(["info", "--check", "\(folder)/new.jsonl"]).status == .success)
    }
  }

  @Test func anActionWhoseNumberCannotBeTrustedIsNotShown() throws {
    try inFolder { folder in
      let lines =
        [HandmadeLog.keyframe(0)]
        + [1, 2, 4, 3, 5, 6].map {
          HandmadeLog.action($0, patch: HandmadeLog.patch("replace", "/n", "\($0)"))
        }
      let log = "\(folder)/log.jsonl"
      try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
      #expect(run(["show", log, "2", "--action"]).status == .success)
      let call = run(["show", log, "4", "--action"])
      #expect(call.status == .unreadable)
      #expect(call.output.isEmpty)
      #expect(call.errors.contains("seq is 4 where 3 is expected"))
    }
  }

  @Test(arguments: [3, 9, 10, 11, 12, 13])
  func aSliceThatEndsInOrBeforeAGapCanBeRead(last: Int) throws {
    try inFolder { folder in
      let action = { HandmadeLog.action($0, patch: HandmadeLog.patch("replace", "/n", "\($0)")) }
      let lines =
        [HandmadeLog.keyframe(0)] + (1...8).map(action)
        + [HandmadeLog.gap(9, 12), HandmadeLog.keyframe(12), action(13), HandmadeLog.end(13)]
      let (log, new) = ("\(folder)/log.jsonl", "\(folder)/new.jsonl")
      try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
      #expect(run(["slice", log, "--to", "\(last)", "-o", new]).status == .success)
      let slice = try Log(checkedPath: new)
      #expect(slice.lastSeq == last && slice.isComplete)
    }
  }

  @Test func aSliceBeforeTheLogBeginsIsRefused() throws {
    try inFolder { folder in
      let segments = Fixture.url("logs/v1/segments").path
      let new = "\(folder)/new.jsonl"
      let call = run(["slice", segments, "--to", "26", "-o", new])
      #expect(call.status == .unreadable)
      #expect(call.errors.contains("there is no action 26"))
      #expect(!FileManager.default.fileExists(atPath: new))
      #expect(run(["slice", segments, "--to", "27", "-o", new]).status == .success)
      let slice = try Log(checkedPath: new)
      #expect(slice.lastSeq == 27)
    }
  }

  @Test(arguments: ["slice", "redact"])
  func linesThatCannotBeReadAreNotCopied(_ command: String) throws {
    try inFolder { folder in
      for wrong in [
        HandmadeLog.action(1).replacing(#""type":"add""#, with: #""type":5"#),
        HandmadeLog.action(1).replacing(#""action":{"#, with: #""acting":{"#),
        #"{"kind":"mark","seq":0,"timeMs":0,"label":5}"#, HandmadeLog.session(id: "other"),
        HandmadeLog.action(1, patch: #"[{"op":"exchange","path":"/n"}]"#),
      ] {
        let lines = [HandmadeLog.keyframe(0), wrong, HandmadeLog.end(1)]
        let (log, new) = ("\(folder)/log.jsonl", "\(folder)/new.jsonl")
        try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
        let call = run([command, log, "-o", new])
        #expect(call.status == .unreadable, "\(wrong)")
        #expect(call.errors.contains("log.jsonl:3:1: error: "), "\(wrong)")
        #expect(!FileManager.default.fileExists(atPath: new))
      }
    }
  }

  @Test(arguments: [["show", "LOG", "1", "--action"], ["causes", "LOG", "1"]])
  func aDamagedPatchIsToldEvenIfItIsNotShown(_ words: [String]) throws {
    let log = "corrupt/unknown-operation.jsonl"
    let call = run(words.map { $0 == "LOG" ? log : $0 })
    #expect(call.status == .unreadable)
    #expect(call.errors.contains("\(log):3:1: "))
    #expect(call.errors.contains(#"there is no operation "rename""#))
  }

  @Test func countsOfGapsDoNotOverflow() throws {
    try inFolder { folder in
      let last = (1 << 53) - 1
      let gaps = Array(repeating: HandmadeLog.gap(1, last), count: 1100)
      let marked = gaps.flatMap { [$0, #"{"kind":"mark","seq":0,"timeMs":0,"label":"x"}"#] }
      for lines in [gaps, marked] {
        let log = "\(folder)/log.jsonl"
        try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
        #expect(run(["info", log]).output.contains("; \(last) lost in "))
        for words in [["verify", log], ["replay", log, "--skip", "last", "-o", "\(folder)/new"]] {
          #expect(run(words).status != .success)
        }
      }
    }
  }

  @Test func theActionsOfAGapAreNotPrinted() throws {
    try inFolder { folder in
      let last = (1 << 53) - 1
      let lines = [
        HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: "[]"), HandmadeLog.gap(2, last - 1),
        HandmadeLog.keyframe(last - 1), HandmadeLog.action(last, patch: "[]"),
      ]
      let (log, empty) = ("\(folder)/log.jsonl", "\(folder)/empty.jsonl")
      try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
      try Data(HandmadeLog([HandmadeLog.keyframe(0)]).bytes).write(to: URL(filePath: empty))
      let call = run(["compare", log, empty, "--json"])
      #expect(call.output.contains(#"{"firstSeqs":[1,\#(last)],"secondSeqs":[]}"#))
      #expect(run(["compare", log, empty]).output.contains("- #\(last) add"))
    }
  }

  private func inFolder(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }
}
