import RexDiff
import RexJSON
import RexRedaction
import RexReplayer
import TestSupport
import Testing

/// The law of a redacted log: its patches lead from each redacted state to the next.
@Suite struct PatchRedactionTests {
  @Test(arguments: 0..<tries(60, gate: 300))
  func aRedactedPatchLeadsToTheRedactedState(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var document = random.account(depth: 4)
    var rules = Self.rules
    if seed.isMultiple(of: 3) { rules.isSecret = { names, _ in names.contains("map") } }
    let redactor = Redactor(rules: rules, placeholderKey: 1)
    var shown = redactor.redact(document)
    for step in 0..<20 {
      let patch = random.patch(of: document)
      let expected = try document.applying(patch)
      let redacted = try redactor.redact(patch, of: &document)
      #expect(document == expected, "seed \(seed), step \(step)")
      try shown.apply(redacted)
      #expect(shown == redactor.redact(document), "seed \(seed), step \(step): \(patch)")
      #expect(!redacted.description.contains("planted"), "seed \(seed), step \(step)")
    }
  }

  @Test func anOperationIsRedactedAtItsPlace() throws {
    let redactor = Redactor(rules: .standard)
    var state: JSON = ["user": ["pin": "12", "name": "ann"], "list": []]
    let patch = JSONPatch([
      .move(from: at("/user/pin"), path: at("/open")),
      .copy(from: at("/open"), path: at("/list/0")),
      .copy(from: at("/user/name"), path: at("/user/password")), .test(at("/open"), "12"),
      .add(at("/user"), ["token": "t-123456"]), .add(at("/list/-"), "t-123456"),
      .replace(at("/user/token"), "xy"), .move(from: at("/list/1"), path: at("/list/0")),
      .remove(at("/user/token")),
    ])
    #expect(
      try redactor.redact(patch, of: &state).description.showingPlaceholders == """
        [{"op":"remove","path":"/user/pin"},{"op":"add","path":"/open","value":"12"},\
        {"op":"copy","from":"/open","path":"/list/0"},\
        {"op":"add","path":"/user/password","value":"▮"},\
        {"op":"test","path":"/open","value":"12"},\
        {"op":"add","path":"/user","value":{"token":"▮"}},\
        {"op":"add","path":"/list/-","value":"t-123456"},\
        {"op":"replace","path":"/user/token","value":"▮"},\
        {"op":"move","from":"/list/1","path":"/list/0"},{"op":"remove","path":"/user/token"}]
        """)
  }

  @Test func anIndexIsNotASecretKey() throws {
    var rules = RedactionRules.standard
    rules.keyedPaths = ["/items", "/names"]
    let redactor = Redactor(rules: rules)
    let items = [JSON](repeating: ["x": 1], count: 1001)
    var state: JSON = ["items": .array(items), "names": ["7": 1]]
    let patch = JSONPatch([.replace(at("/items/1000/x"), 2), .replace(at("/names/7"), 2)])
    let shown = try redactor.redact(patch, of: &state)
    #expect(shown.operations.first == patch.operations.first)
    #expect(
      shown.operations.last?.path.description.showingPlaceholders == "/names/▮", "a key is one")
  }

  @Test func aPatchThatDoesNotFitIsAnError() {
    let redactor = Redactor(rules: .standard)
    for operation: JSONPatch.Operation in [
      .remove(at("/a/b")), .move(from: at("/x"), path: at("/y")),
      .copy(from: at("/x"), path: at("/y")),
      .move(from: at("/a"), path: at("/a/c")), .replace(at("/z"), 1), .test(at("/a"), 2),
    ] {
      var state: JSON = ["a": [:]]
      let patch = JSONPatch([operation])
      let expected = #expect(throws: JSONPatchError.self) { try state.applying(patch) }
      let error = #expect(throws: JSONPatchError.self) { try redactor.redact(patch, of: &state) }
      #expect(error == expected, "\(patch)")
    }
  }

  static let rules = RedactionRules(
    paths: ["/a/sec", "/list/*/b", "/list/0/a"], keyedPaths: ["/map", "**/keyed"])

  private func at(_ text: String) -> JSONPointer { JSONPointer(text) ?? JSONPointer() }
}

extension SeededGenerator {
  private static let keys = [
    "a", "b", "password", "list", "map", "keyed", "sec", "x/y", "~", "", "0", "user_token",
  ]

  fileprivate mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &self)]
  }

  /// A document that has planted texts only where a rule redacts them.
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
    case 2: .string(pick(["", "é", "e\u{301}", "x", "yy", "token=abc123", "2130000005"]))
    default:
      isSecret
        ? .string("planted\(Int.random(in: 0..<40, using: &self))/é\"")
        : pick(["zz", 2_130_000_005, 2139999999.5, "{\"pin\":1}"])
    }
  }

  /// A patch that fits: the difference to another document, or moves and copies inside of secrets,
  /// or of what is no secret.
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
    let isSecret = isSecret(path)
    switch Int.random(in: 0..<6, using: &self) {
    case 0: return .add(path, account(depth: 2, isSecret: isSecret))
    case 1: return .replace(path, account(depth: 2, isSecret: isSecret))
    case 2: return .remove(path)
    case 3 where isSecret || !containsSecret(document[from], at: from):
      return .copy(from: from, path: path)
    case 4 where isSecret || !containsSecret(document[from], at: from):
      return .move(from: from, path: path)
    default: return .test(from, document[from] ?? nil)
    }
  }

  private func isSecret(_ path: JSONPointer) -> Bool {
    path.tokens.contains { $0 == "password" || $0 == "user_token" }
  }

  /// Whether a value would show a planted text at another place.
  private func containsSecret(_ value: JSON?, at path: JSONPointer) -> Bool {
    isSecret(path) && value?.description.contains("planted") == true
  }
}
