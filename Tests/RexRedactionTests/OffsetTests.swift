import Foundation
import RexJSON
import RexRedaction
import TestSupport
import Testing

/// A secret is found wherever it begins in a text.
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

  @Test(arguments: ["", "(a)", "[{}]", "\")\"", "a, {\"b\": \"]\"}"])
  func aGroupEndsWithItsBracketAtEveryOffset(_ inside: String) {
    for count in 0..<40 {
      let text = String(repeating: "x", count: count) + "," + inside
      #expect(
        redactor().redact(text: "tokens: [\(text)] end").showingPlaceholders == "tokens: [▮] end")
      #expect(redactor().redact(text: "tokens: [\(text) end").showingPlaceholders == "tokens: [▮")
    }
  }

  private static func texts(before separators: [String]) -> [String] {
    words.flatMap { word in
      (0..<tries(4, gate: 20)).flatMap { count in
        separators.map { String(repeating: word, count: count) + $0 }
      }
    }
  }

  private func redactor() -> Redactor { Redactor(rules: .standard) }
}
