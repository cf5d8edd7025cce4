import RexJSON
import RexRedaction
import RexReplayer

/// One input of libFuzzer: a secret, a line feed, and a text to be redacted; traps when a law breaks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  let secret = String(decoding: parts[0], as: UTF8.self)
  let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : secret
  let rules = RedactionRules(paths: ["/secret"], shapes: .only(Set(SecretShape.allCases)))
  let live = Redactor(rules: rules, placeholderKey: 0)
  checkWork(live, text, bytesMax: 40)
  let document: JSON = ["secret": .string(secret), "text": .string(text)]
  let shown = live.redact(document)
  if !secret.isEmpty, !Placeholder.isPlaceholder(secret), shown["secret"] == .string(secret) {
    fatalError("the secret stands in \(shown)")
  }
  if shown != live.redact(document) { fatalError("something is remembered") }
  checkGiven(secret, text, rules)
  return 0
}

/// A given secret is nowhere in a text that was redacted.
private func checkGiven(_ secret: String, _ text: String, _ rules: RedactionRules) {
  let redactor = Redactor(
    rules: rules, placeholderKey: 0, loggedNumbers: nil, secrets: [secret])
  checkWork(redactor, text, bytesMax: 200)
  let shown = redactor.redact(text: text)
  // A placeholder may contain the secret, or complete it with its first letter or its last digit.
  let mayJoin =
    secret.utf8.contains { $0 == UInt8(ascii: "r") || isHexDigit($0) }
    || "redacted".contains(secret)
  if !mayJoin, !secret.isEmpty, Array(shown.utf8).contains(Array(secret.utf8)) {
    fatalError("the secret stands in \(shown)")
  }
}

private func checkWork(_ redactor: Redactor, _ text: String, bytesMax: Int) {
  let work = redactor.work(ofSearching: text)
  if work > bytesMax * text.utf8.count + 1000 {
    fatalError("\(work) for \(text.utf8.count) bytes")
  }
}

private func isHexDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
  default: false
  }
}

extension [UInt8] {
  fileprivate func contains(_ needle: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: needle) }
  }
}
