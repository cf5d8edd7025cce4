import RexDiff
import RexJSON
import RexRedaction
import Testing

/// A secret is redacted in all of a document, patch or text, wherever in it the secret is known.
@Suite struct RedactionOrderTests {
  @Test func aDocumentIsRedactedByASecretAfterIt() {
    var redactor = Redactor(rules: .standard, vault: SecretVault(tag: 1))
    let shown = redactor.redact([
      "note": "it is hunter22", "hunter22": 1, "password": "hunter22", "pin": 123_456,
    ])
    #expect(!shown.description.contains("hunter22"), "\(shown)")
    var again = Redactor(rules: .standard, vault: SecretVault(tag: 1))
    let state = again.start(from: ["note": "it is hunter22", "password": "hunter22"])
    #expect(!state.description.contains("hunter22"))
    #expect(again.state == state)
  }

  @Test func aTextIsRedactedByASecretAfterIt() {
    let redactor = Redactor(rules: .standard, vault: SecretVault(tag: 1))
    let shown = redactor.redact(text: "hunter22 was tried: password=hunter22")
    #expect(!shown.contains("hunter22"), "\(shown)")
  }

  @Test func aPatchIsRedactedByASecretAfterIt() throws {
    var redactor = Redactor(rules: .standard, vault: SecretVault(tag: 1))
    _ = redactor.start(from: ["note": "", "password": ""])
    let patch = JSONPatch([
      .replace(at("/note"), "it is hunter22"), .add(at("/hunter22"), 1),
      .replace(at("/password"), "hunter22"),
    ])
    let shown = try redactor.redact(patch)
    #expect(!shown.description.contains("hunter22"), "\(shown)")
    #expect(try (["note": "", "password": ""] as JSON).applying(shown) == redactor.state)
  }

  @Test func aConditionCoversChangesBelow() throws {
    let rules = RedactionRules.only { path, _ in path.tokens == ["medical"] }
    var redactor = Redactor(rules: rules, vault: SecretVault(tag: 1))
    _ = redactor.start(from: ["medical": ["x": "cancer"]])
    let shown = try redactor.redact(JSONPatch([.replace(at("/medical/x"), "broken leg")]))
    #expect(!shown.description.contains("leg"), "\(shown)")
  }

  @Test func aConditionCoversANewContainer() throws {
    let rules = RedactionRules.only { path, _ in path.tokens == ["medical"] }
    var redactor = Redactor(rules: rules, vault: SecretVault(tag: 1))
    _ = redactor.start(from: ["id": 1])
    let patch = JSONPatch([.add(at("/medical"), [:]), .add(at("/medical/x"), "broken leg")])
    let shown = try redactor.redact(patch)
    #expect(!shown.description.contains("leg"), "\(shown)")
  }

  @Test func aLongerSecretIsRedactedWhereAShorterOneBegins() {
    let redactor = Redactor(rules: .standard, vault: SecretVault(tag: 1))
    let shown = redactor.redact(
      text: #"token=abc1 def2 ghi3; password="abc1 def2 ghi3""#)
    #expect(!shown.contains("def2"), "\(shown)")
  }

  @Test func aPatchIsRedactedByItsNewKeys() throws {
    var redactor = Redactor(rules: .standard, vault: SecretVault(tag: 1))
    _ = redactor.start(from: ["note": ""])
    let patch = JSONPatch([
      .replace(at("/note"), "uses abcdef99"), .add(at("/token=abcdef99"), 1),
    ])
    let shown = try redactor.redact(patch)
    #expect(!shown.description.contains("abcdef99"), "\(shown)")
  }

  @Test func anIndexIsNotASecretKey() throws {
    var rules = RedactionRules.standard
    rules.keyedPaths = ["/items"]
    var redactor = Redactor(rules: rules, vault: SecretVault(tag: 1))
    let items = [JSON](repeating: ["x": 1], count: 100_001)
    _ = redactor.start(from: ["items": .array(items), "note": ""])
    let patch = JSONPatch([
      .replace(at("/items/100000/x"), 2), .replace(at("/note"), "item 100000"),
    ])
    #expect(try redactor.redact(patch) == patch)
  }

  private func at(_ text: String) -> JSONPointer { JSONPointer(text) ?? JSONPointer() }
}
