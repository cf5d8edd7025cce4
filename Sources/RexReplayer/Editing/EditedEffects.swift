import RexLog

/// What came of skipped and changed actions when they were recorded: what they caused, what that
/// caused, and so on.
///
/// Known before anything is written: an action may be moved to a place before its cause.
struct EditedEffects {
  /// Actions that were skipped, and what came of them.
  private(set) var skipped: Set<Int> = []
  /// Actions that were edited or moved, and what came of them, but for those above.
  private(set) var changed: Set<Int> = []

  init(of edits: ActionEdits, in log: Log) throws(LogError) {
    guard let first = edits.first, !edits.skipped.ranges.isEmpty || !edits.named.isEmpty else {
      return
    }
    let reader = try log.reader(near: first)
    while let record = try reader.next() {
      guard record.kind == .action, let seq = record.head?.seq, seq >= first else { continue }
      // What is wrong with a line is told when it is reduced.
      add(seq, causedBy: record.cause, edits)
    }
    if let unfinished = log.unfinished { add(log.lastSeq + 1, causedBy: unfinished.cause, edits) }
  }

  private mutating func add(_ seq: Int, causedBy cause: Int?, _ edits: ActionEdits) {
    if edits.skipped.contains(seq) || cause.map(skipped.contains) ?? false {
      skipped.insert(seq)
    } else if edits.named.contains(seq) || cause.map(changed.contains) ?? false {
      changed.insert(seq)
    }
  }
}
