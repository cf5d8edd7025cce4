import RexJSON
import RexRedaction
import TestSupport
import Testing

/// Secrets are found by their formats; texts that only resemble them stay.
@Suite struct ShapeTests {
  private func shown(_ text: String, _ shapes: SecretShapes = .standard) -> String {
    let rules = RedactionRules(shapes: shapes)
    return Redactor(rules: rules, vault: SecretVault(tag: 0xAB12)).redact(text: text)
  }

  private static let one = "redactedab120001"

  @Test(arguments: [
    ("see eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln!", "see \(one)!"),
    ("ghp_0123456789abcdefghij0123", one),
    ("id AKIAIOSFODNN7EXAMPLE.", "id \(one)."),
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
    ("Authorization: Token abc123", "Authorization: Token \(one)"),
    (
      "Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=c\nx",
      "Authorization: AWS4-HMAC-SHA256 \(one)\nx"
    ),
    (
      "curl -H 'Authorization: Token abc123' https://x.org",
      "curl -H 'Authorization: Token \(one)' https://x.org"
    ),
    ("Cookie: a=b; c=d\nHost: x.org", "Cookie: \(one)\nHost: x.org"),
    ("pwd=abc123", "pwd=\(one)"), ("user-passcode: 99x21", "user-passcode: \(one)"),
    ("otp_code=123456", "otp_code=\(one)"),
    ("secretAnswer: \"my first dog\"", "secretAnswer: \"\(one)\""),
    ("https://x.org/cb?code=4/0AX4XfWh&state=x", "https://x.org/cb?code=\(one)&state=x"),
    ("https://x.org/f?X-Amz-Signature=0f1e2d3c&a=1", "https://x.org/f?X-Amz-Signature=\(one)&a=1"),
    ("/blob?sv=1&amp;sig=abc%2Fdef%3D", "/blob?sv=1&amp;sig=\(one)"),
    ("card 4111-11 11111111 11, ok", "card \(one), ok"), ("4111.1111.1111.1111", one),
    ("4111\u{A0}1111\u{202F}1111  1111", one), ("no 12 4111 1111 1111 1111 5", "no 12 \(one) 5"),
    ("to DE89 3704 0044 0532 0130 00 now", "to \(one) now"), ("GB82WEST12345698765432", one),
    ("glpat-0123456789abcdefghij", one), ("sk-ant-api03-0123456789abcdefghij_-", one),
    ("sk-proj-0123456789abcdefghij", one), ("AIza0123456789abcdefghijklmnopqrstuvwxy", one),
    ("npm_0123456789abcdefghijABCDEFGHIJ012345", one),
    (
      #"{\"a\":\"{\\\"password\\\":\\\"hun\\\\\\\"ter2\\\"}\"}"#,
      #"{\"a\":\"{\\\"password\\\":\\\"\#(one)\\\"}\"}"#
    ),
    ("x eyJwYXNzd29yZCI6Imh1bnRlcjIifQ== y", "x \(one) y"),
    ("password%3Dabc123%26a%3D1", "password%3D\(one)%26a%3D1"),
  ])
  func secretsAreRedacted(_ text: String, _ expected: String) {
    #expect(shown(text) == expected)
  }

  @Test(arguments: [
    "4111 1111 1111 1112", "0.4111111111111111", "1732156800000", "basic understanding",
    "bearer certificates", "token: nil", "eyJust.some.words", "sk-short", "a+b", "", "😀",
    "what a lovely day: sunny", "ann@example.com", "+49 30 1234567", "sk-toolbar-button",
    "41111111-1111-1111-8abc-0123456789ab", "id 41111111-1111-1111-8abc-0123456789ab!",
    "EE09C84B-0102-4003-8004-05060708099E", "id BA92B192-0102-4003-8004-05060708092B",
    "sk-toolbar-button-for-the-main-window", "AKIAIOSFODNN7EXAMPLELONGER", "ghp_short",
    "code=404", "https://x.org/?code=404&page=2", "shipping: express", "pinned: yes",
    "4111 1111 1111 1111abc", "DE89 3704 0044 0532 0130 01", "xx89370400440532013000",
    "/usr/lib/swift/linux/x86_64/libswiftCore", "understanding/misunderstandings",
    "spin: fast, author: ann, tokenizer: bpe", "xoxb-toolbar-button", "npm_config_registry_url",
  ])
  func textsThatAreNotSecretsStay(_ text: String) { #expect(shown(text) == text) }

  @Test func emailAndPhonePatternsAreOptional() {
    #expect(shown("to ann@example.com.", .only([.email])) == "to \(Self.one).")
    #expect(shown("call +49 30 1234567 now", .only([.phone])) == "call \(Self.one) now")
  }

  @Test func keyNamesMatchInEverySpelling() {
    let secret = [
      "pwd", "passwd", "passCode", "user_passcode", "pin", "PIN", "pinCode", "pin-code", "userPin",
      "otp", "otpCode", "mfa", "mfa_code", "secretAnswer", "secret-answer", "sessionId",
      "session_id", "SessionID", "authCode", "auth-code", "privateKey", "private_key",
      "encryptionKey", "encryption-key", "accountNumber", "account_number", "socialSecurityNumber",
      "social-security-number", "ssn", "password2", "passwordConfirmation", "password_hash",
      "newPassword", "Set-Cookie", "x-api-key", "cvv2", "secret key 1 ",
    ]
    #expect(secret.filter { !KeyNames.standard.contains($0) } == [])
    let open = [
      "pinned", "spin", "shipping", "mapPins", "passenger", "compass", "optional", "author",
      "authority", "tokenizer", "session", "code", "key", "keyboard", "account", "number", "id",
      "name", "", "_", "2", "secretary", "cardinality", "hash", "value",
    ]
    #expect(open.filter { KeyNames.standard.contains($0) } == [])
    var names = KeyNames.only(["a"], endings: ["z"])
    names.insert("line 2")
    #expect(["a", "A_", "xyz", "z", "Line2", "z-9"].allSatisfy { names.contains($0) })
    #expect(["b", "za", "ba", "line3"].allSatisfy { !names.contains($0) })
  }

  @Test func credentialsAreRememberedWithoutTheirScheme() {
    var redactor = Redactor(rules: .standard, vault: SecretVault(tag: 0xAB12))
    _ = redactor.redact(["authorization": "Hawk-2 abc123def"])
    #expect(redactor.redact(text: "with abc123def") == "with redactedab120002")
  }
}
