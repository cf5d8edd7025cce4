import Foundation
import RexCommands
import RexExamples
import RexLocking
import TestSupport
import Testing

/// `--follow`: a log that is written while a command reads it.
@Suite struct FollowTests {
  private static let lines = [
    #"{"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"}}"#,
    #"{"kind":"keyframe","seq":0,"timeMs":0,"state":{"n":0}}"#,
    action(1), action(2), action(3), action(4),
    #"{"kind":"end","seq":4,"timeMs":5,"reason":"closed"}"#,
  ].map { $0 + "\n" }

  private static func action(_ seq: Int, type: String = "add") -> String {
    #"{"kind":"action","seq":\#(seq),"timeMs":\#(seq),"type":"\#(type)","action":{},"tookMs":0,"#
      + #""patch":[{"op":"replace","path":"/n","value":\#(seq)}]}"#
  }

  /// Runs a command on the beginning of a log, and changes the file at each wait.
  private struct Following {
    var errors = ""
    var status = CommandStatus.success
    /// What was printed before each wait.
    var outputs: [String] = []

    init(
      _ words: [String], input: [String] = [], start: String,
      then changes: [@Sendable (_ path: String) throws -> Void]
    ) throws {
      let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      try start.write(toFile: path, atomically: false, encoding: .utf8)
      let (changes, lines) = (Locked(changes[...]), Locked(input[...]))
      let (outputs, errors) = (Locked([""]), Locked(""))
      let failure = Locked((any Error)?.none)
      let environment = CommandEnvironment(
        write: { text in outputs.withLock { $0[$0.count - 1] += text } },
        writeError: { text in errors.withLock { $0 += text.replacing(path, with: "LOG") } },
        nextLine: { lines.withLock { $0.popFirst() } },
        wait: {
          guard let change = changes.withLock({ $0.popFirst() }) else { return false }
          do { try change(path) } catch { failure.withLock { $0 = error } }
          outputs.withLock { $0.append("") }
          return true
        })
      status = ReplayCommandLine(name: "rexreplay", apps: []).run(
        [words[0], path] + words[1...], in: environment)
      if let failure = failure.withLock({ $0 }) { throw failure }
      (self.errors, self.outputs) = (errors.withLock { $0 }, outputs.withLock { $0 })
    }
  }

  private static func append(_ text: String) -> @Sendable (String) throws -> Void {
    { path in
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    }
  }

  private static func replace(_ text: String) -> @Sendable (String) throws -> Void {
    { try text.write(toFile: $0, atomically: true, encoding: .utf8) }
  }

  /// The numbers and types of a list's lines.
  private func listed(_ output: String) -> [String] {
    output.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return "\(words[0]) \(words[3])"
    }
  }

  @Test func listShowsNewActionsAndWaitsForTheTornLine() throws {
    let torn = Self.lines[3].dropLast(20)
    let follow = try Following(
      ["list", "--follow"], start: Self.lines[...2].joined(),
      then: [
        { _ in }, Self.append(String(torn)), Self.append(String(Self.lines[3].suffix(20))),
        Self.append(Self.lines[4] + Self.lines[5]), Self.append(Self.lines[6]),
      ])
    #expect(
      follow.outputs.map(listed) == [["1 add"], [], [], ["2 add"], ["3 add", "4 add"], []])
    #expect(follow.errors == "")
    #expect(follow.status == .success)
  }

  @Test func listFiltersNewActions() throws {
    let follow = try Following(
      ["list", "--follow", "--type", "other"], start: Self.lines[...3].joined(),
      then: [
        Self.append(Self.lines[4]), Self.append(Self.action(4, type: "other") + "\n"),
      ])
    #expect(follow.outputs.map(listed) == [[], [], ["4 other"]])
  }

  @Test func listStartsOverWithAnotherLog() throws {
    let other = Self.lines[...3].joined().replacing(#""id":"1""#, with: #""id":"2""#)
    let follow = try Following(
      ["list", "--follow"], start: Self.lines[...3].joined(),
      then: [Self.replace(other), Self.replace(Self.lines[...2].joined()), Self.replace("")])
    #expect(
      follow.outputs.map(listed) == [["1 add", "2 add"], ["1 add", "2 add"], ["1 add"], []])
    let replaced = "LOG: replaced by another log; listing that one\n"
    #expect(follow.errors.hasPrefix(replaced + replaced))
  }

  @Test func stepWaitsForTheNextAction() throws {
    let torn = Self.lines[3].dropLast(20)
    let follow = try Following(
      ["step", "--follow"], input: ["next", "next", "last", "state /n", "quit"],
      start: Self.lines[...2].joined(),
      then: [
        { _ in }, Self.append(String(torn)), Self.append(String(Self.lines[3].suffix(20))),
      ])
    #expect(follow.outputs[0].contains("#1 add"))
    #expect(follow.outputs[1] == "" && follow.outputs[2] == "")
    #expect(follow.outputs[3].hasPrefix("#2 add"))
    #expect(follow.outputs[3].hasSuffix("2\n"))
    #expect(follow.status == .success)
  }

  @Test func stepStartsOverWithAnotherLog() throws {
    let other = Self.lines[...2].joined().replacing(#""id":"1""#, with: #""id":"2""#)
    let follow = try Following(
      ["step", "--follow"], input: ["last", "next", "next"], start: Self.lines[...4].joined(),
      then: [Self.replace(other)])
    #expect(follow.outputs[0].contains("#3 add"))
    #expect(follow.outputs[1].contains("#1 add"))
    #expect(follow.errors.contains("LOG: replaced by another log; starting over\n"))
  }
}
