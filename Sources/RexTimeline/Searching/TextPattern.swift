public import RexJSON
public import RexQuery

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a person looks for in a log: a text as it is, or a regular expression.
public struct TextPattern: Sendable {
  /// The text or the expression as it was written.
  public let written: String
  private let kind: Kind
  /// The longest part of the text that stands in a line as it is, however the line is written.
  private let plainPart: [UInt8]

  private enum Kind: Sendable {
    case text([UInt8])
    case regexp(IRegexp)
  }

  /// A text, found where its characters stand one after the other.
  public init(text: String, ignoresCase: Bool = false) {
    written = text
    kind =
      ignoresCase ? .regexp(IRegexp(matching: text, ignoresCase: true)) : .text(Array(text.utf8))
    plainPart = ignoresCase ? [] : Self.plainPart(of: text)
  }

  /// A regular expression.
  public init(_ regexp: IRegexp) {
    (written, kind, plainPart) = (regexp.pattern, .regexp(regexp), [])
  }

  /// Where the pattern is found first in a text.
  public func firstRange(in text: String) -> Range<String.Index>? {
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

  /// Whether the pattern may be in the texts of a line; false only where it is not.
  ///
  /// Looks at the bytes alone. A line that has any character by its number may say anything.
  package func mayBeFound(in line: UnsafeRawBufferPointer) -> Bool {
    plainPart.isEmpty || line.firstOffset(of: plainPart) != nil
      || line.firstOffset(of: Self.characterEscape) != nil
  }

  private static let characterEscape = Array(#"\u"#.utf8)

  /// The longest part without what JSON writes, or may write, after a backslash.
  private static func plainPart(of text: String) -> [UInt8] {
    let escaped = Array(#""\/"#.utf8)
    let parts = text.utf8.split { $0 < 0x20 || escaped.contains($0) }
    return parts.max { $0.count < $1.count }.map { Array($0) } ?? []
  }
}

extension UnsafeRawBufferPointer {
  /// Where bytes stand first.
  fileprivate func firstOffset(of bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, let start = baseAddress, count >= bytes.count else {
      return bytes.isEmpty ? 0 : nil
    }
    var place = start
    let last = start + (count - bytes.count)
    while place <= last, let found = memchr(place, Int32(first), last - place + 1) {
      if memcmp(found, bytes, bytes.count) == 0 { return UnsafeRawPointer(found) - start }
      place = UnsafeRawPointer(found) + 1
    }
    return nil
  }
}

/// A place in an action's entry where a pattern was found.
public struct TextFinding: Sendable, Hashable {
  /// The part of the entry.
  public var part: Part
  /// The place in the payload or the state; nil where the part has no places.
  public var pointer: JSONPointer?
  /// The text in which the pattern was found: a string, a name, a number.
  public var text: String
  /// Where in the text.
  public var range: Range<String.Index>

  /// In one document no more places than these are found.
  public static let countMax = 1000

  /// The parts of an entry that can be searched.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// The action's label.
    case type
    /// The encoded action, or what is known of an opaque one.
    case action
    /// The paths and values of the patch; at the start, the whole state.
    case change
    /// What the reducer threw.
    case error
    /// Where the action was dispatched.
    case source
  }
}

extension TextPattern {
  /// Where a document has the pattern: in strings, numbers and members' names, outermost first.
  func findings(in document: JSON, at base: JSONPointer, _ part: TextFinding.Part) -> [TextFinding]
  {
    var search = DocumentSearch(pattern: self, part: part, tokens: base.tokens)
    search.look(in: document)
    return search.findings
  }
}

/// Looks for a pattern in a document; a pointer is made only of what is found.
private struct DocumentSearch {
  let pattern: TextPattern
  let part: TextFinding.Part
  /// The way to the value that is looked at.
  var tokens: [String]
  var findings: [TextFinding] = []

  mutating func look(in value: JSON) {
    guard findings.count < TextFinding.countMax else { return }
    switch value {
    case .string(let text): look(at: text)
    case .number(let number): look(at: number.text)
    case .bool, .null: look(at: value.description)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        below(String(index)) { $0.look(in: element) }
      }
    case .object(let members):
      for (key, _) in members { below(key) { $0.look(at: key) } }
      for (key, value) in members { below(key) { $0.look(in: value) } }
    }
  }

  private mutating func look(at text: String) {
    guard let range = pattern.firstRange(in: text) else { return }
    findings.append(
      TextFinding(part: part, pointer: JSONPointer(tokens: tokens), text: text, range: range))
  }

  private mutating func below(_ token: String, _ body: (inout DocumentSearch) -> Void) {
    tokens.append(token)
    body(&self)
    tokens.removeLast()
  }
}
