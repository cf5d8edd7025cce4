/// How long the actions of a type took, and how much they changed.
package struct TypeFigures: Sendable {
  /// The actions, the milliseconds of their reducers, and the bytes of their patches.
  package struct Sum: Sendable {
    package fileprivate(set) var count = 0
    package fileprivate(set) var bytes = 0
    package fileprivate(set) var timedCount = 0
    package fileprivate(set) var ms = 0.0

    fileprivate mutating func add(tookMs: Double?, bytes: Int) {
      count += 1
      self.bytes += bytes
      guard let tookMs else { return }
      timedCount += 1
      ms += tookMs
    }

    /// The bytes of a patch, on average; nil without an action.
    package var meanBytes: Int? { count > 0 ? bytes / count : nil }
    /// The milliseconds of an action, on average; nil if none tells them.
    package var meanMs: Double? { timedCount > 0 ? ms / Double(timedCount) : nil }
  }

  package private(set) var all = Sum()
  /// The first and the last tenth of the session, which tell what grows.
  package private(set) var (first, last) = (Sum(), Sum())
  package private(set) var largestMs: Double?
  /// How many took about as long, by the upper bits of the milliseconds.
  private var counts: [UInt64: Int] = [:]

  /// The bits of a number that are left out, so that a median is off by less than a fiftieth.
  private static let droppedBits: UInt64 = 47
  /// What is shorter or longer counts as much.
  private static let countedMs = 0x1p-16...0x1p31

  /// Adds an action.
  ///
  /// - Parameter part: how much of the session was before it, from 0 to 1.
  mutating func add(tookMs: Double?, bytes: Int, at part: Double) {
    let tookMs = tookMs.flatMap { $0 >= 0 ? min($0, Self.countedMs.upperBound) : nil }
    all.add(tookMs: tookMs, bytes: bytes)
    if part < 0.1 { first.add(tookMs: tookMs, bytes: bytes) }
    if part >= 0.9 { last.add(tookMs: tookMs, bytes: bytes) }
    guard let tookMs else { return }
    largestMs = max(largestMs ?? 0, tookMs)
    let counted = max(tookMs, Self.countedMs.lowerBound)
    counts[counted.bitPattern >> Self.droppedBits, default: 0] += 1
  }

  /// The milliseconds that half of the actions did not exceed, nearly; nil if none tells them.
  package var medianMs: Double? {
    var rest = (all.timedCount + 1) / 2
    for (bits, count) in counts.sorted(by: { $0.key < $1.key }) {
      rest -= count
      guard rest <= 0 else { continue }
      let middle = bits << Self.droppedBits | 1 << (Self.droppedBits - 1)
      return min(Double(bitPattern: middle), largestMs ?? 0)
    }
    return nil
  }
}
