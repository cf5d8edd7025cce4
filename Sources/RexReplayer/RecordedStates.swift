import RexDiff
import RexJSON
import RexLog

/// A log's entries in order, each with the recorded state it leads to.
struct RecordedStates {
  let log: Log
  /// The recorded state after the last entry; nil before the first keyframe and inside a gap.
  private(set) var state: JSON?
  private var index = -1

  init(_ log: Log) { self.log = log }

  /// The next entry; nil after the last.
  mutating func next() throws(ReplayError) -> LogEntry? {
    index += 1
    guard index < log.lines.count else { return nil }
    do throws(LogError) {
      return try log.entry(at: index)
    } catch {
      throw ReplayError(kind: .log(error), log: error.log, location: error.location)
    }
  }

  /// Whether the last entry was the first one.
  var isAtFirst: Bool { index == 0 }

  /// Applies an action's recorded patch.
  mutating func advance(by patch: JSONPatch) throws(ReplayError) {
    guard state != nil else { throw error(.noStart) }
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
}
