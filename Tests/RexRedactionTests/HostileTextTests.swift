import Foundation
import RexJSON
import RexRedaction
import RexReplayer
import TestSupport
import Testing

/// Searching a text for secrets takes linear time, whatever the text contains.
///
/// The tests count the bytes that are read: about ten times as many for ten times the text.
@Suite struct HostileTextTests {
  @Test(arguments: hostileTexts.keys.sorted(), [false, true])
  func workIsLinearInTheText(_ name: String, isOffline: Bool) throws {
    let text = try #require(hostileTexts[name])
    let redactor = makeRedactor(isOffline: isOffline)
    let (small, large) = (text(tries(1_000, gate: 2_000)), text(tries(10_000, gate: 20_000)))
    let work = (redactor.work(ofSearching: small), redactor.work(ofSearching: large))
    let levels = isOffline ? 8 : 1
    #expect(
      work.1 <= 16 * (1 + levels) * large.utf8.count + 1000, "\(work.1) for \(large.utf8.count)")
    #expect(work.1 <= 11 * work.0 + 1000, "\(work)")
  }

  @Test(arguments: hostileTexts.keys.sorted(), [false, true])
  func aHostileTextIsRedacted(_ name: String, isOffline: Bool) throws {
    let make = try #require(hostileTexts[name])
    let text = make(tries(15_000, gate: 50_000))
    let once = makeRedactor(isOffline: isOffline).redact(text: text)
    #expect(once.utf8.count <= 8 * text.utf8.count + 100)
    #expect(!isOffline || !once.contains("s3cr3t-0-x"))
  }

  /// A short, repeatable part of `.ci/fuzz redaction`: a secret, and a text after it.
  @Test func workIsLinearForTheFuzzingCorpus() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Fixture.url("fuzz-redaction"), includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let input = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      let parts = input.split(separator: "\n", maxSplits: 1).map(String.init)
      let redactor = makeRedactor(isOffline: true, secrets: [parts.first ?? ""])
      let text = parts.last ?? ""
      #expect(redactor.work(ofSearching: text) <= 200 * text.utf8.count + 1000, "\(file.path)")
      #expect(redactor.redact(text: text) != text, "\(file.path)")
    }
  }

  /// Texts with JSON in texts with JSON are read a few levels deep.
  @Test func nestedJSONIsReadAFewLevelsDeep() {
    var text = #"{"password":"x"}"#
    for _ in 0..<12 { text = (["a": .string(text)] as JSON).description }
    #expect(Redactor(rules: .standard).redact(text: text).utf8.count < 2 * text.utf8.count)
  }

  private func makeRedactor(isOffline: Bool, secrets: [String] = ["s3cr3t-0-x"]) -> Redactor {
    isOffline
      ? Redactor(
        rules: .standard, placeholderKey: 1, loggedNumbers: nil, secrets: secrets)
      : Redactor(rules: .standard, placeholderKey: 1)
  }
}

/// Texts that once took too much time or memory, and similar ones.
private let hostileTexts: [String: @Sendable (Int) -> String] = [
  "a run of _": { .init(repeating: "_", count: $0) },
  "a run of -": { .init(repeating: "-", count: $0) },
  "a run of base64url": { .init(repeating: "aB3-_x", count: $0 / 6) },
  "a run of digits": { .init(repeating: "4111", count: $0 / 4) },
  "digits in groups": { .init(repeating: "4 1-", count: $0 / 4) },
  "beginnings of JWTs": { .init(repeating: "eyJ-", count: $0 / 4) + ".eyJ" },
  "beginnings of tokens": { .init(repeating: "sk-ant-", count: $0 / 7) },
  "IBANs in a run": { .init(repeating: "DE89-", count: $0 / 5) },
  "a scheme repeated": { "Authorization: " + .init(repeating: "Bearer ", count: $0 / 7) },
  "schemes as values": { .init(repeating: "token: Bearer ", count: $0 / 14) },
  "names without values": { .init(repeating: "password ", count: $0 / 9) },
  "names and spaces": { "password" + .init(repeating: " ", count: $0) },
  "open brackets": { .init(repeating: "token([", count: $0 / 7) },
  "contexts of private types": {
    .init(repeating: "token=a(unknown context at $1).", count: $0 / 31)
  },
  "names before a context": {
    .init(repeating: "token=", count: $0 / 6) + "a(unknown context at $1)."
  },
  "nested contexts of private types": {
    .init(repeating: "token=a(unknown context at $", count: $0 / 30)
      + .init(repeating: ").", count: $0 / 30)
  },
  "open quotes": { .init(repeating: "token=\"", count: $0 / 7) },
  "quotes in brackets": { .init(repeating: "token(\"a\" ", count: $0 / 10) },
  "backslashes": { .init(repeating: "\\", count: $0) },
  "backslashes and quotes": { .init(repeating: "\\\"", count: $0 / 2) },
  "names in backslashes": { .init(repeating: #"\\\"password\\\":"#, count: $0 / 17) },
  "percent in percent": { "%" + .init(repeating: "25", count: $0 / 2) + "41" },
  "percents": { .init(repeating: "%", count: $0) },
  "escapes of every kind": { .init(repeating: "\\u005c%25~0+", count: $0 / 12) },
  "halves of surrogates": { .init(repeating: "\\ud83d", count: $0 / 6) },
  "URLs": { .init(repeating: "://", count: $0 / 3) },
  "users in a URL": { "://" + .init(repeating: "a:@", count: $0 / 3) },
  "private keys": { .init(repeating: "-----BEGIN PRIVATE KEY-----", count: $0 / 27) },
  "a secret's beginning": { .init(repeating: "s3cr3t-", count: $0 / 7) },
  "base64": { .init(repeating: "c2VjcmV0", count: $0 / 8) },
  "hexadecimal": { .init(repeating: "7365637265", count: $0 / 10) },
  "at signs": { .init(repeating: "a@b.", count: $0 / 4) },
  "arrows": { .init(repeating: "token=>", count: $0 / 7) },
  "commands": { .init(repeating: "curl -u ", count: $0 / 8) },
  "messaging tokens": { .init(repeating: ":APA91b", count: $0 / 7) },
  "types": { .init(repeating: "token: String = ", count: $0 / 16) },
  "titles of keys": { .init(repeating: "-----BEGIN ", count: $0 / 11) },
  "functions": { .init(repeating: "func token(", count: $0 / 11) },
  "cases": { .init(repeating: "passwordChanged(a.", count: $0 / 18) },
  "names with spaces": { .init(repeating: "api key key key: ", count: $0 / 17) },
  "names beside values": { .init(repeating: "name:\"token\",value:", count: $0 / 20) },
  "lists of names": { .init(repeating: "[\"token\",", count: $0 / 9) },
  "numbers of placeholders": { .init(repeating: "2130000000 ", count: $0 / 11) },
]
