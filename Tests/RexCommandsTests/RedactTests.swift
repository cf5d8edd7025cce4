import Foundation
import RexCommands
import RexLog
import TestSupport
import Testing

extension CommandTests {
  /// A list of what must not be in a log.
  static let secrets = Fixture.url("secrets.txt").path
}

/// An existing log is redacted whole: what is secret on any line is covered on every line.
@Suite struct RedactTests {
  @Test func aRedactedLogHoldsNoneOfTheSecrets() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let new = folder.appending(path: "new.jsonl").path
    let again = folder.appending(path: "again.jsonl").path

    let words = ["--keyed-path", "/byEmail", "--shape", "email", "--check", CommandTests.secrets]
    let call = run(["redact", "secrets.jsonl", "-o", new] + words)
    #expect(call.status == .success, "\(call.transcript)")
    let text = try String(contentsOfFile: new, encoding: .utf8)
      .replacing(#/redacted[0-9a-f]{4}(?=[0-9]{4})/#, with: "redacted")
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

  @Test func fingerprintsOfWhatWasNotCoveredAreCovered() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (old, new) = (folder.appending(path: "old.jsonl").path, folder.path + "/new.jsonl")
    let text = try Fixture.text("logs/v1/left-out.jsonl").replacing(
      "the state was set from outside",
      with: "20480 bytes, more than 9; fingerprint 5a9a2baf33e86483")
    try text.write(toFile: old, atomically: true, encoding: .utf8)
    #expect(run(["redact", old, "-o", new]).status == .success)
    let redacted = try String(contentsOfFile: new, encoding: .utf8)
    #expect(!redacted.contains("5a9a2baf33e86483"))
    let placeholders = redacted.matches(of: /redacted[0-9a-f]{4}0001/).map(\.0)
    #expect(placeholders.count == 2 && placeholders[0] == placeholders[1], "they stay equal")
  }

  @Test func whatRedactionMadeUndecodableIsNamedAndPassedOver() throws {
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
    #expect(calls.allSatisfy { $0.status == .success })
    let text = calls.map(\.transcript).joined().replacing(folder.path + "/", with: "")
    #expect(try text == Fixture.expected("output/undecodable.txt", for: text))
  }

  private func lines(of path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }
}
