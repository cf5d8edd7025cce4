import Foundation
import RexJSON
import RexRedaction
import Testing

/// Texts are searched in blocks of several bytes: a secret is found wherever it begins in one.
@Suite struct OffsetTests {
  private static let words = ["a", "A", "_", "aB3-_x", "a b ", "A.9 ", "é", "/x"]

  @Test(arguments: [
    "ghp_0123456789abcdefghij", "AKIAIOSFODNN7EXAMPLE", "sk-proj-abcdefghijklmnopqrs7",
    "4111111111111111", "GB82WEST12345698765432", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
  ])
  func aShapeIsFoundAtEveryOffset(_ secret: String) {
    for text in OffsetTests.texts(before: ["-", " ", "/"]) {
      #expect(!redactor().redact(text: text + secret).contains(secret), "behind \(text)")
      #expect(redactor().redact(text: text + "x" + secret).contains(secret), "behind \(text)x")
    }
  }

  @Test(arguments: [
    "cGFzc3dvcmQ6IGh1bnRlcjI=", "IHBhc3N3b3JkPWh1bnRlcjI", "cGFzc3dvcmQ6CWh1bnRlcjIgw6kgICAg",
  ])
  func base64IsFoundAtEveryOffset(_ secret: String) {
    for text in OffsetTests.texts(before: [" ", "."]) {
      #expect(!redactor().redact(text: text + secret).contains(secret), "behind \(text)")
    }
  }

  @Test(arguments: ["é", "€", "😀"])
  func base64OfAnyCharacterIsFound(_ character: String) {
    for count in 0..<60 {
      let text = String(repeating: "x", count: count) + character + " password: hunter2"
      let encoded = Data(text.utf8).base64EncodedString()
      #expect(redactor().redact(text: encoded) == "redacted00010001", "\(count) bytes before")
    }
  }

  @Test(arguments: SecretVault.rememberedBytesMin..<20)
  func aRememberedSecretIsFoundAtEveryOffset(_ byteCount: Int) {
    let secret = String("s3cr3t, in several words".prefix(byteCount))
    var redactor = redactor()
    _ = redactor.redact(["password": .string(secret), "pin": "another secret"])
    for text in OffsetTests.texts(before: ["", "-", " "]) {
      #expect(!redactor.redact(text: text + secret).contains(secret), "behind \(text)")
    }
  }

  @Test(arguments: ["", "(a)", "[{}]", "\")\"", "a, {\"b\": \"]\"}"])
  func aGroupEndsWithItsBracketAtEveryOffset(_ inside: String) {
    for count in 0..<40 {
      let text = String(repeating: "x", count: count) + "," + inside
      #expect(redactor().redact(text: "tokens: [\(text)] end") == "tokens: [redacted00010001] end")
      #expect(redactor().redact(text: "tokens: [\(text) end") == "tokens: [redacted00010001")
    }
  }

  private static func texts(before separators: [String]) -> [String] {
    words.flatMap { word in
      (0..<20).flatMap { count in
        separators.map { String(repeating: word, count: count) + $0 }
      }
    }
  }

  private func redactor() -> Redactor {
    Redactor(rules: .standard, vault: SecretVault(tag: 1))
  }
}
