import RexDiff
import RexJSON
package import RexLog
package import RexTimeline

/// Searches a log's actions for a text, forward or backward.
package struct LogSearch {
  /// The text or pattern to find.
  private let pattern: TextPattern
  private let parts: Set<TextMatch.Part>
  private let states: LogStates
  private var source: LogStates.Source
  private var replaced: ReplacedStates
  private let isReversed: Bool
  /// The numbers to be searched.
  private let wanted: ClosedRange<Int>
  /// Those still to be searched.
  private var rest: ClosedRange<Int>?
  /// The actions of a backward search that may be hits, and were not yet returned.
  private var candidates: [LinePosition] = []
  /// Whether the start's state is still to be searched.
  private var includesStart: Bool
  /// The unfinished action, if it is still to be searched.
  private var unfinished: KeptAction?
  private var reader: LogReader?
  /// Asked at each action whether to stop; a backward search asks every thousand actions.
  package var isStopped: (_ seq: Int) -> Bool = { _ in false }
  /// The action at which the search was stopped; nil if it was not.
  package private(set) var stoppedSeq: Int?
  /// The number of actions whose change could not be searched, and the first read.
  package private(set) var unrecorded: (count: Int, first: Int?) = (0, nil)
  /// The number of actions that were read.
  private var readCount = 0

  /// The number of lost actions among those searched; 0 until the search has reached its end.
  package var lostCount: Int {
    guard rest == nil, stoppedSeq == nil else { return 0 }
    let first = max(wanted.lowerBound, source.log.session.after + 1)
    let last = min(wanted.upperBound, source.log.lastSeq)
    return max(0, last - first + 1 - readCount)
  }

  /// An action in which the text was found.
  package struct Hit: Sendable {
    /// The action's number; for the start, the number before the first action.
    package var seq: Int
    /// The action; nil for the start.
    package var action: LogAction?
    /// The matches in the action.
    package var matches: [TextMatch]
  }

  /// The number of actions that a backward search reads at a time.
  private static let windowCount = 1024

  /// A search through a range of actions; the range may include the start's state.
  package init(
    _ pattern: TextPattern, in states: LogStates, _ parts: Set<TextMatch.Part>,
    seqs: ClosedRange<Int>, isReversed: Bool = false
  ) {
    (self.pattern, self.states, self.parts) = (pattern, states, parts)
    (source, replaced) = (states.source, ReplacedStates(states))
    self.isReversed = isReversed
    wanted = seqs
    let last = min(seqs.upperBound, source.log.lastSeq)
    rest = seqs.lowerBound <= last ? seqs.lowerBound...last : nil
    includesStart = parts.contains(.change) && rest?.contains(source.log.session.after) ?? false
    unfinished = seqs.contains(source.log.lastSeq + 1) ? source.log.unfinishedLine : nil
  }

  /// The next action that contains the text; nil if there are no more.
  package mutating func next() throws(LogError) -> Hit? {
    if isReversed, let hit = unfinishedHit() { return hit }
    if let hit = try isReversed ? nextBackward() : nextForward() { return hit }
    return stoppedSeq == nil ? unfinishedHit() : nil
  }

  /// The unfinished action, if it is still to be searched and contains the text.
  private mutating func unfinishedHit() -> Hit? {
    guard let kept = unfinished.take(), let action = kept.action() else { return nil }
    let matches = try? kept.read { pattern.matches(in: $0, action, parts) }
    guard let matches, !matches.isEmpty else { return nil }
    return Hit(seq: action.seq, action: action, matches: matches)
  }

  private mutating func nextForward() throws(LogError) -> Hit? {
    guard let seqs = rest else { return nil }
    if let hit = try startHit() { return hit }
    let near = max(seqs.lowerBound, 1)
    let reader = if let reader { reader } else { try source.log.reader(near: near) }
    self.reader = reader
    while let record = try reader.next(), reader.lastReadSeq <= seqs.upperBound {
      guard let seq = reader.seq(of: record, in: seqs), wanted.contains(seq) else { continue }
      if stops(at: seq) { return nil }
      if backfills(at: record, seq) {
        (rest, self.reader) = (seq...seqs.upperBound, nil)
        return try nextForward()
      }
      readCount += 1
      if let hit = try hit(record, reader) { return hit }
    }
    rest = nil
    return nil
  }

  private mutating func nextBackward() throws(LogError) -> Hit? {
    repeat {
      while let position = candidates.popLast() {
        let reader = source.log.reader(from: position)
        if let record = try reader.next(), let hit = try hit(record, reader) { return hit }
      }
    } while try readWindow()
    return stoppedSeq == nil ? try startHit() : nil
  }

  private mutating func stops(at seq: Int) -> Bool {
    guard isStopped(seq) else { return false }
    (rest, stoppedSeq) = (nil, seq)
    return true
  }

  /// Collects candidates among the last actions still to be searched; false if there are none.
  private mutating func readWindow() throws(LogError) -> Bool {
    guard let seqs = rest, !stops(at: seqs.upperBound) else { return false }
    let lowest = max(seqs.lowerBound, seqs.upperBound - Self.windowCount + 1)
    let reader = try source.log.reader(near: max(lowest, 1))
    let before = (unrecorded, readCount)
    // The next window ends at the last number in the log before this one, so it skips gaps.
    var last = min(reader.lastReadSeq, lowest - 1)
    while let record = try reader.next(), reader.lastReadSeq <= seqs.upperBound {
      if reader.lastReadSeq < lowest { last = max(last, reader.lastReadSeq) }
      guard let seq = reader.seq(of: record, in: lowest...seqs.upperBound), wanted.contains(seq)
      else { continue }
      if backfills(at: record, seq) {
        (candidates, (unrecorded, readCount)) = ([], before)
        return try readWindow()
      }
      readCount += 1
      if mayBeFound(in: record) { candidates.append(reader.position(of: record)) }
    }
    rest = seqs.lowerBound <= last ? seqs.lowerBound...last : nil
    return true
  }

  /// Whether to go on in the backfilled log; if not, counts an action without a recorded change.
  private mutating func backfills(at record: LogRecord, _ seq: Int) -> Bool {
    guard parts.contains(.change), record.members?.lacksPatch == true else { return false }
    // The search can be resumed only at a trusted number.
    if record.isTrusted, let backfilled = states.backfilled(from: source) {
      source = backfilled
      return true
    }
    unrecorded = (unrecorded.count + 1, unrecorded.first ?? seq)
    return false
  }

  private func mayBeFound(in record: LogRecord) -> Bool {
    pattern.mayBeFound(in: record.bytes) || parts.contains(.change) && record.mayReplaceState
  }

  private mutating func hit(_ record: LogRecord, _ reader: LogReader) throws(LogError) -> Hit? {
    guard mayBeFound(in: record) else { return nil }
    do throws(LogError) {
      let line = try reader.action(of: record, checksOrder: false)
      var action = try reader.action(.patch, of: line, at: record)
      if parts.contains(.change) { action = replaced.narrowing(action) ?? action }
      let matches = pattern.matches(in: line, action, parts)
      guard !matches.isEmpty else { return nil }
      return Hit(
        seq: action.seq, action: try reader.action(.all, of: line, at: record),
        matches: matches)
    } catch {
      // Damaged lines are not searched; `info --check` lists them. A payload that is too large
      // for a tree is not necessarily damaged.
      if case .json(.treeTooLarge) = error.kind { throw error }
      guard error.isDamage else { throw error }
      return nil
    }
  }

  /// The start, if its state is still to be searched and contains the text.
  private mutating func startHit() throws(LogError) -> Hit? {
    guard includesStart else { return nil }
    includesStart = false
    let reader = source.log.reader()
    while let record = try reader.keyframeAhead() {
      guard pattern.mayBeFound(in: record.bytes),
        case .keyframe(let keyframe)? = try? reader.entry(of: record)
      else { continue }
      let matches = pattern.matches(in: keyframe.state, at: JSONPointer(), .change)
      return matches.isEmpty
        ? nil : Hit(seq: source.log.session.after, action: nil, matches: matches)
    }
    return nil
  }
}

extension LogReader {
  /// The number in an action's line, if it is of this session, and the number trusted there is in a
  /// range; the two can differ after a line that was lost or has a wrong number.
  fileprivate func seq(of record: LogRecord, in seqs: ClosedRange<Int>) -> Int? {
    guard record.kind == .action, !isForeign, seqs.contains(lastSeq) else { return nil }
    return record.head?.seq
  }
}
