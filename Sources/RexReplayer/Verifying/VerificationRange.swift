import RexLocking
import RexLog

/// A part of a log that is checked by itself, from one keyframe to another.
///
///     0 ─────── keyframe 61 ─────── keyframe 120 ─────── end
///     └ …60, 61 ┘└ 62 … 120 ───────┘└ 121 …            ┘         three ranges
///
/// The keyframe at which a range ends is compared, too; the next range starts from it.
package struct VerificationRange: Sendable, Codable, Equatable {
  /// The number of the keyframe at which it starts; nil for the log's beginning.
  package var start: Int?
  /// The number of the keyframe at which it ends; nil for the log's end.
  package var end: Int?
  /// Actions up to this one are skipped by applying their patches, and are not counted.
  package var skippedThrough: Int?
  /// The action before which the check stops.
  package var stop: Int?
  /// The actions that are checked, if not all; others are skipped in the same way.
  package var checked: SeqRanges?

  /// A part of a log; by default all of it.
  package init(
    start: Int? = nil, end: Int? = nil, skippedThrough: Int? = nil, stop: Int? = nil,
    checked: SeqRanges? = nil
  ) {
    (self.start, self.end) = (start, end)
    (self.skippedThrough, self.stop, self.checked) = (skippedThrough, stop, checked)
  }

  /// Whether the first state that is used is that of a keyframe in the middle.
  package var beginsAtKeyframe: Bool { start != nil && skippedThrough == nil || checked != nil }

  /// The last action of a log that is in the range.
  package func lastSeq(in log: Log) -> Int { stop.map { $0 - 1 } ?? end ?? log.lastSeq }

  /// Whether an action is skipped.
  package func isSkipped(_ seq: Int) -> Bool {
    seq <= skippedThrough ?? .min || !(checked?.contains(seq) ?? true)
  }
}

extension Verification {
  /// What a check of a log finds, in some parts at once.
  ///
  /// Throws the error of the first part that has one.
  package init<Failure: Error>(
    of log: Log, _ options: VerificationOptions, jobCount: Int,
    _ check: @escaping @Sendable (VerificationRange) throws(Failure) -> Verification
  ) throws(Failure) {
    self.init(log: log.name)
    (isQuick, checkedPercentMin) = (options.isQuick, options.checkedPercentMin)
    let ranges = log.verificationRanges(count: jobCount)
    let parts = concurrentResults(count: ranges.count) { (index) throws(Failure) in
      try check(ranges[index])
    }
    for part in parts { append(try part.get()) }
  }
}

extension Log {
  /// Splits the log into about this many ranges of similar size; one if there are no keyframes.
  ///
  /// A keyframe that cannot be read ends no range: the check reports its error.
  package func verificationRanges(count: Int) -> [VerificationRange] {
    var ends: [Int] = []
    for index in 1..<max(count, 1) {
      let seq = session.after + (lastSeq - session.after) * index / count
      guard let keyframe = try? keyframe(atOrBefore: seq),
        keyframe.seq > (ends.last ?? session.after)
      else {
        continue
      }
      ends.append(keyframe.seq)
    }
    return zip([nil] + ends.map(Optional.some), ends.map(Optional.some) + [nil])
      .map { VerificationRange(start: $0, end: $1) }
  }
}
