import RexJSON
import RexRedaction
import Testing

/// Secrets are known by their looks; what only resembles them stays.
@Suite struct ShapeTests {
  private func shown(_ text: String, _ shapes: Set<SecretShape> = SecretShape.standard) -> String {
    let rules = RedactionRules(keyNames: .standard, shapes: shapes)
    return Redactor(rules: rules, vault: SecretVault(mark: 0xAB12)).redact(text: text)
  }

  private static let one = "redactedab120001"

  @Test(arguments: [
    ("see eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln!", "see \(one)!"),
    ("ghp_0123456789abcdefghij0123", one),
    ("id AKIAIOSFODNN7EXAMPLE.", "id \(one)"),
    ("Authorization: Bearer abc123def456", "Authorization: Bearer \(one)"),
    ("sent Bearer abc123def456 twice", "sent Bearer \(one) twice"),
    ("card 4111 1111 1111 1111, ok", "card \(one), ok"),
    ("378282246310005", one),
    (#"login(user: "ann", password: "hun\"ter2")"#, #"login(user: "ann", password: "\#(one)")"#),
    (#"{"access_token":"x1","n":1}"#, #"{"access_token":"\#(one)","n":1}"#),
    ("setPassword(\"hunter2\")", "setPassword(\"\(one)\")"),
    ("https://x.org/?token=abc%20def&a=1", "https://x.org/?token=\(one)&a=1"),
    ("postgres://ann:pa55@db/x", "postgres://ann:\(one)@db/x"),
    ("tokens: [\"a\", \"b\"] end", "tokens: [\(one)] end"),
    ("credentials: Login(a: \"x)\", b: 2), next: 1", "credentials: Login(\(one)), next: 1"),
    (
      "a -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
      "a \(one)-----END RSA PRIVATE KEY-----"
    ),
  ])
  func covered(_ text: String, _ expected: String) {
    #expect(shown(text) == expected)
  }

  @Test(arguments: [
    "4111 1111 1111 1112", "0.4111111111111111", "1732156800000", "basic understanding",
    "bearer certificates", "token: nil", "eyJust.some.words", "sk-short", "a+b", "", "😀",
    "what a lovely day: sunny", "ann@example.com", "+49 30 1234567",
  ])
  func left(_ text: String) { #expect(shown(text) == text) }

  @Test func addressesAndNumbersAreCoveredWhenAsked() {
    #expect(shown("to ann@example.com.", [.email]) == "to \(Self.one).")
    #expect(shown("call +49 30 1234567 now", [.phone]) == "call \(Self.one) now")
  }

  @Test func aCardNumberIsCoveredAsANumberToo() {
    var redactor = Redactor(rules: .standard, vault: SecretVault(mark: 1))
    #expect(redactor.redact(["a": 4_111_111_111_111_111, "b": 12]) == ["a": 770_000_001, "b": 12])
  }
}
