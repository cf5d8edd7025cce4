import RexJSON
import RexLog
import RexReplayer
import RexTimeline

/// Where the actions of a branch are in the recorded log, and the other way around.
///
///     recorded   1  2  3       4  5     skip 2, insert behind 3
///     branch     1     2  new  4  5
///     number     1     2   3   4  5
extension StepSession {
  /// An action of the log here, as the changes of its branch count it.
  enum Place {
    /// The recorded action of this number, or the start.
    case recorded(Int)
    /// What was put behind an action.
    case added(after: Int, index: Int)
  }

  /// Where an action of the log here comes from.
  func place(of seq: Int) throws(StepError) -> Place {
    guard let branch = current, seq >= branch.firstSeq else { return .recorded(seq) }
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
    guard let origin else { throw StepError("action \(seq) was lost in a gap", .usage) }
    return .recorded(origin)
  }

  /// The places of the actions with some numbers; of recorded ones a range.
  func places(of seqs: ClosedRange<Int>) throws(StepError) -> (ClosedRange<Int>?, [Place]) {
    guard let branch = current, seqs.upperBound >= branch.firstSeq else { return (seqs, []) }
    let first = branch.firstSeq
    let before = seqs.lowerBound < first ? seqs.lowerBound...(first - 1) : nil
    if seqs.count == 1 { return (nil, [try place(of: seqs.lowerBound)]) }
    let added = Dictionary(
      (branch.outcome?.additions ?? []).map { ($0.seq, $0) }, uniquingKeysWith: { $1 })
    var places: [Place] = []
    try forEachOrigin(from: max(first, seqs.lowerBound), through: seqs.upperBound) { seq, origin in
      if let added = added[seq] {
        places.append(.added(after: added.after, index: added.index))
      } else if let origin {
        places.append(.recorded(origin))
      }
      return true
    }
    return (before, places)
  }

  /// The recorded action that is here, or the one before.
  func recordedSeq() throws(StepError) -> Int {
    guard let branch = current, seq >= branch.firstSeq else { return seq }
    var nearest = branch.firstSeq - 1
    try forEachOrigin(from: branch.firstSeq, through: seq) { _, origin in
      nearest = origin ?? nearest
      return true
    }
    return nearest
  }

  /// Where the log here has a recorded action, or the one before.
  func seq(ofRecorded recorded: Int) throws(StepError) -> Int {
    guard let branch = current, recorded >= branch.firstSeq else { return recorded }
    var nearest = branch.firstSeq - 1
    try forEachOrigin(from: branch.firstSeq, through: log.lastSeq) { seq, origin in
      if let origin, origin <= recorded { nearest = seq }
      return origin != recorded
    }
    return nearest
  }

  /// Gives each action with some numbers, and its number in the recorded log, until told to stop.
  private func forEachOrigin(
    from first: Int, through last: Int, _ body: (_ seq: Int, _ origin: Int?) -> Bool
  ) throws(StepError) {
    try reading { (log) throws(LogError) in
      let reader = try log.reader(near: first)
      while let record = try reader.next(), reader.lastSeq <= last {
        guard record.kind == .action, let seq = record.head?.seq, seq >= first else { continue }
        let action = try reader.action(of: record, elidesPayload: true)
        guard body(seq, action.originSeq) else { return }
      }
    }
  }
}
