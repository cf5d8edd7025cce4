import RexDiff
import RexJSON
import TestSupport
import Testing

/// Secrets are replaced where leaves are written, so the laws hold for what is shown.
@Suite struct RedactedStateTests {
  private func follow<State: Mutable>(_ type: State.Type, dependsOnNames: Bool) throws {
    for seed in 0..<tries(1, gate: 3) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var state = State.random(&random, depth: 3)
      var checker = try StateChecker(state, redactor: HidingRedactor(dependsOnNames))
      for step in 0..<20 {
        if random.chance(90) { state.mutate(&random, depth: 3) }
        try checker.update(to: state, "\(type) seed \(seed) step \(step)")
      }
    }
  }

  @Test(arguments: [false, true])
  func patchesLeadFromOneRedactedStateToTheNext(dependsOnNames: Bool) throws {
    try follow(Everything.self, dependsOnNames: dependsOnNames)
    try follow([Node].self, dependsOnNames: dependsOnNames)
    try follow([Opaque].self, dependsOnNames: dependsOnNames)
    try follow(Set<Padded>.self, dependsOnNames: dependsOnNames)
    try follow([String: [Payload]].self, dependsOnNames: dependsOnNames)
    try follow(Unexplained.self, dependsOnNames: dependsOnNames)
  }

  /// The arrays share their storage, but only one is secret.
  @Test func aValueIsNotReusedWhereOtherRulesApply() throws {
    struct Pair: Encodable {
      var open: [String] = []
      var secret: [String] = []
    }
    let texts = (0..<100).map { "text \($0), long enough for a list of its own" }
    var pair = Pair(open: texts)
    var checker = try StateChecker(pair, redactor: HidingRedactor(false))
    pair = Pair(secret: texts)
    try checker.update(to: pair)
    #expect(!checker.patch.description.contains("long enough"))
    pair = Pair(open: texts, secret: texts)
    try checker.update(to: pair)
    pair = Pair(open: texts)
    try checker.update(to: pair)
  }

  @Test(arguments: [false, true])
  func anEntryIsNotReusedUnderAnotherKey(dependsOnNames: Bool) throws {
    let texts = (0..<100).map { "text \($0), long enough for a list of its own" }
    var state: [String: [String]] = ["open": texts, "other": []]
    var checker = try StateChecker(state, redactor: HidingRedactor(dependsOnNames))
    for keys in [
      ["secret"], ["open", "secret"], ["other"], ["key of secret", "secret"], ["open"],
    ] {
      state = Dictionary(uniqueKeysWithValues: keys.map { ($0, texts) })
      try checker.update(to: state, "\(keys)")
    }
  }

  @Test func longLeavesAreRedacted() throws {
    struct Leaves: Encodable {
      var open = String(repeating: "open ", count: 10_000)
      var secret = String(repeating: "hidden ", count: 10_000)
      var count = 0
    }
    var leaves = Leaves()
    var checker = try StateChecker(leaves, redactor: HidingRedactor(false))
    leaves.count = 1
    try checker.update(to: leaves)
    leaves.open = leaves.secret
    try checker.update(to: leaves)
    leaves.secret += "more"
    try checker.update(to: leaves)
    #expect(checker.patchByteCount < 200)
  }

  @Test func aTreeIsRedactedLikeItsEncoding() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = DocumentGenerator(seed: seed)
      let part = generator.document()
      let document: JSON = ["a": part, "secret": part, "key of secret": [part, ["text": part]]]
      for redactor in [HidingRedactor(false), HidingRedactor(true)] {
        let shown = redactor.redacted(document, in: redactor.rootScope) ?? document
        let bytes = try JSONDocumentEncoder().encodeBytes(Tree(document), redactor: redactor)
        #expect(String(decoding: bytes, as: UTF8.self) == shown.description, "seed \(seed)")
        let whole = try JSONDocumentEncoder().encodeBytes(document, redactor: redactor)
        #expect(bytes == whole, "seed \(seed)")
      }
    }
  }
}

/// A document that encodes its members and elements one by one.
private struct Tree: Encodable {
  var document: JSON

  init(_ document: JSON) { self.document = document }

  func encode(to encoder: any Encoder) throws {
    switch document {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(Tree(element)) }
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in members { try container.encode(Tree(value), forKey: Key(key)) }
    default:
      var container = encoder.singleValueContainer()
      try container.encode(document)
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Hides everything below the key "secret", and keys that contain it.
///
/// With names, it also hides what is below two names of equal length.
private final class HidingRedactor: LeafRedactor {
  let dependsOnNames: Bool

  init(_ dependsOnNames: Bool) { self.dependsOnNames = dependsOnNames }

  var rootScope: LeafScope { LeafScope() }

  func member(_ key: String, of object: LeafScope) -> (scope: LeafScope, shownKey: String?) {
    let names = key.utf8.reduce(object.names &* 31 &+ 7) { $0 &* 31 &+ UInt32($1) }
    let scope = LeafScope(
      rules: key == "secret" || key == "text" ? 1 : object.rules,
      names: dependsOnNames ? names : 0)
    return (scope, key.contains("of secret") ? "key \(key.utf8.fingerprint)" : nil)
  }

  func scope(ofElementsIn array: LeafScope) -> LeafScope { array }

  func secretScope(in scope: LeafScope) -> LeafScope { LeafScope(rules: 1, names: scope.names) }

  func redacted(
    text: UnsafeBufferPointer<UInt8>, as form: LeafForm, in scope: LeafScope,
    names: () -> [String]
  ) -> String? {
    hides(scope, names) ? "text \(text.fingerprint)" : nil
  }

  func redacted(
    number: UnsafeBufferPointer<UInt8>, in scope: LeafScope, names: () -> [String]
  ) -> JSONNumber? {
    hides(scope, names) ? JSONNumber(number.count) : nil
  }

  func redacted(bool: Bool, in scope: LeafScope, names: () -> [String]) -> Bool {
    bool && !hides(scope, names)
  }

  private func hides(_ scope: LeafScope, _ names: () -> [String]) -> Bool {
    if scope.rules == 1 { return true }
    guard dependsOnNames else { return false }
    let lengths = names().map(\.utf8.count)
    return Set(lengths).count < lengths.count
  }
}
