import RexJSON

/// The known members of a log's lines, numbered in this order.
///
/// As coding keys, they have the names of their cases.
package enum LineMember: Int, CodingKey, CaseIterable {
  case kind, seq, timeMs, cause, type, action, opaque, source, tookMs, error, exact, patch, leftOut
  case state, from, to, inputs, actionLeftOut, seen

  private static let all = allCases

  /// The names as words, to compare all of a name at once; no key equals the word of a longer name.
  private static let words = all.map { member in
    let name = member.stringValue.utf8
    return name.reversed().reduce(0) { $0 << 8 | UInt64($1) } | UInt64(name.count) << 56
  }

  /// The most bytes of a name; the last byte of its word is its length.
  private static let nameBytesMax = 7

  /// Finds the member with a key, given its range without quotes; nil if it is not a known one.
  @inline(__always)
  init?(_ key: Range<Int>, in bytes: UnsafePointer<UInt8>) {
    guard let member = LineMember.byWord(key, in: bytes) ?? LineMember.byName(key, in: bytes)
    else { return nil }
    self = member
  }

  @inline(__always)
  private static func byWord(_ key: Range<Int>, in bytes: UnsafePointer<UInt8>) -> LineMember? {
    guard key.count <= nameBytesMax else { return nil }
    var word = UInt64(truncatingIfNeeded: key.count) << 56
    for index in 0..<key.count { word |= UInt64(bytes[key.lowerBound + index]) << (index * 8) }
    return words.firstIndex(of: word).flatMap { LineMember(rawValue: $0) }
  }

  /// Finds a long name, or one with escapes: writers never escape these, but readers accept it.
  @inline(never)
  private static func byName(_ key: Range<Int>, in bytes: UnsafePointer<UInt8>) -> LineMember? {
    let quoted = UnsafeRawBufferPointer(
      start: bytes + key.lowerBound - 1, count: key.count + 2)
    guard key.count == longNameByteCount || quoted.contains(UInt8(ascii: "\\")),
      let name = String(quoted: quoted)
    else { return nil }
    return all.first { name.hasSameBytes(as: $0.stringValue) }
  }

  private static let longNameByteCount = actionLeftOut.stringValue.utf8.count
}

/// The index of a line: the byte ranges of its known members; strings include their quotes.
///
///     {"kind":"action","seq":7,"timeMs":12.5,"type":"load","action":{…},…,"patch":[…]}
///             kind           seq      timeMs        type            action        patch
///
/// In a line that was not checked, members are found by brackets and quotes alone. So the index of
/// a valid line is the same as that of a checked one, and an invalid line may have an index, too; a
/// caller that uses a member parses it.
package struct LineMembers {
  /// The bytes of the line, valid as long as the record that was read.
  package let line: UnsafeRawBufferPointer
  /// The start and the end of each member by its position among the cases; 0 if it is missing.
  private var ranges = SIMD32<UInt64>()

  /// Checks a line and finds its members; nil if it is not an object that begins with `kind`.
  init?(checking line: UnsafeRawBufferPointer) throws(JSONError) {
    self.line = line
    let members = try JSON.members(of: line, limits: LineLimits.json)
    let bytes = line.utf8Start
    guard let first = members.first, LineMember(first.key, in: bytes) == .kind else { return nil }
    for found in members {
      if let member = LineMember(found.key, in: bytes) { self[member] = found.value }
    }
  }

  /// Finds the members of a line without a check of it; nil if it is not an object that begins with
  /// `kind`.
  init?(_ line: UnsafeRawBufferPointer) {
    self.line = line
    let bytes = line.utf8Start
    var cursor = JSONCursor(line)
    guard cursor.enterObject() else { return nil }
    var isFirst = true
    while let key = cursor.nextKey() {
      let member = LineMember(key, in: bytes)
      guard !isFirst || member == .kind else { return nil }
      isFirst = false
      let patch = member == .patch ? cursor.skipFlatArrayAtEnd() : nil
      guard let range = patch ?? cursor.skipValue() else { return nil }
      if let member { self[member] = range }
    }
    guard !isFirst, cursor.isAtEnd() else { return nil }
  }

  /// The range of a member's value; nil if the line does not have it.
  package private(set) subscript(member: LineMember) -> Range<Int>? {
    @inline(__always) get {
      let packed = ranges[member.rawValue]
      return packed == 0 ? nil : Int(packed >> 32)..<Int(packed & 0xFFFF_FFFF)
    }
    @inline(__always) set {
      ranges[member.rawValue] =
        newValue.map { UInt64($0.lowerBound) << 32 | UInt64($0.upperBound) } ?? 0
    }
  }

  /// The JSON text of a member; nil if the line does not have it.
  package func text(_ member: LineMember) -> UnsafeRawBufferPointer? {
    self[member].map { UnsafeRawBufferPointer(rebasing: line[$0]) }
  }
}

extension LineMembers {
  /// The time; nil if the line has none that a number can hold.
  package var timeMs: Double? {
    text(.timeMs).flatMap { Double(json: $0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// An action's type; nil if the line names none, or one that is too long for a type.
  package var type: String? {
    // Each byte can be escaped with six.
    guard let text = text(.type), text.count <= 6 * LineLimits.nameBytesMax + 2 else { return nil }
    let type = String(quoted: text) ?? ""
    return type.utf8.count <= LineLimits.nameBytesMax ? type : nil
  }

  /// The action that caused action `seq`; nil if the line names none, or one that is impossible.
  package func cause(of seq: Int) -> Int? {
    text(.cause).flatMap { LogAction.validCause(Int(natural: $0), of: seq) }
  }

  /// The JSON text of an action's patch; nil if it is not an array.
  package var patch: UnsafeRawBufferPointer? {
    text(.patch).flatMap { text in
      text.first == UInt8(ascii: "[") && text.last == UInt8(ascii: "]") ? text : nil
    }
  }

  /// Whether an action's patch is `null`, so not recorded.
  package var lacksPatch: Bool { text(.patch)?.first == UInt8(ascii: "n") }
}
