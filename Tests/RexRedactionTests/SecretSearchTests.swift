import Foundation
import RexLog
import RexRedaction
import Testing

/// Given secrets are found in any escaping or encoding.
@Suite struct SecretSearchTests {
  private func count(of secret: String, in text: String) -> Int {
    SecretSearch([secret]).findings(in: Array(text.utf8)).count
  }

  @Test(arguments: [
    "plain hunter2/é here", #"json "hunter2\/\u00e9""#, "url ?q=hunter2%2F%C3%A9&b",
    "twice hunter2%252F%25C3%25A9", "pointer /a/hunter2~1é", "base64 aHVudGVyMi/DqQ==",
    "inside YW5uOmh1bnRlcjIvw6k6eA== x", "hex 68756e746572322fc3a9",
    #"swift \"hunter2/\u{E9}\""#,
  ])
  func aSecretIsFoundAndReplacedInAnyForm(_ text: String) {
    #expect(count(of: "hunter2/é", in: text) == 1)
    let redactor = Redactor(
      rules: .none, placeholderKey: nil, loggedNumbers: nil, secrets: ["hunter2/é"])
    let shown = redactor.redact(text: text)
    #expect(shown.contains("redacted") && count(of: "hunter2/é", in: shown) == 0, "\(shown)")
  }

  @Test func shortSecretsAreFoundInEveryEscapingButNotEncoded() {
    let search = SecretSearch(["é/\"1", "pin77"])
    func count(_ text: String) -> Int { search.findings(in: Array(text.utf8)).count }
    #expect(count(#"pin77 and é/"1, "\u00e9\/\"1", %C3%A9%2F%221"#) == 4)
    #expect(count("shopping 77, amidpin777 words") == 1, "also by chance inside longer words")
    #expect(count(Data("pin77".utf8).base64EncodedString()) == 0)
    #expect(count("70696e3737") == 0)
    #expect(SecretSearch(["pin770"]).findings(in: Array("70696e373730".utf8)).count == 1)
  }

  @Test func theSourceOfADecodedSecretIsExact() {
    let text = #"a\u0020b %73\u0065cret%21 \\\"secret!\\\" end"#
    let found = SecretSearch(["secret!"]).findings(in: Array(text.utf8))
    #expect(
      found.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
        == [#"%73\u0065cret%21"#, "secret!"])
  }

  @Test func overlappingSecretsAreOneFinding() {
    let found = SecretSearch(["abcd", "cdef", "de"]).findings(in: Array("xabcdefx abx de".utf8))
    #expect(found.map(\.range) == [1..<7, 13..<15])
  }

  @Test func secretsWithACommonBeginningAreFoundInOnePass() {
    let beginning = String(repeating: "a", count: 1000)
    let search = SecretSearch((0..<300).map { "\(beginning)\($0)" })
    #expect(search.findings(in: Array("x\(beginning)123 y".utf8)).map(\.range) == [1..<1004])
  }
}
