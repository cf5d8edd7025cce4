/// Where a member of an object is in a text.
package struct JSONMember {
  private let keyText: JSONKeyText
  private let start: UInt32
  private let end: UInt32

  fileprivate init(_ key: JSONKeyText, _ value: Range<Int>) {
    (keyText, start) = (key, UInt32(truncatingIfNeeded: value.lowerBound))
    end = UInt32(truncatingIfNeeded: value.upperBound)
  }

  /// The range of the key, without its quotes.
  package var key: Range<Int> { Int(keyText.start)..<Int(keyText.start) + Int(keyText.length) }
  /// The range of the value's text; a string's includes its quotes.
  package var value: Range<Int> { Int(start)..<Int(end) }
}

extension JSON {
  /// Checks that bytes are valid JSON, and finds the members of their root object, in order; none
  /// if the root is another value.
  package static func members(
    of text: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) -> [JSONMember] {
    try JSONScanner.scan(text, limits: limits, by: MemberHandler()).members
  }
}

/// Collects the members of a text's root object.
struct MemberHandler: JSONHandler {
  private(set) var members: [JSONMember] = []
  private var depth = 0
  /// The key of the current member; nil in an array.
  private var key: JSONKeyText?
  private var start = 0

  init() { members.reserveCapacity(16) }

  var treeBytes: Int64 { Int64(members.count * MemoryLayout<JSONMember>.stride) }

  @inline(__always)
  mutating func open(_ kind: JSONIndex.Kind, at start: Int) {
    if depth == 1 { self.start = start }
    depth += 1
  }

  @inline(__always)
  mutating func key(_ key: JSONKeyText) {
    if depth == 1 { self.key = key }
  }

  @inline(__always)
  mutating func scalar(_ kind: JSONIndex.Kind, _ range: Range<Int>, isVerbatim: Bool) {
    guard depth == 1 else { return }
    take(kind == .string ? range.lowerBound - 1..<range.upperBound + 1 : range)
  }

  @inline(__always)
  mutating func close(_ kind: JSONIndex.Kind, _ keys: JSONKeys) { depth -= 1 }

  @inline(__always)
  mutating func closed(at end: Int) {
    if depth == 1 { take(start..<end) }
  }

  private mutating func take(_ value: Range<Int>) {
    if let key { members.append(JSONMember(key, value)) }
  }
}
