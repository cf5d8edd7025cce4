import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// Consecutive actions without a recorded state after them.
struct UnpatchedRange {
  /// The last recorded state.
  var start: JSON
  /// The number of the last action before the range.
  var after: Int
  /// The position of the first action.
  var position: LinePosition
  /// The number of actions reduced.
  var count = 0

  /// The action that most likely caused a difference found at the current entry.
  ///
  /// Reduces the actions once more, and follows the value at the path. The suspect is the last
  /// action that changes it from the recorded value to another one. If it never equals the
  /// recorded value, the suspect is the last action that changes it.
  func suspect(
    of difference: JSONDifference, in recorded: RecordedStates, app: ReplayableApp,
    progress: (any ReductionProgress)?
  ) -> Divergence.Suspect? {
    var state = start
    var value = state[difference.path]
    var hadRecordedValue = value == difference.old
    var reduced = ReplayState(app, progress)
    reduced.reset(to: start, seq: after)
    var suspect: Divergence.Suspect?
    let reader = recorded.log.reader(from: position)
    while let record = try? reader.next(), record.offset <= recorded.offset {
      guard record.kind == .action, let line = try? reader.action(of: record),
        let action = try? line.action()
      else { continue }
      guard let patch = patch(of: action, line, by: &reduced, at: recorded),
        (try? state.apply(patch)) != nil
      else { break }
      let (before, after) = (value, state[difference.path])
      guard before != after else { continue }
      value = after
      if before == difference.old || !hadRecordedValue {
        suspect = .init(seq: action.seq, type: action.type, source: action.source)
      }
      if after == difference.old { hadRecordedValue = true }
    }
    return suspect
  }

  private func patch(
    of action: LogAction, _ line: ActionLine, by reduced: inout ReplayState,
    at recorded: RecordedStates
  ) -> JSONPatch? {
    guard line.isReducible else {
      let patch = action.result?.patch
      return patch.flatMap { reduced.apply($0, seq: action.seq) ? $0 : nil }
    }
    var bytes: [UInt8] = []
    guard case .reduced? = try? reduced.reduce(line, at: recorded, patch: &bytes) else {
      return nil
    }
    return bytes.withUnsafeBytes { try? JSONPatch(text: $0, limits: .largest) }
  }
}
