import RexDiff
import RexLog

extension LogWriting {
  /// What the app has to be told, once.
  func takeReports() -> PendingReports? {
    guard hasReport else { return nil }
    defer { (reports, hasReport) = (PendingReports(), false) }
    return reports
  }

  /// Ends an absence with a gap and this state, if it is time; else, or in vain, it goes on.
  ///
  /// The gap goes first: where the disk is still full, that spares encoding the state.
  func resume(from state: State) {
    guard case .absent(let absence) = phase, absence.isOver(at: timeMs) else { return }
    attempt { () throws(RecorderFailure) in
      try writeGap(absence.reason)
      let lostCount = lastSeq - output.whole.seq
      try writeStart(of: state)
      endAbsence(lostCount: lostCount)
    }
  }

  /// Puts a gap behind the last whole line, for all that was lost since; none where nothing was.
  ///
  /// What was lost may be no action, but a mark: a gap covers one number at least. It settles
  /// nothing: with the keyframe, or the end, that follows it comes and goes.
  func writeGap(_ reason: String) throws(RecorderFailure) {
    do throws(LogError) {
      try output.restore()
    } catch {
      throw .log(error)
    }
    if lastSeq > 0 || output.hasState {
      lastSeq = max(lastSeq, output.whole.seq + 1)
      buffer.removeAll(keepingCapacity: true)
      LogEntry.gap(LogGap(from: output.whole.seq + 1, to: lastSeq, reason: reason))
        .write(into: &buffer)
      try flush()
    }
  }

  /// Notes trouble that no step met.
  func fail(_ error: RecorderFailure) {
    guard failure == nil else { return }
    (failure, reports.failure, hasReport) = (error, error, true)
  }

  func endAbsence(lostCount: Int) {
    statistics.gapCount += lostCount > 0 ? 1 : 0
    statistics.lostCount += lostCount
    (phase, failure) = (.idle, nil)
  }

  /// Runs a step; false, and absent from now on, when it fails.
  @discardableResult
  func attempt(
    _ step: () throws(RecorderFailure) -> Void
  ) -> Bool {
    do throws(RecorderFailure) {
      try step()
      return true
    } catch {
      forgetStates()
      if case .absent(var absence) = phase {
        absence.prolong(at: timeMs)
        phase = .absent(absence)
      } else {
        phase = .absent(Absence(after: error, at: timeMs))
      }
      fail(error)
      return false
    }
  }

  /// Whether an absence may end as if it had not been.
  var isNothingLost: Bool { following != .nothing && lastSeq == output.whole.seq }
}

/// What the app is told outside of the recorder's lock.
struct PendingReports {
  var failure: RecorderFailure?
  var unreplayable: [UnreplayableAction] = []

  func tell(_ configuration: RecorderConfiguration) {
    for action in unreplayable { configuration.onUnreplayable(action) }
    if let failure { configuration.onFailure?(failure) }
  }
}
