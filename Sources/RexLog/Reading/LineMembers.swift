import RexJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The byte ranges of a line's known members; strings include their quotes.
///
/// They are found by brackets and quotes alone; a caller that uses a member parses it.
package struct LineMembers {
  package var kind: Range<Int>?
  package var seq: Range<Int>?
  package var timeMs: Range<Int>?
  package var cause: Range<Int>?
  package var type: Range<Int>?
  package var action: Range<Int>?
  package var opaque: Range<Int>?
  package var source: Range<Int>?
  package var tookMs: Range<Int>?
  package var error: Range<Int>?
  package var exact: Range<Int>?
  package var patch: Range<Int>?
  package var leftOut: Range<Int>?
  package var state: Range<Int>?
  package var from: Range<Int>?
  package var to: Range<Int>?

  /// The names of the known members.
  enum Name: CaseIterable {
    case kind, seq, timeMs, type, action, opaque, source, tookMs, error, exact, patch, leftOut
    case state, from, to, cause

    fileprivate var text: StaticString {
      switch self {
      case .kind: "kind"
      case .seq: "seq"
      case .timeMs: "timeMs"
      case .cause: "cause"
      case .type: "type"
      case .action: "action"
      case .opaque: "opaque"
      case .source: "source"
      case .tookMs: "tookMs"
      case .error: "error"
      case .exact: "exact"
      case .patch: "patch"
      case .leftOut: "leftOut"
      case .state: "state"
      case .from: "from"
      case .to: "to"
      }
    }
  }

  /// Finds the members of a line; nil if it is not an object that begins with `kind`.
  ///
  /// - Parameter isRough: Whether to assume that a state or patch is the last member, as writers
  ///   put it. If it is not, its range also includes the members after it, and is not valid JSON.
  init?(_ line: UnsafeRawBufferPointer, isRough: Bool = false) {
    guard let bytes = line.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    var cursor = JSONCursor(line)
    guard cursor.enterObject() else { return nil }
    var isFirst = true
    while let key = cursor.nextKey() {
      let name = LineMembers.name(of: key, in: bytes)
      guard !isFirst || name == .kind else { return nil }
      isFirst = false
      let isLast = isRough && (name == .patch || name == .state)
      let last = isLast ? cursor.skipLastContainer() : nil
      guard let range = last ?? cursor.skipValue() else { return nil }
      set(name, range)
    }
    guard !isFirst, cursor.isAtEnd() else { return nil }
  }

  /// Sets a member's range; a nil name is ignored.
  private mutating func set(_ name: Name?, _ range: Range<Int>) {
    switch name {
    case .kind: kind = range
    case .seq: seq = range
    case .timeMs: timeMs = range
    case .cause: cause = range
    case .type: type = range
    case .action: action = range
    case .opaque: opaque = range
    case .source: source = range
    case .tookMs: tookMs = range
    case .error: error = range
    case .exact: exact = range
    case .patch: patch = range
    case .leftOut: leftOut = range
    case .state: state = range
    case .from: from = range
    case .to: to = range
    case nil: break
    }
  }

  /// Returns the name of a key, given its range without quotes; nil if it is not a known member.
  static func name(of key: Range<Int>, in bytes: UnsafePointer<UInt8>) -> Name? {
    let start = bytes + key.lowerBound
    if let name = candidate(start, count: key.count),
      memcmp(start, name.text.utf8Start, key.count) == 0
    {
      return name
    }
    guard memchr(start, 0x5C, key.count) != nil else { return nil }
    // Writers never escape these names, but readers must accept it.
    let quoted = UnsafeRawBufferPointer(start: start - 1, count: key.count + 2)
    guard let text = (try? JSON(parsing: quoted))?.string else { return nil }
    return Name.allCases.first { text.hasSameBytes(as: $0.text.description) }
  }

  /// Returns the only name that a key can have, from its length and its first two bytes.
  private static func candidate(_ key: UnsafePointer<UInt8>, count: Int) -> Name? {
    switch (count, count > 0 ? key[0] : 0) {
    case (2, UInt8(ascii: "t")): .to
    case (3, UInt8(ascii: "s")): .seq
    case (4, UInt8(ascii: "k")): .kind
    case (4, UInt8(ascii: "t")): .type
    case (4, UInt8(ascii: "f")): .from
    case (5, UInt8(ascii: "c")): .cause
    case (5, UInt8(ascii: "p")): .patch
    case (5, UInt8(ascii: "s")): .state
    case (5, UInt8(ascii: "e")): key[1] == UInt8(ascii: "r") ? .error : .exact
    case (6, UInt8(ascii: "a")): .action
    case (6, UInt8(ascii: "o")): .opaque
    case (6, UInt8(ascii: "s")): .source
    case (6, UInt8(ascii: "t")): key[1] == UInt8(ascii: "i") ? .timeMs : .tookMs
    case (7, UInt8(ascii: "l")): .leftOut
    default: nil
    }
  }
}
