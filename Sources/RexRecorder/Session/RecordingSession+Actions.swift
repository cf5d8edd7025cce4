import RexActions
import RexDiff
import RexFormat

/// Records one action: the beginning of its line before its reducer runs, and the ending after it.
extension RecordingSession {
  /// Writes the beginning of an action's line; returns its number, or nil if it is not recorded.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state before the action.
  ///   - isUnchanged: Whether the state is treated as unchanged since the last action.
  ///   - source: The source of the dispatch.
  ///   - cause: The number of the action's cause.
  ///   - needsPatch: Whether to record a patch in any case, because only that shows whether the
  ///     action was reduced.
  func begin(
    _ action: Action, from state: State, isUnchanged: Bool = false, source: ActionSource?,
    cause: Int? = nil, needsPatch: Bool = false
  ) -> Int? {
    if case .suspended = phase { resume(from: state) }
    if !isUnchanged { noticeChange(to: state) }
    switch phase {
    case .unstarted, .closed: return nil
    case .reducing(let outer, _):
      outer.hasNestedAction = true
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
        let needsPatch = (needsPatch || text.key == .opaque) && !states.isLeftOut
        return .recording(try prepare(tracking, for: state, needsPatch: needsPatch))
      }
      return open(text, source: source, cause: cause)
    }
  }

  /// Writes the beginning of an action's line, unless the recording was just suspended.
  private func open(_ text: ActionText, source: ActionSource?, cause: Int?) -> Int? {
    lastSeq += 1
    guard case .recording(let tracking) = phase else { return nil }
    let action = OpenAction(seq: lastSeq, text, reducerStartMs: timeMs)
    if configuration.echo != nil { action.heading = EchoText.heading(lastSeq, text) }
    let isOpen = advance { () throws(RecorderFailure) in
      try append(
        beginning(text, source: source, cause: LogAction.validCause(cause, of: lastSeq)))
      return .reducing(action, tracking)
    }
    if isOpen { keep(action) }
    return isOpen ? action.seq : nil
  }

  /// Stores the reducer's time if the rest of the action's line is written later.
  func endReducer() {
    if let openAction { openAction.tookMs = reducerMs(of: openAction) }
  }

  private func reducerMs(of action: OpenAction) -> Double {
    max(0, timeMs - action.reducerStartMs).roundedToMicroseconds
  }

  /// Writes the rest of an action's line, with the patch to the resulting state.
  func finish(_ state: State, error: String? = nil) {
    finish(state, error: error) { _ in true }
  }

  /// Writes the rest of an action's line, and whether its patch is exact.
  ///
  /// - Parameter isExact: Returns whether the patch is exact; `changed` is also true if the action
  ///   has no patch.
  func finish(
    _ state: State, error: String? = nil, isExact: (_ changed: Bool) -> Bool
  ) {
    guard case .reducing(let action, let tracking) = phase else { return }
    let tookMs = action.tookMs ?? reducerMs(of: action)
    counts.reducersMs += tookMs
    advance { () throws(RecorderFailure) in
      if let failure = action.inputs.failure { throw failure }
      let patch = try patch(to: state, tracking)
      let isExact = isExact(patch != JSONPatch.emptyText) && !action.hasNestedAction
      // Without a patch, only a keyframe shows the state after an action that is not reduced again.
      let isUnknown = patch == nil && (!isExact || action.isOpaque)
      if let heading = action.heading {
        reports.echoes.append(
          EchoText.lines(heading, error: error.map(shownText), patch: patch))
      }
      let (line, isWhole) = ending(
        tookMs: tookMs, error: error, isExact: isExact, patch: patch,
        afterPayloadOf: action.payloadByteCount, inputs: action.inputs.byteCount)
      try end(
        action.inputs.count == 0 ? line : inputsEnd(of: action) + line,
        mayDefer: error == nil && isExact && !isUnknown, tracking)
      counts.opaqueCount += action.isOpaque ? 1 : 0
      return .recording(
        try writeKeyframeIfDue(
          of: state, after: tracking, isNeeded: patch == nil ? isUnknown : !isWhole))
    }
    for (label, data) in action.marks { mark(label, data: data) }
    if action.isPausedAfter { pause() }
    if let reason = action.closeReason { close(reason: reason) }
  }

  /// Writes the ending of an action's line, now or together with the next line, in one system call.
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
