import Foundation
import RexCommands
import RexLog
import TestSupport
import Testing

extension CommandTests {
  /// A list of secrets that must not be in a log.
  static let secrets = Fixture.url("secrets.txt").path
}

/// Redacting an existing log: by the rules, and given secrets everywhere.
@Suite struct RedactTests {
  @Test func redactedLogContainsNoSecret() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let new = folder.appending(path: "new.jsonl").path
    let again = folder.appending(path: "again.jsonl").path

    let words = [
      "--keyed-path", "/byEmail", "--shape", "email", "--secrets", CommandTests.secrets,
      "--check", CommandTests.secrets,
    ]
    // The card in a text is found by its digits; as a number, by its path.
    let number = ["--path", "**/cards/*/number"]
    let call = run(["redact", "secrets.jsonl", "-o", new] + words + number)
    #expect(call.status == .success, "\(call.transcript)")
    let text = try String(contentsOfFile: new, encoding: .utf8).numberingPlaceholders
    #expect(try text == Fixture.expected("output/redact.jsonl", for: text))

    #expect(run(["redact", new, "-o", again] + words).status == .success)
    let (first, second) = (try lines(of: new), try lines(of: again))
    #expect(first.dropFirst() == second.dropFirst())
    #expect(run(["redact", new, "-o", again]).status == .unreadable)
  }

  @Test(arguments: ["team-chat", "shop", "torn", "phone-session", "opaque", "news-scoped"])
  func aRedactedLogVerifiesAsItsOriginalDoes(_ name: String) throws {
    let new = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: new) }
    #expect(run(["redact", "\(name).jsonl", "-o", new, "--key", "body"]).status == .success)
    let original = run(["verify", "\(name).jsonl"])
    let redacted = run(["verify", new])
    #expect(redacted.status == original.status)
    #expect(redacted.output.replacing(new, with: "\(name).jsonl") == original.output)
    #expect(redacted.errors.replacing(new, with: "\(name).jsonl") == original.errors)
  }

  /// A rule for the state leaves a value in the action that brings it there.
  @Test func anActionThatStillHasAValueOfTheStateIsNamed() throws {
    try inFolder { folder in
      let log = try folder.file("lock.jsonl", lockLog)
      let list = try folder.file("list.txt", "7351-x\n")
      let new = folder.path + "/new.jsonl"
      let advice =
        "at /signIn/place\nhint: add --path /signIn/place, or in the app: "
        + "paths: [\"/signIn/place\"]\n"
      let state = run(["redact", log, "-o", new, "--path", "/account/number"])
      #expect(state.status == .success)
      #expect(
        state.output == "\(log): 1 value redacted in \(new)\n\(log): action 1 signIn still has a "
          + "value that is redacted in the state, \(advice)")
      let check = run(["redact", new, "--check", list])
      #expect(check.status == .negative)
      #expect(
        check.output == "\(new):3:82: the secret of line 1 is here\n\(new): action 1 signIn has a "
          + "secret, \(advice)\(new): 1 place with one of 1 secret\n")
      let both = run([
        "redact", log, "-o", folder.path + "/both.jsonl", "--path", "/account/number", "--path",
        "/signIn/place", "--check", list,
      ])
      #expect(both.status == .success, "\(both.transcript)")
      #expect(both.output.hasSuffix("none of 1 secret is in it\n"))
    }
  }

  #if os(Linux)
    /// The size of a file that its system makes up is 0.
    @Test func aFileOfSizeZeroIsReadBeforeItIsCalledClean() throws {
      let list = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: list) }
      try "Linux version".write(toFile: list, atomically: true, encoding: .utf8)
      let call = run(["redact", "/proc/version", "--check", list])
      #expect(call.output.hasSuffix("/proc/version: 1 place with one of 1 secret\n"))
      #expect(call.status == .negative)
    }
  #endif

  @Test func fingerprintsOfUnredactedDataAreRedacted() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (old, new) = (folder.appending(path: "old.jsonl").path, folder.path + "/new.jsonl")
    let text = try Fixture.text("logs/v1/left-out.jsonl").replacing(
      #""opaque":"the state was set from outside""#,
      with: #""opaque":"20480 bytes, more than 9","#
        + #""actionLeftOut":{"bytes":20480,"fingerprint":"5a9a2baf33e86483"}"#)
    try text.write(toFile: old, atomically: true, encoding: .utf8)
    #expect(run(["redact", old, "-o", new]).status == .success)
    let redacted = try String(contentsOfFile: new, encoding: .utf8)
    #expect(!redacted.contains("5a9a2baf33e86483"))
    let placeholders = redacted.matches(of: /redacted[0-9a-f]{16}/).map(\.0)
    #expect(placeholders.count == 2 && placeholders[0] == placeholders[1], "they stay equal")
  }

  @Test func actionsThatRedactionMadeUndecodableAreSkippedAndReported() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let new = folder.appending(path: "new.jsonl").path
    let replayed = folder.appending(path: "replayed.jsonl").path
    let words = ["--path", "/Navigate/addTransition", "--longest", "64"]
    #expect(run(["redact", "shop.jsonl", "-o", new] + words).status == .success)
    let calls = [
      run(["verify", new]), run(["verify", new, "--json"]), run(["replay", new, "-o", replayed]),
    ]
    #expect(calls.map(\.status) == [.noVerdict, .noVerdict, .success])
    let text = calls.map(\.transcript).joined().replacing(folder.path + "/", with: "")
    #expect(try text == Fixture.expected("output/undecodable.txt", for: text))
  }

  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func secretListsMayHaveAnyLineEndingsAndAByteOrderMark(_ ending: String, _ mark: String) throws {
    try inFolder { folder in
      let list = try folder.file(
        "list.txt", mark + ["nobody", "", "ann@bank.example"].joined(separator: ending))
      let call = run(["redact", "secrets.jsonl", "--check", list])
      #expect(call.status == .negative)
      #expect(call.output.hasPrefix("secrets.jsonl:6:256: the secret of line 3 is here\n"))
      #expect(call.output.hasSuffix("2 places with one of 2 secrets\n"))
    }
  }

  @Test func unreadableSecretListIsAnError() throws {
    try inFolder { folder in
      let empty = try folder.file("empty.txt", "\u{FEFF}\r\n\r\n")
      let usage = run(["redact", "secrets.jsonl", "--check", empty])
      #expect(usage.status == .usage)
      #expect(usage.errors.contains("\(empty) contains no secret"))
      let wide = folder.path + "/wide.txt"
      try Data([0xFF, 0xFE, 0x61, 0x00]).write(to: URL(filePath: wide))
      let call = run(["redact", "secrets.jsonl", "--check", wide])
      #expect(call.status == .unreadable)
      #expect(call.errors.hasPrefix("\(wide):1:1: error: this line is not text in UTF-8\n"))
      #expect(run(["redact", "-", "--check", "-"]).status == .usage)
    }
  }

  @Test func otherFilesInAFolderAreReportedWithoutBlocking() throws {
    try inFolder { folder in
      let log = try folder.file("a.jsonl", Fixture.text("logs/v1/secrets.jsonl"))
      _ = try folder.file("z.jsonl", Fixture.text("logs/v1/shop.jsonl"))
      let (pipe, loop) = (folder.path + "/b.jsonl", folder.path + "/c.jsonl")
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(symlink(loop, loop) == 0)
      let call = run(["redact", folder.path, "--check", CommandTests.secrets])
      #expect(call.status == .negative)
      #expect(call.output.contains("\(log): 12 places with one of 4 secrets\n"))
      #expect(
        call.output.hasSuffix(
          """
          z.jsonl: none of 4 secrets is in it
          4 logs: 1 clean, 1 with secrets, 2 unreadable

          """))
      #expect(call.errors.contains("\(pipe):1:1: error: not a regular file\n"))
      #expect(call.errors.contains("\(loop):1:1: error: cannot open: "))
      #expect(
        run(["verify", folder.path]).errors.contains("\(pipe):1:1: error: not a regular"))
      try FileManager.default.removeItem(atPath: log)
      let rest = run(["redact", folder.path, "--check", CommandTests.secrets])
      #expect(rest.status == .unreadable, "clean as far as it can be read is not clean")
    }
  }

  @Test func anUnfinishedOpaqueActionSurvives() throws {
    try inFolder { folder in
      let old = try folder.file(
        "old.jsonl",
        #"""
        {"kind":"session","rexlog":1,"id":"1","startedAt":"2026-01-01T00:00:00Z","app":{"name":"A"}}
        {"kind":"keyframe","seq":0,"timeMs":0,"state":{}}
        {"kind":"action","seq":1,"timeMs":5,"type":"Login","opaque":"Login(password: \"hunter2\")"
        """#)
      let new = folder.path + "/new.jsonl"
      #expect(run(["redact", old, "-o", new]).status == .success)
      let last = try #require(try lines(of: new).last)
      #expect(last.hasPrefix(#"{"kind":"action","seq":1,"timeMs":5,"type":"Login","opaque":"#))
      #expect(last.contains("redacted") && !last.contains("hunter2"))
    }
  }

  private struct Folder {
    var path: String

    func file(_ name: String, _ text: String) throws -> String {
      try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
      return "\(path)/\(name)"
    }
  }

  private func inFolder(_ body: (Folder) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(Folder(path: path))
  }

  private func lines(of path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }
}

extension String {
  /// The text with placeholders that do not depend on the key: `redacted-1` for the first.
  fileprivate var numberingPlaceholders: String {
    var numbers: [Substring: Int] = [:]
    return replacing(#/redacted[0-9a-f]{16}|2130[0-9]{6}(?!])(?!,2130)/#) { match in
      let number = numbers[match.0] ?? numbers.count + 1
      numbers[match.0] = number
      return "redacted-\(number)"
    }
  }
}

private let lockLog = #"""
  {"kind":"session","rexlog":1,"id":"1","startedAt":"2026-11-20T10:00:00.000Z","app":{"name":"A"}}
  {"kind":"keyframe","seq":0,"timeMs":0,"state":{"account":{"number":""}}}
  {"kind":"action","seq":1,"timeMs":1,"type":"signIn","action":{"signIn":{"place":"7351-x"}},\#
  "tookMs":0,"patch":[{"op":"replace","path":"/account/number","value":"7351-x"}]}
  {"kind":"end","seq":1,"timeMs":2,"reason":"closed"}

  """#
