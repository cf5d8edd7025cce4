import Foundation
import RexJSON
import RexRedaction
import TestSupport
import Testing

/// Searching a text for secrets takes linear time, whatever the text contains.
///
/// The tests count the bytes that are read: about ten times as many for ten times the text.
@Suite struct HostileTextTests {
  @Test(arguments: hostileTexts.keys.sorted())
  func workIsLinearInTheText(_ name: String) throws {
    let text = try #require(hostileTexts[name])
    for hasSecrets in [false, true] {
      let redactor = redactor(secretCount: hasSecrets ? 100 : 0)
      let (small, large) = (text(2_000), text(20_000))
      let work = (redactor.work(ofSearching: small), redactor.work(ofSearching: large))
      #expect(work.1 <= 64 * large.utf8.count + 1000, "\(work.1) for \(large.utf8.count) bytes")
      #expect(work.1 <= 11 * work.0 + 1000, "\(work)")
    }
  }

  @Test(arguments: hostileTexts.keys.sorted())
  func aHostileTextIsRedacted(_ name: String) throws {
    let make = try #require(hostileTexts[name])
    let text = make(50_000)
    let redactor = redactor(secretCount: 10)
    let once = redactor.redact(text: text)
    #expect(once.utf8.count <= 8 * text.utf8.count)
    #expect(!once.contains("s3cr3t-0-x"))
  }

  /// A short, repeatable part of `.ci/fuzz redaction`: a secret, and a text after it.
  @Test func workIsLinearForTheFuzzingCorpus() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Fixture.url("fuzz-redaction"), includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let input = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      let parts = input.split(separator: "\n", maxSplits: 1).map(String.init)
      var redactor = Redactor(rules: .standard)
      _ = redactor.redact(["password": .string(parts.first ?? "")])
      let text = parts.last ?? ""
      #expect(redactor.work(ofSearching: text) <= 64 * text.utf8.count + 1000, "\(file.path)")
      #expect(redactor.redact(text: text) != text, "\(file.path)")
    }
  }

  @Test func manySecretsAreSearchedInOnePass() {
    let text = String(repeating: "an ordinary text of words, with 12 numbers; ", count: 500)
    let one = redactor(secretCount: 1).work(ofSearching: text)
    let many = redactor(secretCount: 20_000).work(ofSearching: text)
    #expect(Double(many) <= 1.5 * Double(one), "\(many) with many, \(one) with one")
  }

  @Test func secretsWithACommonBeginningAreFoundInOnePass() {
    let beginning = String(repeating: "a", count: 1000)
    var redactor = Redactor(rules: .only(paths: ["/secrets"]))
    let secrets = (0..<300).map { "\(beginning)\($0)" }
    _ = redactor.redact(["secrets": .array(secrets.map(JSON.string))])
    let text = String(repeating: "a", count: 20_000)
    #expect(redactor.work(ofSearching: text) <= 40 * text.utf8.count)
    #expect(redactor.redact(text: "x\(secrets[123]) y").hasSuffix(" y"))
    #expect(!redactor.redact(text: "x\(secrets[123])y").contains("aaaa"))
  }

  @Test func longSecretIsFoundByItsBeginningAndRedactedToTheTextsEnd() {
    let secret = String((0..<10_000).map { Character(Unicode.Scalar(97 + UInt8($0 * $0 % 23))) })
    var redactor = Redactor(rules: .only(paths: ["/secret"]), vault: SecretVault(tag: 1))
    _ = redactor.redact(["secret": .string(secret)])
    #expect(redactor.redact(text: "it is \(secret).") == "it is redacted00010002")
  }

  private func redactor(secretCount: Int) -> Redactor {
    var made = Redactor(rules: .standard)
    let secrets = (0..<secretCount).map { JSON.string("s3cr3t-\($0 &* 7919)-x") }
    _ = made.redact(["passwords": .array(secrets)])
    return made
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
]
