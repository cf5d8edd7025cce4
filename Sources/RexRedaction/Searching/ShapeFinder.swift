/// A secret that was found in a text by its format.
struct ShapeFinding {
  var range: Range<Int>
  /// Whether to search for the secret in other texts, too; false for a plain word in prose.
  var isRemembered = true
}

/// Finds text in secret formats in one pass, one run of word characters after another.
///
///     login by ann: token=abc123, card 4111 1111 1111 1111
///     └───┘ └┘ └─┘  └───┘         └──┘ └──┘
///
/// Each run is checked for secrets that begin in it (a token's prefix, a number), and for secrets
/// that it introduces (a key's name before a value, a scheme before credentials). The search
/// continues after a finding.
final class ShapeFinder: Sendable {
  let shapes: SecretShapes
  let keyNames: KeyNames
  private let prefilter: TextPrefilter
  private let secretStarts = SecretStarts.standard
  private let forms = TokenForms.standard
  // A lookup in the set would hash the format.
  private let (hasJWT, hasKey, hasBearer, hasCard): (Bool, Bool, Bool, Bool)
  private let (hasIBAN, hasAssignment, hasEmail, hasPhone): (Bool, Bool, Bool, Bool)

  init(shapes: SecretShapes, keyNames: KeyNames) {
    (self.shapes, self.keyNames) = (shapes, keyNames)
    prefilter = TextPrefilter(shapes: shapes, keyNames: keyNames)
    (hasJWT, hasKey) = (shapes.contains(.jwt), shapes.contains(.key))
    (hasBearer, hasCard) = (shapes.contains(.bearer), shapes.contains(.card))
    (hasIBAN, hasAssignment) = (shapes.contains(.iban), shapes.contains(.assignment))
    (hasEmail, hasPhone) = (shapes.contains(.email), shapes.contains(.phone))
  }

  /// Returns what the prefilter finds in a text.
  func signs(in text: UnsafeBufferPointer<UInt8>, work: inout Int) -> TextSigns {
    if !shapes.isEmpty { return prefilter.signs(in: text, work: &work) }
    work += text.count
    return TextSigns(escapesOf: text)
  }

  /// Runs the prefilter on a document's JSON text.
  ///
  /// The closure receives an offset in each value that may contain a secret or has escapes, and
  /// one after each key that may be secret, until it returns false.
  func forEachSign(inJSON text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Bool) {
    prefilter.forEachSign(inJSON: text, body)
  }

  /// Returns the secrets in a text, from left to right, without nesting.
  func findings(in text: UnsafeBufferPointer<UInt8>, work: inout Int) -> [ShapeFinding] {
    guard !shapes.isEmpty else { return [] }
    var scan = TextScan(text)
    var found: [ShapeFinding] = []
    var offset = scan.end(of: ShapeFinder.skipped, from: 0)
    while offset < text.count {
      var next = offset + 1
      let finding: ShapeFinding?
      if ByteSet.word.contains(text[offset]) {
        next = scan.end(of: .word, from: offset)
        finding = self.finding(ofRun: offset..<next, in: &scan)
      } else {
        finding = self.finding(atPunctuation: offset, in: &scan)
      }
      if let finding, !finding.range.isEmpty {
        found.append(finding)
        next = max(finding.range.upperBound, offset + 1)
      }
      offset = scan.end(of: ShapeFinder.skipped, from: next)
    }
    work += scan.work
    return found
  }

  /// The bytes with which no secret begins.
  private static let skipped = ByteSet.word.union(ByteSet(":@+".utf8)).inverted

  /// Returns the secret at a byte that is not a word character.
  private func finding(atPunctuation offset: Int, in scan: inout TextScan) -> ShapeFinding? {
    switch scan.text[offset] {
    case UInt8(ascii: ":") where hasAssignment: scan.password(ofURLAt: offset)
    case UInt8(ascii: "@") where hasEmail: scan.email(around: offset)
    case UInt8(ascii: "+") where hasPhone: scan.phone(at: offset)
    default: nil
    }
  }

  private func finding(ofRun run: Range<Int>, in scan: inout TextScan) -> ShapeFinding? {
    if let found = beginning(in: run, &scan) { return found }
    guard let next = scan.byte(at: run.upperBound), ByteSet.afterName.contains(next) else {
      return nil
    }
    if next == UInt8(ascii: " ") {
      if hasKey, let found = scan.privateKey(after: run) { return found }
      if hasBearer, let found = scan.credentials(after: run) { return found }
    }
    return hasAssignment ? scan.assigned(toNameIn: run, names: keyNames) : nil
  }

  /// Returns a secret that begins at the start of a word in a run.
  private func beginning(in run: Range<Int>, _ scan: inout TextScan) -> ShapeFinding? {
    var mayBeJWT = hasJWT
    scan.work += run.count
    return secretStarts.first(in: run, of: scan.text) { offset in
      if scan.text[offset].isDigit {
        return hasCard ? scan.cardNumber(at: offset).map { ShapeFinding(range: $0) } : nil
      }
      if mayBeJWT, scan.has("eyJ", at: offset) {
        if let found = scan.jwt(from: offset, in: run) { return found }
        // The later words of this run lack the other parts, too.
        mayBeJWT = false
      }
      if hasKey, let found = scan.token(at: offset, of: forms) { return found }
      return hasIBAN ? scan.iban(at: offset).map { ShapeFinding(range: $0) } : nil
    }
  }
}
