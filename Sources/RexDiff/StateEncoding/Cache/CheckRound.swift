/// A round of checks: values whose text is reused are encoded again, some in each update.
///
///     update    1       2       3       4
///               ▓▓····  ··▓▓··  ····▓▓  ······ done       ▓ encoded again, and compared
///
/// A text differs if an `encode(to:)` uses something other than its value. How much an update
/// checks is limited by what updates have earned, so that it takes tens of microseconds at most, in
/// addition to its largest single value.
struct CheckRound {
  /// The number of the round; each fragment stores that of its last check.
  private(set) var number = 0
  private(set) var isDone = true
  /// Whether a text has differed since the last full check.
  private(set) var foundDifference = false
  /// The bytes of text that may be encoded again.
  private var credit = 0
  /// Whether the current update spends the credit.
  private var isSpending = false
  /// The values that the current update leaves to a later one.
  private(set) var leftCount = 0

  /// The limit on what updates earn.
  private static let creditMax = 4096
  /// With less, checking is not worth finding and encoding what is around the values.
  private static let creditMin = 256
  /// What a check costs in addition to its bytes.
  private static let valueCost = 32
  /// What an update earns in addition to a quarter of its patch's bytes.
  private static let updateEarnings = 16

  /// Whether an update has something to check that it would otherwise not encode at all.
  var isDue: Bool { !isDone && credit >= CheckRound.creditMin }

  /// Starts a round, unless one is running; returns whether it was started.
  mutating func begin() -> Bool {
    guard isDone else { return false }
    (number, isDone) = (number + 1, false)
    return true
  }

  /// Allows more to be checked after an update with a patch of this size.
  ///
  /// The lines between two keyframes are at least four times as long as the keyframe, so a round
  /// takes about as long as that.
  mutating func earn(patchByteCount: Int) {
    credit = min(credit + CheckRound.updateEarnings + patchByteCount / 4, CheckRound.creditMax)
  }

  /// Allows an amount to be checked now.
  mutating func grant(_ byteCount: Int) { credit = max(credit, byteCount) }

  mutating func beginUpdate() { (leftCount, isSpending) = (0, isDue) }

  /// Ends an update that did not throw; without anything left, the round is done.
  mutating func endUpdate() { if leftCount == 0 { isDone = true } }

  /// Forgets the difference, after everything was encoded again.
  mutating func forgetDifference() { foundDifference = false }

  /// Returns whether to check a value now that was last checked in another round.
  mutating func shouldCheck(lastChecked round: Int) -> Bool {
    guard !isDone, round != number else { return false }
    guard isSpending, credit > 0 else {
      leftCount += 1
      return false
    }
    return true
  }

  /// Compares the text of a value that was encoded again with its text in the cache.
  mutating func compare(_ fresh: TextSlice, _ cached: TextSlice) {
    credit -= fresh.range.count + CheckRound.valueCost
    if !fresh.isIdentical(to: cached), fresh.bytes != cached.bytes { foundDifference = true }
  }
}

/// How far the elements of a list were checked.
struct ListCheck {
  /// The round in which elements were checked last.
  private var round = 0
  /// The number of elements that were checked in that round.
  private var count = 0

  /// Checks elements one after the other while the round allows it.
  ///
  /// - Parameters:
  ///   - cache: The cache, whose round it is.
  ///   - elementCount: The number of elements.
  ///   - body: Encodes an element again, and compares its text.
  mutating func resume(
    in cache: EncodingCache, elementCount: Int, _ body: (Int) throws -> Void
  ) rethrows {
    guard !cache.checks.isDone else { return }
    if round != cache.checks.number { (round, count) = (cache.checks.number, 0) }
    guard count < elementCount else { return }
    let left = cache.checks.leftCount
    while count < elementCount, cache.checks.shouldCheck(lastChecked: -1) {
      try body(count)
      // An element is encoded again until its own lists are done.
      if cache.checks.leftCount > left { return }
      count += 1
    }
  }

  /// Keeps the position when elements were removed; those that moved before it wait for the next
  /// round.
  mutating func remove(_ removedCount: Int) { count = max(0, count - max(0, removedCount)) }
}
