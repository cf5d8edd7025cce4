import RexJSON

/// A part of a text, and the placeholder that replaces it.
struct Replacement {
  var range: Range<Int>
  var placeholder: String
}

extension Redactor {
  /// Returns the secret parts of a text, from left to right, without overlaps.
  func replacements(in text: UnsafeBufferPointer<UInt8>) -> [Replacement] {
    let found = shapes.secrets(in: text, vault, knowing: vault.needles)
    return found.isEmpty
      ? []
      : merged(found, in: text).compactMap { found in
        placeholder(for: found).map { Replacement(range: found.range, placeholder: $0) }
      }
  }

  /// Returns how many bytes are read to find a text's secrets, including its unescaped forms.
  ///
  /// Tests check that this is linear in the text's length, whatever the text contains.
  package func work(ofSearching text: String) -> Int {
    var search = TextSearch(shapes: shapes, vault: vault)
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      search.search(bytes, with: shapes.signs(in: bytes, work: &search.work))
    }
    return search.work
  }

  private func placeholder(for found: TextSearch.Finding) -> String? {
    switch found.kind {
    case .known(let secret): return vault.placeholder(ofRemembered: secret)?.string
    case .text(let text, let isRemembered):
      guard !Placeholder.isPlaceholder(text) else { return nil }
      return vault.placeholder(for: .string(text), isRemembered: isRemembered).string
    }
  }

  /// Merges overlapping findings; a finding that contains another replaces it.
  private func merged(
    _ found: [TextSearch.Finding], in text: UnsafeBufferPointer<UInt8>
  ) -> [TextSearch.Finding] {
    let sorted = found.enumerated().sorted {
      ($0.element.range.lowerBound, -$0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, -$1.element.range.upperBound, $1.offset)
    }
    var merged: [TextSearch.Finding] = []
    var isMerged: [Bool] = []
    for (_, item) in sorted {
      guard let last = merged.last, item.range.lowerBound < last.range.upperBound else {
        merged.append(item)
        isMerged.append(false)
        continue
      }
      guard item.range.upperBound > last.range.upperBound else { continue }
      merged[merged.count - 1].range = last.range.lowerBound..<item.range.upperBound
      isMerged[isMerged.count - 1] = true
    }
    for index in merged.indices where isMerged[index] {
      let mergedText = String(decoding: text[merged[index].range], as: UTF8.self)
      merged[index].kind = .text(mergedText, isRemembered: false)
    }
    return merged
  }
}

extension ShapeFinder {
  /// Returns whether any part of a text is secret.
  func findsSecret(
    in text: UnsafeBufferPointer<UInt8>, _ vault: SecretVault, knowing needles: NeedleIndex
  ) -> Bool {
    !secrets(in: text, vault, knowing: needles).isEmpty
  }

  /// Returns the secrets in a text; a prefilter excludes most texts.
  fileprivate func secrets(
    in text: UnsafeBufferPointer<UInt8>, _ vault: SecretVault, knowing needles: NeedleIndex
  ) -> [TextSearch.Finding] {
    guard text.count >= ShapeFinder.bytesMin else { return [] }
    var work = 0
    let signs = signs(in: text, work: &work)
    guard signs.hasAny || needles.mayMatch(text) else { return [] }
    var search = TextSearch(shapes: self, vault: vault)
    search.search(text, with: signs)
    return search.found
  }

  /// The length of the shortest text with a secret format; remembered secrets are longer.
  private static let bytesMin = 5
}

/// Finds secrets in a text, by format or because they are known, in any encoding.
///
/// It searches the text itself, its unescaped form, that form with `+` as a space, and the texts in
/// runs of base64.
private struct TextSearch {
  let shapes: ShapeFinder
  let vault: SecretVault
  private(set) var found: [Finding] = []
  var work = 0
  /// The last run of base64 in which a secret was found.
  private var lastRun: Range<Int>?

  struct Finding {
    /// The range in the text.
    var range: Range<Int>
    var kind: Kind

    enum Kind {
      /// A remembered secret, by its index.
      case known(Int)
      case text(String, isRemembered: Bool)
    }
  }

  init(shapes: ShapeFinder, vault: SecretVault) { (self.shapes, self.vault) = (shapes, vault) }

