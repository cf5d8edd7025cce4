import RexFormat

/// How a recording is suspended by pauses and failures, and how it recovers.
extension RecordingSession {
  /// Pauses until `endPause`; if a reducer is running, the pause begins after its action.
  func pause() {
    flushEnding()
    switch phase {
    case .unstarted: phase = .suspended(.paused)
    case .recording(let tracking): phase = .paused(tracking)
    case .suspended(var suspension):
      suspension.isPaused = true
      phase = .suspended(suspension)
    case .reducing(let action, _): action.isPausedAfter = true
    case .paused, .closed: break
    }
  }

  /// Resumes with the next action, after a gap if actions were not recorded in the meantime.
  func endPause() {
    switch phase {
    case .paused(let tracking): phase = .recording(tracking)
    case .suspended(var suspension):
      suspension.isPaused = false
      phase = .suspended(suspension)
    case .reducing(let action, _): action.isPausedAfter = false
    case .unstarted, .recording, .closed: break
    }
  }

  /// Ends a suspension with a gap and a keyframe of a state, if a retry is due.
  ///
  /// The gap is written first: if the disk is still full, the state need not be encoded.
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

  /// Appends a gap for everything that was lost since the last complete line.
  ///
  /// Appends nothing if nothing was recorded yet. The gap covers at least one number, even if no
  /// action was lost. It is not committed: it is kept or truncated together with the keyframe or
  /// the end that follows it.
  func writeGap(_ reason: String) throws(RecorderFailure) {
    do throws(LogError) {
      try appender.restore()
    } catch {
      throw .log(error)
    }
    guard lastSeq > 0 || appender.hasState else { return }
    let firstSeq = appender.committedEnd.seq + 1
    lastSeq = max(lastSeq, firstSeq)
    try append(LogEntry.gap(LogGap(from: firstSeq, to: lastSeq, reason: reason)).line)
  }

  func countGap(lostCount: Int) {
    counts.gapCount += lostCount > 0 ? 1 : 0
    counts.lostCount += lostCount
  }

  /// Suspends the recording after a failure: actions are counted, and a retry follows later.
  func suspend(after failure: RecorderFailure) {
    if self.failure == nil { reports.failure = failure }
    var suspension = Suspension(after: failure, at: timeMs)
    if case .suspended(let current) = phase {
      suspension = current
      suspension.prolong(after: failure, at: timeMs)
    }
    phase = .suspended(suspension)
    cutBack(because: suspension.reason)
  }

  /// Removes an incomplete line at once, and writes a gap for what is lost so far if that succeeds.
  ///
  /// So a torn action at a log's end means that the app ended in it, even if the app ends before
  /// the next retry. The gap is not committed: a retry replaces it.
  private func cutBack(because reason: String) {
    do throws(LogError) {
      try appender.cutBack()
      guard appender.mayEndInGap, lastSeq > 0 || appender.hasState else { return }
      let firstSeq = appender.committedEnd.seq + 1
      let gap = LogGap(from: firstSeq, to: max(lastSeq, firstSeq), reason: reason)
      try appender.append(LogEntry.gap(gap).line)
    } catch {
      try? appender.cutBack()
    }
  }

  /// Stores a failure to flush the log after it was closed.
  ///
  /// In other phases, the next line reports it.
  func noteFlushFailure(_ error: LogError) {
    guard case .closed(nil) = phase else { return }
    phase = .closed(.log(error))
    reports.failure = .log(error)
  }

  /// Returns the reports for the app, once.
  func takeReports() -> PendingReports? {
    if let inspector { reports.omissions += inspector.takeNew().map(LogOmission.init) }
    guard !reports.isEmpty else { return nil }
    return exchange(&reports, with: PendingReports())
  }
}

/// Reports for the app, delivered outside of the recorder's lock.
struct PendingReports {
  var failure: RecorderFailure?
  var unreplayable: [UnreplayableAction] = []
  var impurities: [Impurity] = []
  var omissions: [LogOmission] = []
  /// What an echo shows.
  var echoes: [String] = []

  var isEmpty: Bool {
    failure == nil && unreplayable.isEmpty && impurities.isEmpty && echoes.isEmpty
      && omissions.isEmpty
  }

  func report(to configuration: RecorderConfiguration) {
    for text in echoes { configuration.echo?.write(text) }
    for omission in omissions { omission.warn() }
    for action in unreplayable { configuration.onUnreplayable(action) }
    for impurity in impurities { configuration.onImpurity?(impurity) }
    if let failure { configuration.onFailure?(failure) }
  }
}
