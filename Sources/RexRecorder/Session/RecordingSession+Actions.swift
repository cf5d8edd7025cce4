import RexActions
import RexDiff
import RexLog

/// One action: the beginning of its line before its reducer runs, the ending after it.
extension RecordingSession {
  /// Puts the beginning of the action's line into the log; its number, or nil when it is not to be
  /// recorded.
  ///
  /// A known state is the last one, for all that can be seen. A watched action always has a patch:
  /// that alone shows whether it did anything.
  func begin(
    _ action: Action, from state: State, isKnown: Bool = false, source: ActionSource?,
    cause: Int? = nil, isWatched: Bool = false
  ) -> Int? {
    if case .suspended = phase { resume(from: state) }
    if !isKnown { noticeChange(to: state) }
    switch phase {
    case .unstarted, .closed: return nil
    case .reducing(let outer, _):
      outer.holdsAnother = true
      counts.nestedCount += 1
      return nil
    case .paused:
      lastSeq += 1
      phase = .suspended(.paused)
      return nil
    case .suspended:
      lastSeq += 1
      return nil
    case .recording(let tracking):
      let text = actions.text(of: action)
      if let unreplayable = actions.takeUnreplayable() { reports.unreplayable.append(unreplayable) }
      advance { () throws(RecorderFailure) in
        let needsPatch = isWatched || text.key == .opaque
        return .recording(try prepare(tracking, for: state, needsPatch: needsPatch))
      }
      return open(text, source: source, cause: cause)
    }
  }

  /// Writes the beginning of an action's line, unless the recording was just suspended.
  private func open(_ text: ActionText, source: ActionSource?, cause: Int?) -> Int? {
    lastSeq += 1
    guard case .recording(let tracking) = phase else { return nil }
    let action = OpenAction(
      seq: lastSeq, type: text.type, isOpaque: text.key == .opaque, reducerStartMs: timeMs)
    let isOpen = advance { () throws(RecorderFailure) in
      try append(
        beginning(text, source: source, cause: LogAction.validCause(cause, of: lastSeq)))
      return .reducing(action, tracking)
    }
    return isOpen ? action.seq : nil
  }

  /// Notes that the reducer is done, where the rest of its line is written later.
  func endReducer() {
    if let openAction { openAction.tookMs = reducerMs(of: openAction) }
  }

  private func reducerMs(of action: OpenAction) -> Double {
    max(0, timeMs - action.reducerStartMs).roundedToMicroseconds
  }

  /// Puts the rest of the action's line into the log, with the patch to the state it led to.
  ///
  /// True when the state changed.
  @discardableResult
  func finish(_ state: State, error: String? = nil) -> Bool {
    finish(state, error: error) { _ in true }
  }

  /// The same; `isExact` decides whether the log calls the action exact.
  @discardableResult
  func finish(
    _ state: State, error: String? = nil, isExact: (_ changed: Bool) -> Bool
  ) -> Bool {
    guard case .reducing(let action, let tracking) = phase else { return false }
    let tookMs = action.tookMs ?? reducerMs(of: action)
    counts.reducersMs += tookMs
    var changed = false
    advance { () throws(RecorderFailure) in
      let patch = try patch(to: state, tracking)
      changed = patch != JSONPatch.emptyText
      let isExact = isExact(changed) && !action.holdsAnother
      let (line, isWhole) = ending(tookMs: tookMs, error: error, isExact: isExact, patch: patch)
      try end(line, mayDefer: error == nil && isExact, tracking)
      counts.opaqueCount += action.isOpaque ? 1 : 0
      return .recording(
        try writeKeyframeIfDue(
          of: state, after: tracking, isNeeded: patch == nil ? !isExact : !isWhole))
    }
    for (label, data) in action.marks { mark(label, data: data) }
    if let reason = action.closeReason { close(reason: reason) }
    return changed
  }

  /// Ends an action's line, now or with the next line, in one call of the system.
  private func end(
    _ line: [UInt8], mayDefer: Bool, _ tracking: StateTracking<State>
  ) throws(RecorderFailure) {
    if mayDefer, case .keyframes(lastActionLacksPatch: true) = tracking {
      appender.deferEnding(line, seq: lastSeq, at: timeMs)
      keyframes.add(byteCount: line.count)
    } else {
      try commit(line)
      counts.actionCount += 1
    }
  }
}
