import RexDiff
import RexJSON
import RexRedaction
import TestSupport
import Testing

/// The law of a redacted log: its patches lead from each redacted state to the next.
@Suite struct ConsistencyTests {
  @Test(arguments: 0..<300)
  func aRedactedPatchLeadsToTheRedactedState(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var document = random.account(depth: 4)
    let vault = SecretVault(tag: 0xAB12)
    var redactor = Redactor(rules: Self.rules, vault: vault)
    var shown = redactor.start(from: document)
    for step in 0..<20 {
      let patch = random.patch(of: document)
      let next = try document.applying(patch)
      let redacted = try redactor.redact(patch)
      try shown.apply(redacted)
      #expect(shown == redactor.state, "seed \(seed), step \(step)")
      var fresh = Redactor(rules: Self.rules, vault: vault)
      #expect(shown.isCovering(fresh.redact(next)), "seed \(seed), step \(step): \(redacted)")
      #expect(!redacted.description.contains("planted"), "seed \(seed), step \(step)")
      #expect(!shown.description.contains("planted"), "seed \(seed), step \(step)")
      document = next
    }
  }

  /// Redacting JSON text without a tree has the same result as redacting the tree.
  @Test(arguments: 0..<300)
  func encodedDocumentsAreRedactedLikeTrees(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let hasPlaces = seed.isMultiple(of: 5)
    let rules = hasPlaces ? Self.rules : .standard
    var document: JSON = random.account(depth: seed.isMultiple(of: 2) ? 4 : 1)
    var trees = Redactor(rules: rules, vault: SecretVault(tag: 0xAB12))
    var encoded = EncodedRedactor(Redactor(rules: rules, vault: SecretVault(tag: 0xAB12)))
    #expect(try JSON(parsing: encoded.start(from: document.bytes)) == trees.start(from: document))
    for step in 0..<20 {
      let action = random.account(depth: 2)
      #expect(try JSON(parsing: encoded.redact(action.bytes)) == trees.redact(action))
      let patch = random.patch(of: document)
      document = try document.applying(patch)
      let shown = try trees.redact(patch).json
      #expect(
        try JSON(parsing: encoded.redact(patch: patch.json.bytes)) == shown,
        "seed \(seed), step \(step): \(patch)")
      if Int.random(in: 0..<8, using: &random) == 0 {
        let keyframe = try JSON(parsing: encoded.redact(keyframe: document.bytes))
        #expect(keyframe == trees.state, "seed \(seed), step \(step)")
      }
    }
  }

  static let rules = RedactionRules(
    paths: ["/a/sec", "/list/*/b", "/list/0/a"], keyedPaths: ["/map", "**/keyed"])
}

extension JSON {
  /// Whether both are the same, except for values that are redacted in one of them.
  fileprivate func isCovering(_ other: JSON) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isCovering($1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in
          right[key].map(value.isCovering) ?? Placeholder.isPlaceholder(key)
        }
    default: self == other || Placeholder.isContained(in: self) || self == false
    }
  }
}

extension SeededGenerator {
  private static let keys = [
    "a", "b", "password", "list", "map", "keyed", "sec", "x/y", "~", "", "0", "user_token",
  ]

  fileprivate mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &self)]
  }

  /// A document that has long texts only where a rule redacts them.
  fileprivate mutating func account(depth: Int, isSecret: Bool = false) -> JSON {
    guard depth > 0, Int.random(in: 0..<10, using: &self) < 7 else {
      return scalar(isSecret: isSecret)
    }
    let count = Int.random(in: 0..<5, using: &self)
    if Int.random(in: 0..<3, using: &self) == 0 {
      return .array((0..<count).map { _ in account(depth: depth - 1, isSecret: isSecret) })
    }
    var members = JSONObject()
    for _ in 0..<count {
      let key = pick(Self.keys)
      let isSecret = isSecret || key == "password" || key == "user_token"
      members[key] = account(depth: depth - 1, isSecret: isSecret)
    }
    return .object(members)
  }

  private mutating func scalar(isSecret: Bool) -> JSON {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: pick([nil, true, false])
    case 1: .number(JSONNumber(Int.random(in: 0..<20, using: &self)))
    case 2: .string(pick(["", "é", "e\u{301}", "x", "yy"]))
    default:
      isSecret ? .string("planted\(Int.random(in: 0..<40, using: &self))/é\"") : .string("zz")
    }
  }

  /// A patch that fits: the difference to another document, or moves and copies.
  fileprivate mutating func patch(of document: JSON) -> JSONPatch {
    if Int.random(in: 0..<6, using: &self) == 0 {
      return JSONPatch(from: document, to: account(depth: 4))
    }
    var document = document
    var operations: [JSONPatch.Operation] = []
    for _ in 0..<Int.random(in: 1..<5, using: &self) {
      let operation = self.operation(on: document)
      guard let next = try? document.applying(JSONPatch([operation])) else { continue }
      document = next
      operations.append(operation)
    }
    return JSONPatch(operations)
  }

  private mutating func operation(on document: JSON) -> JSONPatch.Operation {
    let from = pick(document.pointers)
    let target = pick(document.pointers)
    let path =
      Int.random(in: 0..<2, using: &self) == 0 ? target : target.appending(pick(Self.keys + ["-"]))
    let isSecret = path.tokens.contains { $0 == "password" || $0 == "user_token" }
    return switch Int.random(in: 0..<6, using: &self) {
    case 0: .add(path, account(depth: 2, isSecret: isSecret))
    case 1: .replace(path, account(depth: 2, isSecret: isSecret))
    case 2: .remove(path)
    case 3: .copy(from: from, path: path)
    case 4: .test(from, document[from] ?? nil)
    default: .move(from: from, path: path)
    }
  }
}
