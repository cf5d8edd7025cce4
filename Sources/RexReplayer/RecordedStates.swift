import RexDiff
import RexJSON
import RexLog

/// A log's entries in order, each with the recorded state it leads to.
struct RecordedStates {
  let log: Log
  /// The recorded state after the last entry.
  ///
  /// Nil before the first keyframe, inside a gap, and where the log does not tell.
  private(set) var state: JSON?
  /// The place in the log's lines of the last entry.
  private(set) var index = -1

  init(_ log: Log) { self.log = log }

  /// The next entry; nil after the last.
  mutating func next() throws(ReplayError) -> LogEntry? {
    index += 1
    guard index < log.lines.count else { return nil }
    return try entry(at: index)
  }

  /// Whether the last entry was the first one.
  var isAtFirst: Bool { index == 0 }

  /// Takes the step over an action, by its patch or to the keyframe that stands in for one.
  mutating func advance(over action: LogAction) throws(ReplayError) {
    guard let patch = action.result?.patch else {
      state = action.needsKeyframe ? try stateAhead() : nil
      return
    }
    do throws(JSONPatchError) {
      try state?.apply(patch)
    } catch {
      throw self.error(.patch(error))
    }
  }

  /// Takes over the state of a keyframe.
  mutating func reset(to keyframe: JSON) { state = keyframe }

  /// An error at the last entry.
  func error(_ kind: ReplayError.Kind) -> ReplayError {
    ReplayError(kind: kind, log: logName, location: location)
  }

  /// The file that the last entry stands in.
  var logName: String { log.name(ofLine: index) }

  /// Where in its file the last entry stands.
  var location: JSONLocation { log.location(ofLine: index) }

  /// The state of a keyframe that comes before anything else changes it.
  private func stateAhead() throws(ReplayError) -> JSON? {
    let next = log.lines[(index + 1)...].firstIndex {
      ![.mark, .unknown, .session].contains($0.kind)
    }
    guard let next, case .keyframe(let keyframe) = try entry(at: next) else { return nil }
    return keyframe.state
  }

  func entry(at index: Int) throws(ReplayError) -> LogEntry {
    do throws(LogError) {
      return try log.entry(at: index)
    } catch {
      throw ReplayError(kind: .log(error), log: error.log, location: error.location)
    }
  }
}
