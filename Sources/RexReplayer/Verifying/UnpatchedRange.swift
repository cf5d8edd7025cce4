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
    guard var reduced = try? stateBefore(recorded.log, app, progress) else { return nil }
    var suspect: Divergence.Suspect?
    let reader = recorded.log.reader(from: position)
    while let record = try? reader.next(), record.offset <= recorded.offset {
      guard record.kind == .action, let line = try? reader.action(of: record),
        let action = try? line.action()
      else { continue }
      var text: [UInt8] = []
      guard (try? reduced.follow(line, at: recorded, patch: &text)) == true,
        let patch = text.withUnsafeBytes({ try? JSONPatch(text: $0, limits: .largest) }),
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

  /// The state at which the range starts; nil if the app has to come to it by itself, and cannot.
  private func stateBefore(
    _ log: Log, _ app: ReplayableApp, _ progress: (any ReductionProgress)?
  ) throws(LogError) -> ReplayState? {
    var reduced = ReplayState(app, log, progress)
    guard !app.isStateCodable else {
      reduced.reset(to: start, seq: after)
      return reduced
    }
    var earlier = RecordedStates(log, followsStates: false)
    while let entry = try earlier.next(), earlier.offset < position.offset {
      switch entry {
      case .keyframe(let keyframe): reduced.adopt(keyframe.state, seq: keyframe.seq)
      case .action(let line):
        var patch: [UInt8] = []
        guard try reduced.follow(line, at: earlier, patch: &patch) else { return nil }
      case .gap, .session, .other: break
      }
    }
    return reduced
  }
}
