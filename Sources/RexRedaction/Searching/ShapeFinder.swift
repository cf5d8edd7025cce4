/// A secret that was found in a text by its shape.
struct ShapeFinding {
  var range: Range<Int>
  /// Whether the secret is one elsewhere too; a plain word in prose is not.
  var isRemembered = true
}

/// Finds shapes in a text's bytes, in one pass: run of word characters by run.
///
///     login by ann: token=abc123, card 4111 1111 1111 1111
///     └───┘ └┘ └─┘  └───┘         └──┘ └──┘
///
/// A run is looked at once for what begins in it (a token's prefix, a number) and once for what it
/// names (a key's name before a value, a scheme before credentials). What is found is passed over.
final class ShapeFinder: Sendable {
  let shapes: Set<SecretShape>
  let keyNames: KeyNames
  private let prefilter: TextPrefilter
  private let beginnings = WordBeginnings()
  private let hasShape: [Bool]

  init(shapes: Set<SecretShape>, keyNames: KeyNames) {
    (self.shapes, self.keyNames) = (shapes, keyNames)
    prefilter = TextPrefilter(shapes: shapes, keyNames: keyNames)
    hasShape = SecretShape.allCases.map(shapes.contains)
  }

  /// What one look at a text's bytes tells.
  func look(at text: UnsafeBufferPointer<UInt8>, work: inout Int) -> TextLook {
    if !shapes.isEmpty { return prefilter.look(at: text, work: &work) }
    work += text.count
    return TextLook(readingsOf: text)
  }

  /// Looks at an encoded document; gives a place of each value that may hold a shape, or has
  /// escapes, and one behind each key that may be a secret's.
  func look(atJSON text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Bool) {
    prefilter.look(atJSON: text, body)
  }

  /// The secrets in a text, from left to right, none inside another.
  func findings(in text: UnsafeBufferPointer<UInt8>, work: inout Int) -> [ShapeFinding] {
    guard !shapes.isEmpty, text.count >= ShapeFinder.bytesMin else { return [] }
    var scan = TextScan(text)
    var found: [ShapeFinding] = []
    var offset = scan.end(of: ShapeFinder.quiet, from: 0)
    while offset < text.count {
      var next = offset + 1
      let finding: ShapeFinding?
      if ByteSet.word.contains(text[offset]) {
        next = scan.end(of: .word, from: offset)
        finding = self.finding(ofRun: offset..<next, in: &scan)
      } else {
        finding = self.finding(atMark: offset, in: &scan)
      }
      if let finding, !finding.range.isEmpty {
        found.append(finding)
        next = max(finding.range.upperBound, offset + 1)
      }
      offset = scan.end(of: ShapeFinder.quiet, from: next)
    }
    work += scan.work
    return found
  }

  /// No shape is shorter.
  private static let bytesMin = 5
  /// What no shape begins with.
  private static let quiet = ByteSet.word.union(ByteSet(":@+".utf8)).inverted

  func has(_ shape: SecretShape) -> Bool { hasShape[shape.place] }

  /// What begins with a byte that is no word's.
  private func finding(atMark offset: Int, in scan: inout TextScan) -> ShapeFinding? {
    switch scan.text[offset] {
    case UInt8(ascii: ":") where has(.assignment): scan.password(ofURLAt: offset)
    case UInt8(ascii: "@") where has(.email): scan.email(around: offset)
    case UInt8(ascii: "+") where has(.phone): scan.phone(at: offset)
    default: nil
    }
  }

  private func finding(ofRun run: Range<Int>, in scan: inout TextScan) -> ShapeFinding? {
    if let found = beginning(in: run, &scan) { return found }
    if has(.key), let found = scan.privateKey(behind: run) { return found }
    if has(.bearer), let found = scan.credentials(behind: run) { return found }
    return has(.assignment) ? scan.assigned(toNameIn: run, names: keyNames) : nil
  }

  /// What begins at a word of a run, with its first letter or digit.
  private func beginning(in run: Range<Int>, _ scan: inout TextScan) -> ShapeFinding? {
    var mayBeJWT = has(.jwt)
    var offset = run.lowerBound
    while offset < run.upperBound {
      let byte = scan.text[offset]
      if byte.isDigit {
        if has(.card), let range = scan.cardNumber(at: offset) { return ShapeFinding(range: range) }
      } else if beginnings.contains(wordAt: offset, of: scan.text) {
        if mayBeJWT, scan.has("eyJ", at: offset) {
          if let found = scan.jwt(from: offset, in: run) { return found }
          // For the words behind it the same is missing: its other parts.
          mayBeJWT = false
        }
        if has(.key), let found = scan.token(at: offset) { return found }
        if has(.iban), let range = scan.iban(at: offset) { return ShapeFinding(range: range) }
      }
      offset = scan.end(of: .lettersAndDigits, from: offset)
      offset = scan.end(of: ShapeFinder.joints, from: offset)
    }
    return nil
  }

  private static let joints = ByteSet("_-".utf8)
}