  /// Searches a text, given the prefilter's result.
  mutating func search(_ text: UnsafeBufferPointer<UInt8>, with signs: TextSigns) {
    search(text, with: signs) { $0 }
    // In a text with escapes, `+` is read as a space only after unescaping.
    guard signs.hasEscapes, signs.hasPlus || mayContainSecretUnescaped(text),
      let read = unescaped(text)
    else {
      if signs.hasPlus { searchWithPlusAsSpace(text) { $0 } }
      return
    }
    work += read.work
    read.bytes.withUnsafeBufferPointer { bytes in
      let signs = shapes.signs(in: bytes, work: &work)
      search(bytes, with: signs, source: read.source)
      if signs.hasPlus { searchWithPlusAsSpace(bytes, source: read.source) }
    }
  }

  /// Returns whether the unescaped text may contain secrets, without recording where they are.
  private mutating func mayContainSecretUnescaped(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let read = UnescapedText(text, keepingSources: false) else { return true }
    work += read.work
    return read.bytes.withUnsafeBufferPointer { bytes in
      let signs = shapes.signs(in: bytes, work: &work)
      return signs.mayContainShape || signs.hasBase64 || signs.hasPlus
        || vault.needles.mayMatch(bytes)
    }
  }

  /// Returns the unescaped text; if it is too long, adds the whole text as a secret.
  private mutating func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> UnescapedText? {
    if text.count <= UnescapedText.sourceBytesMax { return UnescapedText(text) }
    let whole = String(decoding: text, as: UTF8.self)
    found.append(Finding(range: 0..<text.count, kind: .text(whole, isRemembered: false)))
    return nil
  }

  private mutating func searchWithPlusAsSpace(
    _ bytes: UnsafeBufferPointer<UInt8>, source: (Range<Int>) -> Range<Int>
  ) {
    let read = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    read.withUnsafeBufferPointer { bytes in
      findShapes(in: bytes, source: source)
      findKnown(in: bytes, source: source)
    }
  }

  /// Searches a text, or one of its decoded forms.
  private mutating func search(
    _ bytes: UnsafeBufferPointer<UInt8>, with signs: TextSigns,
    source: (Range<Int>) -> Range<Int>
  ) {
    if signs.mayContainShape { findShapes(in: bytes, source: source) }
    findKnown(in: bytes, source: source)
    if signs.hasBase64 { findInRuns(of: bytes, source: source) }
  }

  private mutating func findShapes(
    in bytes: UnsafeBufferPointer<UInt8>, source: (Range<Int>) -> Range<Int>
  ) {
    for finding in shapes.findings(in: bytes, work: &work) {
      let text = String(decoding: bytes[finding.range], as: UTF8.self)
      found.append(
        Finding(
          range: source(finding.range), kind: .text(text, isRemembered: finding.isRemembered)))
    }
  }

  private mutating func findKnown(
    in bytes: UnsafeBufferPointer<UInt8>, source: (Range<Int>) -> Range<Int>
  ) {
    lastRun = nil
    for match in vault.matches(in: bytes, work: &work) { add(match, in: bytes, source: source) }
  }

  /// Adds a known secret; if it is encoded, adds the whole run of base64 or hexadecimal digits.
  private mutating func add(
    _ match: NeedleIndex.Match, in bytes: UnsafeBufferPointer<UInt8>,
    source: (Range<Int>) -> Range<Int>
  ) {
    guard !match.isWhole || match.isEncoded else {
      found.append(Finding(range: source(match.range), kind: .known(match.secret)))
      return
    }
    // Several matches in one run are one finding, so that each run is read once.
    if match.isEncoded, let run = lastRun, run.contains(match.range.lowerBound) { return }
    let range = match.isEncoded ? EncodedRuns.run(around: match.range, in: bytes) : match.range
    if match.isEncoded {
      lastRun = range
      work += range.count
    }
    let text = String(decoding: bytes[range], as: UTF8.self)
    found.append(Finding(range: source(range), kind: .text(text, isRemembered: false)))
  }

  private mutating func findInRuns(
    of bytes: UnsafeBufferPointer<UInt8>, source: (Range<Int>) -> Range<Int>
  ) {
    var runs: [Range<Int>] = []
    var workInRuns = 0
    EncodedRuns.texts(in: bytes, work: &work) { run, text in
      guard shapes.signs(in: text, work: &workInRuns).mayContainShape,
        !shapes.findings(in: text, work: &workInRuns).isEmpty
      else { return }
      runs.append(run)
    }
    work += workInRuns
    for run in runs {
      let text = String(decoding: bytes[run], as: UTF8.self)
      found.append(Finding(range: source(run), kind: .text(text, isRemembered: false)))
    }
  }
}
