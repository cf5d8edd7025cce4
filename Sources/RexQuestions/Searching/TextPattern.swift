import Foundation
package import RexDiff
package import RexJSON
package import RexLog
package import RexQuery

/// A text or regular expression to search a log for.
package struct TextPattern: Sendable {
  private let kind: Kind
  /// The longest part of the text that appears unescaped in any line that contains it.
  private let plainPart: [UInt8]
  private var ignoresCase = false

  private enum Kind: Sendable {
    case text([UInt8])
    case regexp(IRegexp)
  }

  /// A pattern that matches a literal text.
  package init(text: String, ignoresCase: Bool = false) {
    kind =
      ignoresCase ? .regexp(IRegexp(matching: text, ignoresCase: true)) : .text(Array(text.utf8))
    plainPart = Self.plainPart(of: text, ignoringCase: ignoresCase)
    self.ignoresCase = ignoresCase
  }

  /// A text in which only a capital makes case matter, as in `less -i` and with vim's `smartcase`.
  package init(smartCase text: String) {
    self.init(text: text, ignoresCase: text == text.lowercased())
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

  /// Whether a text in UTF-8 contains a match.
  private func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    switch kind {
    case .text(let bytes): text.firstOffset(of: bytes) != nil
    case .regexp(let regexp): regexp.firstRange(in: String(decoding: text, as: UTF8.self)) != nil
    }
  }

  /// Whether a line may contain the pattern; false only if it does not.
  ///
  /// Examines only the bytes. A line with a `\u` escape may contain anything.
  package func mayBeFound(in line: UnsafeRawBufferPointer) -> Bool {
    plainPart.isEmpty
      || (ignoresCase
        ? line.mayContain(plainPart) : line.firstOffset(of: plainPart) != nil)
      || line.firstOffset(of: Self.characterEscape) != nil
  }

  private static let characterEscape = Array(#"\u"#.utf8)

  /// The longest part without characters that JSON escapes, or may escape.
  ///
  /// A colon with digits at the end is left out, since a source's file and line are two members.
  ///
  /// Ignoring case, only letters of ASCII are in it that have no other case outside of ASCII.
  private static func plainPart(of text: String, ignoringCase: Bool) -> [UInt8] {
    let escaped = Array((#""\/"# + (ignoringCase ? "iIkKsS" : "")).utf8)
    let colon = text.utf8.lastIndex { !(0x30...0x39 ~= $0) }
    let end = colon.flatMap { text.utf8[$0] == UInt8(ascii: ":") ? $0 : nil } ?? text.endIndex
    let parts = text.utf8[..<end].split {
      $0 < 0x20 || escaped.contains($0) || ignoringCase && $0 > 0x7F
    }
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

extension UnsafeRawBufferPointer {
  /// Whether some bytes may occur, in any case; other characters that differ in the same bit are
  /// taken for equal.
  fileprivate func mayContain(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, count >= bytes.count else { return bytes.isEmpty }
    let caseBit: UInt8 = 0x20
    for start in 0...count - bytes.count where self[start] | caseBit == first | caseBit {
      let isEqual = bytes.indices.allSatisfy { self[start + $0] | caseBit == bytes[$0] | caseBit }
      if isEqual { return true }
    }
    return false
  }
}

/// A match of a pattern in an action's entry.
package struct TextMatch: Sendable, Equatable {
  /// The part of the entry.
  package var part: Part
  /// The position in the payload or the state; nil for other parts.
  package var pointer: JSONPointer?
  /// The text in which the pattern was found: a string, a name, a number.
  package var text: String
  /// The range of the match in the text.
  package var range: Range<String.Index>
  /// The operation in whose path it is; nil for a match elsewhere.
  package var operation: JSONPatch.Operation?

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

    static let all = Set(allCases)
  }
}

extension TextPattern {
  /// Whether an action contains the pattern; its payload is not parsed.
  ///
  /// - Parameter isNarrowed: whether the action's patch is not the one of the line.
  package func isFound(in line: ActionLine, _ action: LogAction, isNarrowed: Bool) -> Bool {
    (isNarrowed || mayBeFound(in: line.bytes))
      && !matches(in: line, action, TextMatch.Part.all).isEmpty
  }

  /// The matches in an action; its payload is not parsed.
  func matches(
    in line: ActionLine, _ action: LogAction, _ parts: Set<TextMatch.Part>
  ) -> [TextMatch] {
    var matches: [TextMatch] = []
    func search(_ text: String?, _ part: TextMatch.Part) {
      guard parts.contains(part), let text, let range = firstRange(in: text) else { return }
      matches.append(TextMatch(part: part, text: text, range: range))
    }
    func searchPaths(of operation: JSONPatch.Operation) {
      for path in [operation.path, operation.from].compactMap(\.self) {
        let text = path.description
        guard let range = firstRange(in: text) else { continue }
        matches.append(
          TextMatch(part: .change, pointer: path, text: text, range: range, operation: operation))
        return
      }
    }
    search(action.type, .type)
    if case .opaque(let description) = action.payload {
      search(description, .action)
    }
    if parts.contains(.action), let payload = line.shown {
      matches += self.matches(in: payload, at: JSONPointer(), .action)
    }
    search(action.result?.error, .error)
    if let source = action.source {
      search("\(source.file):\(source.line)", .source)
      search(source.function, .source)
      search(source.info, .source)
    }
    guard parts.contains(.change) else { return matches }
    for operation in action.result?.patch?.operations ?? [] {
      searchPaths(of: operation)
      if let value = operation.value {
        matches += self.matches(in: value, at: operation.path, .change)
      }
    }
    return matches
  }

  /// The matches in a document's strings, numbers and names, in their order.
  func matches(in document: JSON, at base: JSONPointer, _ part: TextMatch.Part) -> [TextMatch] {
    document.bytes.withUnsafeBytes { matches(in: $0, at: base, part) }
  }

  private func matches(
    in text: UnsafeRawBufferPointer, at base: JSONPointer, _ part: TextMatch.Part
  ) -> [TextMatch] {
    // The line has been checked.
    let leaves = try? JSON.leaves(of: text, atMost: TextMatch.countMax, where: matches)
    return (leaves ?? []).compactMap { leaf in
      firstRange(in: leaf.text).map { range in
        TextMatch(
          part: part, pointer: JSONPointer(tokens: base.tokens + leaf.tokens), text: leaf.text,
          range: range)
      }
    }
  }
}
