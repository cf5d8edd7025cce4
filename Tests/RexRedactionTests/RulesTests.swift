import RexJSON
import RexRedaction
import Testing

/// Rules that are passed add to the standard ones, unless the call says `only` or `none`.
@Suite struct RulesTests {
  private let document: JSON = [
    "address": "12 Elm Street", "password": "hunter2 again", "nickname": "Bibi",
    "text": "card 4111 1111 1111 1111, ann@example.org",
  ]

  /// The members of the document that the rules redact, by key, in order.
  private func redacted(_ rules: RedactionRules) -> [String] {
    let redactor = Redactor(rules: rules)
    guard case .object(let new) = redactor.redact(document), case .object(let old) = document
    else { return [] }
    return old.filter { new[$0.key] != $0.value }.map(\.key).sorted()
  }

  @Test func noArgumentsMeanTheStandardRules() {
    #expect(redacted(RedactionRules()) == ["password", "text"])
    #expect(redacted(.standard) == ["password", "text"])
  }

  @Test func whatIsPassedAddsToTheStandardRules() {
    #expect(redacted(RedactionRules(paths: ["/address"])) == ["address", "password", "text"])
    #expect(
      redacted(RedactionRules { names, _ in names == ["address"] })
        == ["address", "password", "text"])
    #expect(
      redacted(RedactionRules(keyNames: .standard.adding(["nickname"])))
        == ["nickname", "password", "text"])
    #expect(
      redacted(RedactionRules(shapes: .standard.adding([.email]))) == ["password", "text"])
  }

  @Test func onlyLeavesTheStandardRulesOut() {
    #expect(redacted(.only(paths: ["/address"])) == ["address"])
    #expect(redacted(.only(keyNames: .only(["nickname"]))) == ["nickname"])
    #expect(redacted(.only(keyNames: .only([], endings: ["word"]))) == ["password"])
    #expect(redacted(.only(shapes: .only([.email]))) == ["text"])
    #expect(redacted(.only { names, _ in names == ["address"] }) == ["address"])
    #expect(redacted(.only(paths: ["/address"], keyNames: .standard)) == ["address", "password"])
    #expect(redacted(.only()) == [])
  }

  @Test func anExplicitArgumentMeansWhatItSays() {
    #expect(redacted(RedactionRules(keyNames: .none)) == ["text"])
    #expect(redacted(RedactionRules(shapes: .none)) == ["password"])
    #expect(redacted(RedactionRules(shapes: .only([.iban]))) == ["password"])
    #expect(redacted(RedactionRules(keyNames: .only(["nickname"]))) == ["nickname", "text"])
    #expect(redacted(.none) == [])
  }

  /// An addition that happens to be empty must not turn anything off.
  @Test func addingNothingChangesNothing() {
    #expect(KeyNames.standard.adding([]) == .standard)
    #expect(SecretShapes.standard.adding([]) == .standard)
    #expect(KeyNames.only([]) == .none && SecretShapes.only([]) == .none)
  }

  @Test func rulesCanBeChangedInPlace() {
    var rules = RedactionRules.standard
    rules.paths.append("/address")
    rules.keyNames.insert("nickname")
    rules.shapes.insert(.email)
    #expect(redacted(rules) == ["address", "nickname", "password", "text"])
    rules.keyNames = .none
    #expect(redacted(rules) == ["address", "text"])
  }
}
