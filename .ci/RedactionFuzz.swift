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
  var redactor = Redactor(rules: rules, vault: SecretVault(mark: 0))
  _ = redactor.redact(["secret": .string(secret)])
  let work = redactor.work(ofLookingAt: text)
  if work > 64 * text.utf8.count + 1000 { fatalError("\(work) for \(text.utf8.count) bytes") }
  let shown = redactor.redact(text: text)
  // Beside a placeholder, its first letter or its last digit may complete the secret again.
  let mayJoin = secret.utf8.contains { $0 == UInt8(ascii: "r") || (0x30...0x39).contains($0) }
  if !mayJoin, secret.utf8.count >= SecretVault.rememberedBytesMin, !isPlaceholder(secret),
    Array(shown.utf8).contains(Array(secret.utf8))
  {
    fatalError("the secret stands in \(shown)")
  }
  return 0
}

private func isPlaceholder(_ text: String) -> Bool { Placeholder.isPlaceholder(text) }

extension [UInt8] {
  fileprivate func contains(_ needle: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: needle) }
  }
}
