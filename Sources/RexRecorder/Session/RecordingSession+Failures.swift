import RexLog

/// Pauses and failures: what suspends a recording, and how it recovers.
extension RecordingSession {
  /// Writes nothing more until `endPause`.
  func pause() {
    flushEnding()
    switch phase {
    case .unstarted: phase = .suspended(.paused)
    case .recording(let tracking): phase = .paused(tracking)
    case .suspended(var suspension):
      suspension.isPaused = true
      phase = .suspended(suspension)
    case .reducing, .paused, .closed: break
    }
  }

  /// Resumes with the next action, with a gap before it if others were reduced in between.
  func endPause() {
    switch phase {
    case .paused(let tracking): phase = .recording(tracking)
    case .suspended(var suspension):
      suspension.isPaused = false
      phase = .suspended(suspension)
    case .unstarted, .recording, .reducing, .closed: break
    }
  }

  /// Ends a suspension with a gap and a keyframe of this state, if a retry is due.
  ///
  /// The gap goes first: where the disk is still full, that spares encoding the state.
  func resume(from state: State) {
    guard case .suspended(let suspension) = phase, suspension.mayEnd(at: timeMs) else { return }
    advance { () throws(RecorderFailure) in
      try writeGap(suspension.reason)
      let lostCount = lastSeq - appender.committedEnd.seq
      let tracking = try writeStart(of: state)
      countGap(lostCount: lostCount)
      return .recording(tracking)
    }
  }

  /// Appends a gap behind the last whole line, for all that was lost since; none where nothing was.
  ///
  /// What was lost may be no action, but a mark: a gap covers one number at least. It commits
  /// nothing: it stays or goes with the keyframe, or the end, that follows it.
  func writeGap(_ reason: String) throws(RecorderFailure) {
    do throws(LogError) {
      try appender.restore()
    } catch {
      throw .log(error)
    }
    guard lastSeq > 0 || appender.hasState else { return }
    let firstSeq = appender.committedEnd.seq + 1
    lastSeq = max(lastSeq, firstSeq)
    var line: [UInt8] = []
    LogEntry.gap(LogGap(from: firstSeq, to: lastSeq, reason: reason)).write(into: &line)
    try append(line)
  }

  func countGap(lostCount: Int) {
    counts.gapCount += lostCount > 0 ? 1 : 0
    counts.lostCount += lostCount
  }

  /// Counts actions from now on rather than write them, and tries to recover later.
  func suspend(after failure: RecorderFailure) {
    if self.failure == nil { reports.failure = failure }
    if case .suspended(var suspension) = phase {
      suspension.prolong(after: failure, at: timeMs)
      phase = .suspended(suspension)
    } else {
      phase = .suspended(Suspension(after: failure, at: timeMs))
    }
  }

  /// Notes that the log could not be flushed after it was closed.
  ///
  /// In any other phase the next line meets the failure.
  func noteFlushFailure(_ error: LogError) {
    guard case .closed(nil) = phase else { return }
    phase = .closed(.log(error))
    reports.failure = .log(error)
  }

  /// What is to be reported to the app, once.
  func takeReports() -> PendingReports? {
    guard !reports.isEmpty else { return nil }
    return exchange(&reports, with: PendingReports())
  }
}

/// What is reported to the app outside of the recorder's lock.
struct PendingReports {
  var failure: RecorderFailure?
  var unreplayable: [UnreplayableAction] = []

  var isEmpty: Bool { failure == nil && unreplayable.isEmpty }

  func report(to configuration: RecorderConfiguration) {
    for action in unreplayable { configuration.onUnreplayable(action) }
    if let failure { configuration.onFailure?(failure) }
  }
}
