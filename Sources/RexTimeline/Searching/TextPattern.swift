package import RexJSON
package import RexQuery

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A text or regular expression to search a log for.
package struct TextPattern: Sendable {
  private let kind: Kind
  /// The longest part of the text that appears unescaped in any line that contains it.
  private let plainPart: [UInt8]

  private enum Kind: Sendable {
    case text([UInt8])
    case regexp(IRegexp)
  }

  /// A pattern that matches a literal text.
  package init(text: String, ignoresCase: Bool = false) {
    kind =
      ignoresCase ? .regexp(IRegexp(matching: text, ignoresCase: true)) : .text(Array(text.utf8))
    plainPart = ignoresCase ? [] : Self.plainPart(of: text)
  }

  package init(_ regexp: IRegexp) {
    (kind, plainPart) = (.regexp(regexp), [])
  }

  /// The first match in a text.
  func firstRange(in text: String) -> Range<String.Index>? {
    switch kind {
    case .regexp(let regexp): return regexp.firstRange(in: text)
    case .text(let bytes):
      var text = text
      let offset = text.withUTF8 { UnsafeRawBufferPointer($0).firstOffset(of: bytes) }
      guard let offset else { return nil }
      let start = text.utf8.index(text.startIndex, offsetBy: offset)
      return start..<text.utf8.index(start, offsetBy: bytes.count)
    }
  }

  /// Whether a line may contain the pattern; false only if it does not.
  ///
  /// Examines only the bytes. A line with a `\u` escape may contain anything.
  func mayBeFound(in line: UnsafeRawBufferPointer) -> Bool {
    plainPart.isEmpty || line.firstOffset(of: plainPart) != nil
      || line.firstOffset(of: Self.characterEscape) != nil
  }

  private static let characterEscape = Array(#"\u"#.utf8)

  /// The longest part without characters that JSON escapes, or may escape.
  private static func plainPart(of text: String) -> [UInt8] {
    let escaped = Array(#""\/"#.utf8)
    let parts = text.utf8.split { $0 < 0x20 || escaped.contains($0) }
    return parts.max { $0.count < $1.count }.map { Array($0) } ?? []
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the first occurrence of some bytes.
  fileprivate func firstOffset(of bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, let start = baseAddress, count >= bytes.count else {
      return bytes.isEmpty ? 0 : nil
    }
    var position = start
    let last = start + (count - bytes.count)
    while position <= last, let found = memchr(position, Int32(first), last - position + 1) {
      if memcmp(found, bytes, bytes.count) == 0 { return UnsafeRawPointer(found) - start }
      position = UnsafeRawPointer(found) + 1
    }
    return nil
  }
}

/// A match of a pattern in an action's entry.
package struct TextMatch: Sendable, Hashable {
  /// The part of the entry.
  package var part: Part
  /// The position in the payload or the state; nil for other parts.
  package var pointer: JSONPointer?
  /// The text in which the pattern was found: a string, a name, a number.
  package var text: String
  /// The range of the match in the text.
  package var range: Range<String.Index>

  /// The most matches found in one document.
  static let countMax = 1000

  /// The parts of an entry that can be searched.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    /// The action's label.
    case type
    /// The encoded action, or the description of an opaque one.
    case action
    /// The paths and values of the patch; at the start, the whole state.
    case change
    /// The error that the reducer threw.
    case error
    /// Where the action was dispatched.
    case source
  }
}

extension TextPattern {
  /// The matches in a document's strings, numbers and member names, outermost first.
  func matches(in document: JSON, at base: JSONPointer, _ part: TextMatch.Part) -> [TextMatch] {
    var documentSearch = DocumentSearch(pattern: self, part: part, tokens: base.tokens)
    documentSearch.search(in: document)
    return documentSearch.matches
  }
}

/// The search for a pattern in a document, which makes a pointer only for a match.
private struct DocumentSearch {
  let pattern: TextPattern
  let part: TextMatch.Part
  /// The path of the current value.
  var tokens: [String]
  var matches: [TextMatch] = []

  mutating func search(in value: JSON) {
    guard matches.count < TextMatch.countMax else { return }
    switch value {
    case .string(let text): search(at: text)
    case .number(let number): search(at: number.text)
    case .bool, .null: search(at: value.description)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        below(String(index)) { $0.search(in: element) }
      }
    case .object(let members):
      for (key, _) in members { below(key) { $0.search(at: key) } }
      for (key, value) in members { below(key) { $0.search(in: value) } }
    }
  }

  private mutating func search(at text: String) {
    guard let range = pattern.firstRange(in: text) else { return }
    matches.append(
      TextMatch(part: part, pointer: JSONPointer(tokens: tokens), text: text, range: range))
  }

  private mutating func below(_ token: String, _ body: (inout DocumentSearch) -> Void) {
    tokens.append(token)
    body(&self)
    tokens.removeLast()
  }
}
