import RexJSON
import RexRedaction
import TestSupport
import Testing

/// The law of the prefilter: it never changes what is redacted.
@Suite struct PrefilterTests {
  /// A tilde turns the prefilter off; on its own line, it has no other effect.
  @Test(arguments: 0..<40)
  func prefilterAndFullSearchAgree(seed: UInt64) {
    for round in 0..<250 {
      var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(round))
      let count = Int.random(in: 1..<7, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      #expect(
        redactor().redact(text: "~\n" + text) == "~\n" + redactor().redact(text: text),
        "seed \(seed), round \(round): \(text.debugDescription)")
    }
  }

  private func redactor() -> Redactor {
    var redactor = Redactor(
      rules: RedactionRules(shapes: .only(Set(SecretShape.allCases))),
      vault: SecretVault(tag: 0xAB12))
    _ = redactor.redact(["password": "remembered words"])
    return redactor
  }
}

/// Parts of secrets, and separators.
private let pieces = [
  "password", "token", "x", "line2", "userPin", "Authorization", ":", "=", "(", ")", "[", " ", "  ",
  "\"", "'", "\n", "\t", "\u{A0}", "\u{202F}", "é", ",", "/", "-", "_", ".", "+", "%", "@", "\\",
  "?code=", "&sig=", "://u:", "p@host.org", "4111", "1111", "1111 1111", "111111111111", "DE89",
  "370400440532013000", " 3704 0044 0532 0130 00", "Bearer ", "basic ", "aB3dE5gH", "abcdefgh",
  "ghp_0123456789abcdefghij", "AKIA0123456789ABCDEF", "xoxb-1234567890a", "sk-", "eyJhbGciOi",
  ".eyJzdWIi", ".sig", "-----BEGIN", " PRIVATE KEY-----", "cGFzc3dvcmQ6IGh1bnRlcjI=", "cGFzc3dv",
  "remembered", " words", "hunter2", "Ada", "a plain text, as most are", "%41", "~0",
  "EE09C84B-0102-4003-8004-05060708099E", "49 30 1234567",
]
