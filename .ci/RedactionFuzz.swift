import RexJSON
import RexRedaction

/// One input of libFuzzer: a secret, a line feed, and a text to be redacted; traps when a law breaks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  let secret = String(decoding: parts[0], as: UTF8.self)
  let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : secret
  var rules = RedactionRules.standard
  rules.shapes = Set(SecretShape.allCases)
  rules.paths = ["/secret"]
  var redactor = Redactor(rules: rules, vault: SecretVault(tag: 0))
  _ = redactor.redact(["secret": .string(secret)])
  let work = redactor.work(ofSearching: text)
  if work > 64 * text.utf8.count + 1000 { fatalError("\(work) for \(text.utf8.count) bytes") }
  let shown = redactor.redact(text: text)
  // A placeholder may contain the secret, or complete it with its first letter or its last digit.
  let mayJoin = secret.utf8.contains { $0 == UInt8(ascii: "r") || (0x30...0x39).contains($0) }
    || "redacted".contains(secret)
  if !mayJoin, secret.utf8.count >= SecretVault.rememberedBytesMin, !isPlaceholder(secret),
    Array(shown.utf8).contains(Array(secret.utf8))
  {
    fatalError("the secret stands in \(shown)")
  }
  checkEncoded(text, secret: secret, rules)
  return 0
}

/// What is encoded is covered as its tree is.
private func checkEncoded(_ text: String, secret: String, _ rules: RedactionRules) {
  let vaults = (SecretVault(tag: 0), SecretVault(tag: 0))
  var trees = Redactor(rules: rules, vault: vaults.0)
  var other = Redactor(rules: rules, vault: vaults.1)
  _ = trees.redact(["secret": .string(secret)])
  _ = other.redact(["secret": .string(secret)])
  var rules = rules
  rules.paths = []
  var encoded = EncodedRedactor(Redactor(rules: rules, vault: vaults.1))
  var members = JSONObject()
  members[text] = ["open", .string(text), 4_111_111_111_111_111, nil]
  for document: JSON in [.string(text), [true, .string(text)], .object(members)] {
    let (tree, bytes) = (trees.redact(document).bytes, encoded.redact(document.bytes))
    if tree != bytes {
      fatalError("\(String(decoding: bytes, as: UTF8.self)), not \(tree)")
    }
  }
}

private func isPlaceholder(_ text: String) -> Bool { Placeholder.isPlaceholder(text) }

extension [UInt8] {
  fileprivate func contains(_ needle: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: needle) }
  }
}
