import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// Applies the edits to each recorded action, and writes the additions after it.
extension EditingRun {
  mutating func process(_ line: ActionLine) throws(LogError) {
    recordedSeq = line.seq
    if line.seq < start + 1 || line.seq < first && !state.isStarted {
      seq = line.seq
      return try new.copy(at: recorded)
    }
    let action = try recorded.action(line)
    if line.seq < first { return try follow(line, action) }
    try beginEdits()
    let unknown = recorded.record.map { LogEntry.action(action).unknownMembers(in: $0.bytes) }
    try edit(action, unknown ?? JSONObject())
    try writeAdditions(after: action.seq)
  }

  /// Writes an action before the first edit, and applies it to the state; adds a missing patch.
  private mutating func follow(_ line: ActionLine, _ action: LogAction) throws(LogError) {
    (seq, timeMs) = (action.seq, action.timeMs)
    if app.isStateCodable, let patch = action.result?.patch, state.isStarted,
      (try? state.apply(patch)) != nil
    {
      return try new.copy(at: recorded)
    }
    var patch: [UInt8] = []
    guard case .action(let payload) = action.payload, action.isExact, state.isStarted else {
      throw recorded.error(
        app.isStateCodable
          ? ReductionProblem.noStart : .needsCodableState(after: line.seq))
    }
    try reduce(payload, of: action, patch: &patch)
    if !app.isStateCodable, let recordedPatch = line.patch {
      guard patch.elementsEqual(recordedPatch) else {
        throw recorded.error(ReductionProblem.needsCodableState(after: line.seq))
      }
      return try new.copy(at: recorded)
    }
    try new.copy(line, withPatch: patch)
  }

  /// Starts the edited part of the log, once.
  mutating func beginEdits() throws(LogError) {
    guard !isChanged, first != .max else { return }
    guard state.isStarted else { throw recorded.error(ReductionProblem.noStart) }
    isChanged = true
    try writeAdditions(after: first - 1)
  }

  private mutating func edit(_ action: LogAction, _ unknown: JSONObject) throws(LogError) {
    guard !isLeftOut(action.seq, causedBy: action.cause), !edits.moved.contains(action.seq) else {
      return
    }
    try write(edited(action), unknown)
  }

  /// Returns whether an action is left out; adds it to the outcome if it is an effect of an edit.
  mutating func isLeftOut(_ seq: Int, causedBy cause: Int?) -> Bool {
    if cause.map(effects.skipped.contains) ?? false, !edits.skipped.contains(seq) {
      if edits.skipsEffects {
        outcome.skippedEffects.append(seq)
      } else {
        outcome.orphans.append(seq)
      }
    } else if cause.map(effects.changed.contains) ?? false {
      outcome.recordedEffects.append(seq)
    }
    return isSkipped(seq)
  }

  private func isSkipped(_ seq: Int) -> Bool {
    edits.skipped.contains(seq) || edits.skipsEffects && effects.skipped.contains(seq)
  }

  /// Returns an action with its new payload, if any, and with the new case's name as its type.
  private func edited(_ recorded: LogAction) -> LogAction {
    guard let payload = edits.edited[recorded.seq] else { return recorded }
    var action = recorded
    if case .action(let old) = recorded.payload, old.caseName != payload.caseName {
      action.type = payload.caseName
    }
    action.payload = .action(payload)
    action.result?.isExact = true
    return action
  }

  /// Writes the additions after an action.
  private mutating func writeAdditions(after number: Int) throws(LogError) {
    recordedSeq = number
    for (index, addition) in (edits.additions[number] ?? []).enumerated() {
      let before = seq
      switch addition {
      case .action(let payload):
        try write(
          LogAction(
            seq: 0, timeMs: timeMs, type: payload.caseName, payload: .action(payload),
            result: .init(tookMs: 0, patch: JSONPatch())))
      case .moved(let number): try move(number)
      case .set(let path, let value): try set(path, to: value)
      }
      guard seq > before else { continue }
      outcome.additions.append(AddedAction(seq: seq, after: number, index: index))
    }
  }

  private mutating func move(_ number: Int) throws(LogError) {
    guard !isSkipped(number) else { return }
    guard let found = try log.action(number) else { return }
    var action = edited(found)
    action.timeMs = timeMs
    try write(action)
  }

  private mutating func set(_ path: JSONPointer, to value: JSON) throws(LogError) {
    let before = state.document ?? .null
    let patch = JSONPatch([before[path] == nil ? .add(path, value) : .replace(path, value)])
    try checkSetting(path, by: patch)
    try write(
      LogAction(
        seq: 0, timeMs: timeMs, type: "set", payload: .opaque("set \(path) by hand"),
        result: .init(tookMs: 0, patch: patch)))
  }
}

extension EditingRun {
  /// Throws if a value cannot be set, or if the app cannot decode the resulting state.
  private func checkSetting(_ path: JSONPointer, by patch: JSONPatch) throws(LogError) {
    var changed = state
    let problem: String
    do throws(JSONPatchError) {
      try changed.apply(patch)
      do throws(ReductionError) {
        return try changed.decode(seq: recordedSeq)
      } catch {
        problem = error.reason
      }
    } catch {
      problem = "the parent is missing, or the index is out of range"
    }
    throw wrongEdit(.invalidValue(path, seq: recordedSeq, reason: problem))
  }
}

/// Gaps after the first edit: the state after a gap is the recorded one.
extension EditingRun {
  /// Writes a gap with new numbers; the log continues from the recorded state after it.
  mutating func writeRenumbered(_ lost: LogGap) throws(LogError) {
    if let seq = edits.firstLost(in: lost) { throw wrongEdit(.lostAction(seq, lost)) }
    try beginEdits()
    outcome.gaps.append(LostActions(from: lost.from, to: lost.to, reason: lost.reason))
    let newGap = LogGap(from: seq + 1, to: seq + 1 + (lost.to - lost.from), reason: lost.reason)
    state.stop()
    (gap, seq, recordedSeq) = (lost, newGap.to, lost.to)
    lostCount += lost.to - lost.from + 1
    try new.writer.write(.gap(newGap))
  }

  /// Continues from the recorded state after a gap.
  mutating func resume(at keyframe: LogKeyframe) throws(LogError) {
    guard isChanged, gap != nil else { return }
    state.reset(to: keyframe.state, seq: keyframe.seq)
    gap = nil
    timeMs = keyframe.timeMs
    try writeKeyframe()
    try writeAdditions(after: keyframe.seq)
  }
}
