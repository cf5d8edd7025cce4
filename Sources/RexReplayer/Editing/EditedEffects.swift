import RexLog

/// The recorded direct and indirect effects of skipped, edited and moved actions.
///
/// Computed before anything is written, since an action can be moved before its cause.
struct EditedEffects {
  /// The skipped actions, and the actions that they caused.
  private(set) var skipped: Set<Int> = []
  /// The edited and moved actions, and the actions that they caused, unless in `skipped`.
  private(set) var changed: Set<Int> = []

  init(of edits: ActionEdits, in log: Log) throws(LogError) {
    guard let first = edits.first,
      !edits.skipped.ranges.isEmpty || !edits.editedOrMoved.isEmpty
    else { return }
    let reader = try log.reader(near: first)
    while let record = try reader.next() {
      guard record.kind == .action, record.isTrusted, let seq = record.head?.seq, seq >= first
      else { continue }
      // An invalid line is reported when it is reduced.
      add(seq, causedBy: record.members?.cause(of: seq), edits)
    }
    if let unfinished = log.unfinished { add(log.lastSeq + 1, causedBy: unfinished.cause, edits) }
  }

  private mutating func add(_ seq: Int, causedBy cause: Int?, _ edits: ActionEdits) {
    if edits.skipped.contains(seq) || cause.map(skipped.contains) ?? false {
      skipped.insert(seq)
    } else if edits.editedOrMoved.contains(seq) || cause.map(changed.contains) ?? false {
      changed.insert(seq)
    }
  }
}
