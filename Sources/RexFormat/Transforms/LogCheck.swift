import RexDiff
import RexJSON

/// A damaged position in a log.
public struct LogDamage: Sendable, Equatable {
  /// The problem and its position.
  public var error: LogError
  /// The frames whose state is unknown because of it; nil if none are.
  public var frames: ClosedRange<Int>?
  /// The actions whose patches cannot be applied because of it, up to the next keyframe.
  package internal(set) var actions: ClosedRange<Int>?

  /// The most damages found per log: each takes memory, even that of a line of two bytes.
  package static let countMax = 100_000

  /// Damage that makes these frames unknown.
  public init(_ error: LogError, frames: ClosedRange<Int>? = nil) {
    (self.error, self.frames) = (error, frames)
  }

  /// Damage from a frame up to the next known frame, at a keyframe or the end.
  init(_ error: LogError, from first: Int, to next: Int) {
    self.init(error, frames: first < next ? first...next - 1 : nil)
    actions = first <= next ? first...next : nil
  }
}

extension Log {
  /// Checks every line and every state; throws the first problem.
  public func check() throws(LogError) {
    var check = LogCheck(self)
    if let first = try check.next() { throw first.error }
  }

  /// The damage in the log, in order.
  ///
  /// A check stops at the 100,000th damage; the last one is then `tooMuchDamage`.
  ///
  /// - Parameter limit: the most to return.
  public func damages(atMost limit: Int = .max) throws(LogError) -> [LogDamage] {
    var check = LogCheck(self)
    var damages: [LogDamage] = []
    while damages.count < limit, let damage = try check.next() { damages.append(damage) }
    return damages
  }
}

/// A check of every line of a log, and of the states that its patches produce.
///
///     keyframe 0   1 ✓   2 ✓   3 ✗   4 ?   5 ?   keyframe 5   6 ✓
///                              └─ damage: frames 3 and 4 are unknown
///
/// If a keyframe differs from what the patches produce, all frames since the keyframe before it are
/// in doubt.
struct LogCheck {
  private let reader: LogReader
  private let lastSeq: Int
  /// The last known state; nil before the first.
  private var state: JSON?
  /// Whether it is the state after the line that was read last.
  private var isKnown = false
  /// The frame of that state, and that of the last keyframe.
  private var seq = 0
  private var keyframeSeq = 0
  /// Damage with its first lost frame, while the last one is not yet known.
  private var openDamage: (error: LogError, first: Int)?
  /// Damage that is not yet returned, because the open damage comes before it.
  private var found: ArraySlice<LogDamage> = []
  /// The number of damages so far.
  private var count = 0
  private var isAtEnd = false

  init(_ log: Log) { (reader, lastSeq) = (log.reader(), log.lastSeq) }

  /// The next damage; nil at the end.
  mutating func next() throws(LogError) -> LogDamage? {
    while true {
      if openDamage == nil, let damage = found.popFirst() { return damage }
      guard !isAtEnd else { return nil }
      if let record = try reader.next() {
        try process(record)
      } else {
        isAtEnd = true
        close(at: reader.lastSeq + 1)
      }
    }
  }

  private mutating func process(_ record: LogRecord) throws(LogError) {
    if record.missing != nil { loseState() }
    do throws(LogError) {
      if let problem = record.problem { throw try reader.error(problem, at: record) }
      if record.kind == .session { return }
      try process(reader.entry(of: record, .patch), at: record)
    } catch {
      guard error.isDamage else { throw error }
      if record.kind == .keyframe { reader.skipKeyframe() }
      try add(error, at: record)
    }
    if !reader.isStateKnown { loseState() }
  }

  private mutating func process(_ entry: LogEntry, at record: LogRecord) throws(LogError) {
    switch entry {
    case .keyframe(let keyframe): try process(keyframe, at: record)
    case .action(let action):
      guard reader.isStateKnown, let patch = action.result?.patch, isKnown else { return }
      do throws(JSONPatchError) {
        try state?.apply(patch)
        seq = action.seq
      } catch {
        state = nil
        reader.loseState()
        throw try reader.error(.patchDoesNotFit(error), at: record)
      }
    case .gap: loseState()
    case .session, .mark, .end, .unknown: break
    }
  }

  private mutating func process(_ keyframe: LogKeyframe, at record: LogRecord) throws(LogError) {
    guard reader.isStateKnown else { return }
    let before = keyframe.seq == seq ? state : nil
    close(at: keyframe.seq)
    let last = keyframeSeq
    (state, isKnown) = (keyframe.state, true)
    (seq, keyframeSeq) = (keyframe.seq, keyframe.seq)
    guard let before, let difference = JSON.firstDifference(from: keyframe.state, to: before)
    else { return }
    let error = try reader.error(.contradiction(difference.path), at: record)
    guard try hasRoom(at: record) else { return }
    found.append(LogDamage(error, from: last + 1, to: keyframe.seq))
  }

  private mutating func add(_ error: LogError, at record: LogRecord) throws(LogError) {
    guard try hasRoom(at: record) else { return }
    if isKnown, !reader.isStateKnown, openDamage == nil {
      openDamage = (error, seq + 1)
    } else if !isKnown, openDamage == nil, record.kind == .keyframe, let head = record.head {
      // The state stays unknown because the keyframe is damaged.
      openDamage = (error, head.seq)
    } else {
      found.append(LogDamage(error))
    }
  }

  /// Counts a damage; at the limit, ends the check instead, with all later frames unknown.
  private mutating func hasRoom(at record: LogRecord) throws(LogError) -> Bool {
    count += 1
    guard count >= LogDamage.countMax else { return true }
    let error = try reader.error(.tooMuchDamage(limit: LogDamage.countMax), at: record)
    if openDamage == nil {
      openDamage = (error, reader.lastSeq + 1)
    } else {
      found.append(LogDamage(error))
    }
    isAtEnd = true
    close(at: lastSeq + 1)
    return false
  }

  private mutating func loseState() { isKnown = false }

  /// Ends the range of unknown frames before a known one.
  private mutating func close(at next: Int) {
    guard let (error, first) = openDamage else { return }
    openDamage = nil
    found.insert(LogDamage(error, from: first, to: next), at: found.startIndex)
  }
}

extension LogError {
  /// Whether the problem is in the log's contents rather than in accessing the file.
  package var isDamage: Bool {
    switch kind {
    case .system, .disabledRecorder, .notAFile, .shrank, .changed, .disturbed, .other: false
    default: true
    }
  }
}

/// Returns a result of reading a log; nil if that is damaged there.
package func unlessDamaged<Result>(
  _ body: @autoclosure () throws(LogError) -> Result?
) throws(LogError) -> Result? {
  do throws(LogError) {
    return try body()
  } catch {
    guard error.isDamage else { throw error }
    return nil
  }
}
