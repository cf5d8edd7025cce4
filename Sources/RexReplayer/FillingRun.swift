import RexDiff
import RexJSON
import RexLog

/// One pass over a log that finds the patches which it lacks, by reducing those actions again.
///
///     log      keyframe 0   1 patch   2 …    3 …    keyframe 3   4 patch
///     filled   keyframe 0   1 patch   2 ✓    3 ✓    keyframe 3   4 patch
struct FillingRun {
  private var recorded: RecordedStates
  private var reduced: Rereduction
  private let filled = LogBuffer()
  private var buffer: [UInt8] = []

  init(app: ReplayableApp, log: Log) {
    (recorded, reduced) = (RecordedStates(log), Rereduction(app))
  }

  mutating func run() throws(ReplayError) -> Log {
    while var entry = try recorded.next() {
      switch entry {
      case .session(var session):
        // What is filled in is one log in one piece.
        guard recorded.isAtFirst else { continue }
        session.segment = nil
        entry = .session(session)
      case .keyframe(let keyframe):
        recorded.reset(to: keyframe.state)
        reduced.retry()
        reduced.rest(at: keyframe.state, seq: keyframe.seq)
      case .action(let action): entry = .action(try filling(action))
      case .gap: reduced.stop()
      case .mark, .end, .unknown: break
      }
      write(entry)
    }
    do throws(LogError) {
      let log = recorded.log
      return try Log(name: log.name, bytes: filled.bytes + log.tornBytes()).ending(like: log)
    } catch {
      throw ReplayError(kind: .log(error), log: recorded.log.name, location: error.location)
    }
  }

  private mutating func filling(_ action: LogAction) throws(ReplayError) -> LogAction {
    try recorded.advance(over: action)
    if let patch = action.result?.patch {
      if !reduced.apply(patch, seq: action.seq) { reduced.stop() }
      return action
    }
    var filled = action
    if let before = reduced.document, let after = recorded.state {
      filled.result?.change = .patch(JSONPatch(from: before, to: after))
      reduced.rest(at: after, seq: action.seq)
    } else if let patch = try patch(of: action) {
      filled.result?.change = .patch(patch)
    } else {
      reduced.stop()
    }
    return filled
  }

  private mutating func patch(of action: LogAction) throws(ReplayError) -> JSONPatch? {
    guard case .action(let payload) = action.payload, action.isExact, reduced.isStarted else {
      return nil
    }
    var bytes: [UInt8] = []
    guard try reduced.reduce(payload, of: action, at: recorded, patch: &bytes) == nil,
      let document = try? JSON(parsing: bytes, limits: .largest)
    else { return nil }
    return try? JSONPatch(parsing: document)
  }

  private mutating func write(_ entry: LogEntry) {
    buffer.removeAll(keepingCapacity: true)
    entry.write(into: &buffer)
    filled.append(buffer)
  }
}
