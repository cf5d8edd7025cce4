/// How a log begins and ends, read without the lines between.
///
///     {"kind":"session",… ┄┄┄┄┄┄┄┄┄┄┄ {"kind":"action","seq":57,…}\n{"kind":"action","seq":58
///     └──── session ────┘             └──────── last action ───────┘ └──── ending ────┘
///
/// The lines between are not checked, so this is fast enough for a folder of hundreds of logs.
package struct LogOverview: Sendable, Equatable {
  /// The session line of the first file.
  package var session: LogSession
  /// The last finished action; nil if there is none.
  package var lastAction: Action?
  /// The number of the last action, finished or lost.
  package var lastSeq: Int
  /// The time of the last line that has one, in milliseconds since the recording began.
  package var lastTimeMs = 0.0
  /// How the log ends.
  package var ending: Log.Ending
  /// Whether nothing follows the session line.
  package var isEmpty: Bool

  /// An action's number and label.
  package struct Action: Sendable, Equatable {
    package var seq: Int
    package var type: String

    fileprivate init(_ action: LogAction) { (seq, type) = (action.seq, action.type) }
  }

  /// Reads the files of one log, in order; throws `empty` if only a part of a session line exists.
  package init(paths: [String]) throws(LogError) {
    let log: Log
    do throws(LogError) {
      log = try Log(paths: paths, name: paths.first ?? "")
    } catch {
      guard error.kind == .notALog, try LogOverview.areCutOff(paths) else { throw error }
      throw LogError(.empty, log: error.log)
    }
    try self.init(log)
  }

  /// Whether no file has a complete line.
  private static func areCutOff(_ paths: [String]) throws(LogError) -> Bool {
    for path in paths where try LogBytes(path: path).firstLine() != nil { return false }
    return true
  }

  /// Reads the last lines of a log.
  package init(_ log: Log) throws(LogError) {
    (session, lastSeq, ending) = (log.session, log.lastSeq, log.ending)
    let first = log.reader()
    _ = try first.next()
    isEmpty = first.nextPosition.offset == log.byteCount
    var lastMs = try readLines(of: log.indexes.lastReader(in: log.lines))
    // Long lines without a time, or without an action, may be all that is near the end.
    if lastMs == nil { lastMs = try readLines(of: log.reader()) }
    if case .torn(let torn) = ending { lastMs = torn.timeMs ?? lastMs }
    lastTimeMs = lastMs ?? 0
    if lastAction == nil, lastSeq > session.after {
      lastAction = try log.action(lastSeq, []).map(Action.init)
    }
  }

  /// Finds the last action, and returns the last time.
  private mutating func readLines(of reader: LogReader) throws(LogError) -> Double? {
    var lastMs: Double?
    while let record = try reader.next() {
      lastMs = record.members?.timeMs ?? lastMs
      if record.kind == .action, let action = try? reader.action([], of: record) {
        lastAction = Action(action)
      }
    }
    return lastMs
  }
}
