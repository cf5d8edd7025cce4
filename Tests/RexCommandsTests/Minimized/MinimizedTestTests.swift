import Foundation
import RexCommands
import RexLocking
import RexLog
import RexReplayer
import TestSupport
import Testing

@testable import RexCommands

/// The tests that `minimize --test` writes: those in this folder, which are compiled and run.
@Suite struct MinimizedTestTests {
  static let recorded = """
    {"kind":"session","rexlog":1,"id":"1","startedAt":"2026-01-01T00:00:00Z","app":{"name":"Till"}}
    {"kind":"keyframe","seq":0,"timeMs":0,"state":{"total":0,"isOpen":true}}
    {"kind":"action","seq":1,"timeMs":1,"type":"pay","action":{"pay":{"_0":250}},"tookMs":0,\
    "patch":[{"op":"replace","path":"/total","value":250}]}
    {"kind":"action","seq":2,"timeMs":2,"type":"refund","action":{"refund":{"_0":200}},"tookMs":0,\
    "patch":[{"op":"replace","path":"/total","value":50}]}
    {"kind":"action","seq":3,"timeMs":3,"type":"refund","action":{"refund":{"_0":70}},"tookMs":0,\
    "patch":[{"op":"replace","path":"/total","value":0}]}
    {"kind":"end","seq":3,"timeMs":4,"reason":"closed"}

    """

  @Test(arguments: [
    ("TotalBelowZero", "below-zero", ["--when", #"$.total < 0 && $["isOpen"]"#, "--anywhere"]),
    ("RefundAsRecorded", "refund", ["--diverges"]),
  ])
  func checkedInTestsEqualTheGeneratedOnes(
    _ test: String, _ log: String, _ options: [String]
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (tests, logs) = ("Tests/RexCommandsTests/Minimized", "Fixtures/minimized")
    for path in [tests, logs] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: path), withIntermediateDirectories: true)
    }
    let paths = ["till.jsonl", "\(logs)/\(log).jsonl", "\(tests)/\(test).swift"]
    let files = paths.map { folder.appending(path: $0).path }
    try Self.recorded.write(toFile: files[0], atomically: true, encoding: .utf8)
    let errors = Locked("")
    let status = ReplayCommandLine(name: "till", apps: [Till.broken]).run(
      ["minimize", files[0], "-o", files[1], "--test", files[2]] + options,
      in: CommandEnvironment(
        write: { _ in }, writeError: { text in errors.withLock { $0 += text } },
        nextLine: { nil }))
    #expect(status == .success, "\(errors.withLock { $0 })")
    for (path, file) in zip(paths, files).dropFirst() {
      let written = try String(contentsOfFile: file, encoding: .utf8)
        .replacing(/"id":"[-0-9A-F]{36}"/, with: #""id":"0""#)
      #expect(try written == Fixture.expected("../" + path, for: written))
    }
  }

  /// The generated tests run with the fixed reducer, as tests of this target; what they expect is
  /// false of the broken one.
  @Test func theBrokenReducerDoesWhatGeneratedTestsExclude() throws {
    #expect(
      try Till.broken.reduces(
        RecordedLog("../../../Fixtures/minimized/below-zero.jsonl"),
        to: #"$.total < 0 && $["isOpen"]"#, anywhere: true))
    let failure = #expect(throws: (any Error).self) {
      try Till.broken.verify(RecordedLog("../../../Fixtures/minimized/refund.jsonl"))
    }
    #expect(failure.map { "\($0)" }?.contains("diverged: 0 of 1 action verified") == true)
  }

  /// This runs the fixed reducer, since the broken one would crash this process.
  @Test func aLogThatEndsInACrashIsReducedToItsEnd() throws {
    let test = MinimizedTest(path: "Tests/9-b.swift", log: "/logs/few.jsonl", check: .unfinished)
    #expect(
      test.text.hasSuffix(
        """

        @Test func few9b() throws {
          let log = RecordedLog("/logs/few.jsonl")
          try app.reduceUnfinished(log)
        }

        """))
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let end = #"{"kind":"action","seq":3,"timeMs":3,"type":"pay","action":{"pay":{"_0":"#
    for amount in ["1}}", #""text"}}"#] {
      let lines = Self.recorded.split(separator: "\n").prefix(4).joined(separator: "\n")
      let path = folder.appending(path: "few.jsonl").path
      try "\(lines)\n\(end)\(amount)".write(toFile: path, atomically: true, encoding: .utf8)
      try app.reduceUnfinished(RecordedLog(path))
    }
  }

  /// A minimized log has no results to compare with, so the test passes if the actions only run.
  @Test func aLogWithACrashInItIsReduced() throws {
    let test = MinimizedTest(path: "Tests/B.swift", log: "/logs/few.jsonl", check: .crash)
    #expect(test.text.contains(#"#expect(try app.reduces(log, to: "$"))"#))
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = Self.recorded.split(separator: "\n").prefix(3)
    try lines.map { $0.replacing(/"patch":\[.*\]/, with: #""patch":null"#) + "\n" }.joined()
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: VerificationError.self) { try app.verify(RecordedLog(path)) }
    #expect(try app.reduces(RecordedLog(path), to: "$"))
  }

  @Test(arguments: [
    ("few.jsonl", #""few.jsonl""#), (#"a "quoted" one"#, ##"#"a "quoted" one"#"##),
    (#"$['a\nb']"#, ##"#"$['a\nb']"#"##), (##"x"#; y"##, ##""x\"#; y""##),
    ("line\nbreak", #""line\u{a}break""#), ("ключ", #""\u{43a}\u{43b}\u{44e}\u{447}""#),
    ("\\(x)", ##"#"\(x)"#"##), ("\\#(x)", ##""\\#(x)""##),
  ])
  func textBecomesASwiftLiteral(_ text: String, _ literal: String) {
    #expect(text.swiftLiteral == literal)
  }
}
