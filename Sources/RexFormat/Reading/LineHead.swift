import RexJSON

/// The kind and the number of a line, which determine its position in the log.
package struct LineHead: Sendable, Equatable {
  package var kind: Log.Kind
  /// The action's number, or that of the last action before the entry; a gap's `to`.
  package var seq: Int
  /// A gap's `from`; else the same as `seq`.
  package var first: Int

  package init(_ kind: Log.Kind, seq: Int, first: Int? = nil) {
    (self.kind, self.seq, self.first) = (kind, seq, first ?? seq)
  }

  /// Whether the line has a place among the numbered ones.
  var isNumbered: Bool { kind != .session && kind != .unknown }

  /// The number that the lines before this one lead to.
  var start: Int { kind == .action || kind == .gap ? first - 1 : first }

  /// Reads a line's head: from the prefix that writers use, or else from all members.
  init?(_ line: UnsafeRawBufferPointer) {
    if let seq = LineHead.seq(of: line, after: LineHead.actionPrefix) {
      self.init(.action, seq: seq)
    } else if let seq = LineHead.seq(of: line, after: LineHead.keyframePrefix) {
      self.init(.keyframe, seq: seq)
    } else {
      guard let members = LineMembers(line) else { return nil }
      self.init(members)
    }
  }

  /// Reads a line's head from its members; nil if a number is missing.
  private init?(_ members: LineMembers) {
    func number(_ member: LineMember) -> Int? { members.text(member).flatMap { Int(natural: $0) } }
    guard let name = members.text(.kind).flatMap({ String(quoted: $0) }) else { return nil }
    let kind = Log.Kind(named: name.utf8)
    switch kind {
    case .session, .unknown: self.init(kind, seq: 0)
    case .gap:
      guard let from = number(.from), let to = number(.to) else { return nil }
      self.init(kind, seq: to, first: from)
    default:
      guard let seq = number(.seq) else { return nil }
      self.init(kind, seq: seq)
    }
  }

  private static let actionPrefix: StaticString = #"{"kind":"action","seq":"#
  private static let keyframePrefix: StaticString = #"{"kind":"keyframe","seq":"#

  /// Parses the digits between a prefix and a comma; nil if the line does not end with `}`.
  @inline(__always)
  private static func seq(of line: UnsafeRawBufferPointer, after prefix: StaticString) -> Int? {
    let length = prefix.utf8CodeUnitCount
    guard let start = line.baseAddress?.assumingMemoryBound(to: UInt8.self),
      line.count > length + 2, bytesAreEqual(start, prefix.utf8Start, count: length),
      line[line.count - 1] == UInt8(ascii: "}")
    else { return nil }
    var position = length
    var value: Int64 = 0
    while position < line.count, case let digit = line[position] &- 0x30, digit < 10 {
      value = value &* 10 &+ Int64(digit)
      position &+= 1
    }
    // Sixteen digits cannot overflow 64 bits; the number must be below 2^53, without leading zeros.
    guard position > length, position - length <= 16, position < line.count,
      line[position] == UInt8(ascii: ","), value < Int.naturalEnd,
      line[length] != UInt8(ascii: "0") || position == length + 1
    else { return nil }
    return Int(value)
  }
}

extension Int {
  /// The end of the integers that every JSON parser represents exactly: 2^53.
  ///
  /// If an `Int` has 32 bits, as on watchOS, half of its range, so that sums do not overflow.
  package static let naturalEnd = Int(Swift.min(Int64(1) << 53, Int64(Int.max / 2)))

  /// Parses a JSON number; nil unless it is an integer from 0 to 2^53-1.
  init?(natural text: UnsafeRawBufferPointer) {
    guard text.count <= JSONLimits.standard.numberBytesMax,
      let number = (try? JSON(parsing: text))?.number,
      let value: Int = number.exactly(), (0..<Int.naturalEnd).contains(value)
    else { return nil }
    self = value
  }
}
