import RexJSON
import RexLog
import RexReplayer
import RexTimeline

/// Converts between action numbers of a branch and of the recorded log.
///
///     recorded   1  2  3       4  5     skip 2, insert after 3
///     branch     1     3  new  4  5
///     number     1     2   3   4  5
extension DebugSession {
  /// The position of a branch's action relative to the recorded log.
  enum Position {
    /// The recorded action of this number, or the start.
    case recorded(Int)
    /// An addition after a recorded action.
    case added(after: Int, index: Int)
  }

  /// Returns the position of an action of the current log.
  func position(of seq: Int) throws -> Position {
    guard let branch = branch, seq >= branch.firstSeq else { return .recorded(seq) }
    if let added = branch.outcome?.additions.first(where: { $0.seq == seq }) {
      return .added(after: added.after, index: added.index)
    }
    if log.unfinished != nil, seq == log.lastSeq + 1, let unfinished = branch.outcome?.unfinished {
      return .recorded(unfinished.seq)
    }
    var origin: Int?
    try forEachOrigin(from: seq, through: seq) { _, number in
      origin = number
      return false
    }
    guard let origin else { throw DebugMiss.lostInGap(seq) }
    return .recorded(origin)
  }

  /// Returns a range's actions before the first edit as a range, and the positions of the others.
  func positions(of seqs: ClosedRange<Int>) throws -> (ClosedRange<Int>?, [Position]) {
    guard let branch = branch, seqs.upperBound >= branch.firstSeq else { return (seqs, []) }
    let first = branch.firstSeq
    let before = seqs.lowerBound < first ? seqs.lowerBound...(first - 1) : nil
    if seqs.count == 1 { return (nil, [try position(of: seqs.lowerBound)]) }
    let added = Dictionary(
      (branch.outcome?.additions ?? []).map { ($0.seq, $0) }, uniquingKeysWith: { $1 })
    var positions: [Position] = []
    try forEachOrigin(from: max(first, seqs.lowerBound), through: seqs.upperBound) { seq, origin in
      if let added = added[seq] {
        positions.append(.added(after: added.after, index: added.index))
      } else if let origin {
        positions.append(.recorded(origin))
      }
      return true
    }
    return (before, positions)
  }

  /// Returns the recorded number of the current action, or of the last recorded action before it.
  func recordedSeq() throws -> Int {
    guard let branch = branch, seq >= branch.firstSeq else { return seq }
    var nearest = branch.firstSeq - 1
    try forEachOrigin(from: branch.firstSeq, through: seq) { _, origin in
      nearest = origin ?? nearest
      return true
    }
    return nearest
  }

  /// Returns the current log's number for a recorded action, or for the last one before it.
  func seq(ofRecorded recorded: Int) throws -> Int {
    guard let branch = branch, recorded >= branch.firstSeq else { return recorded }
    var nearest = branch.firstSeq - 1
    try forEachOrigin(from: branch.firstSeq, through: log.lastSeq) { seq, origin in
      if let origin, origin <= recorded { nearest = seq }
      return origin != recorded
    }
    return nearest
  }

  /// Passes each action in a range, with its recorded number, to `body` until that returns false.
  private func forEachOrigin(
    from first: Int, through last: Int, _ body: (_ seq: Int, _ origin: Int?) -> Bool
  ) throws {
    let reader = try log.reader(near: first)
    while let record = try reader.next(), reader.lastSeq <= last {
      guard record.kind == .action, let seq = record.head?.seq, seq >= first else { continue }
      let action = try reader.action([], of: record)
      guard body(seq, action.originSeq) else { return }
    }
  }
}
