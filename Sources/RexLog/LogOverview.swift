import RexJSON

/// How a log begins and ends, read without the lines between.
///
///     {"kind":"session",… ┄┄┄┄┄┄┄┄┄┄┄ {"kind":"action","seq":57,…}\n{"kind":"action","seq":58
///     └──── session ────┘             └──────── last action ───────┘ └──── ending ────┘
///
/// The lines between are not checked, so this is fast enough for a folder of hundreds of logs.
package struct LogOverview: Sendable, Equatable {
  /// The session line of the first file.
  package var session: LogSession
  /// The last finished action; nil if there is none within `tailBytesMax` of the end.
  package var lastAction: Action?
  /// The number of the last action; 0 if there is none near the end.
  package var lastSeq = 0
  /// The time of the last line that has one, in milliseconds since the recording began.
  package var lastTimeMs = 0.0
  /// How the log ends.
  package var ending = Log.Ending.missing
  /// Whether nothing follows the session line.
  package var isEmpty = true

  /// An action's number and label.
  package struct Action: Sendable, Equatable {
    package var seq: Int
    package var type: String
  }

  /// The bytes read at first; most lines are shorter.
  private static let tailBytesMin = 1 << 14
  /// The most bytes read at a log's end, which may be a long keyframe.
  private static let tailBytesMax = 8 << 20
  /// Longer session lines are not read; no recorder writes them.
  private static let sessionBytesMax = 1 << 16
  /// The members of a line up to an action's label are within this many bytes.
  private static let lineHeadBytesMax = 1 << 13

  /// Reads the files of one log, in order.
  package init(paths: [String]) throws(LogError) {
    guard let first = paths.first else { throw LogError(.empty, log: "") }
    session = try LogOverview.session(ofLogAt: first)
    var tailBytesMax = LogOverview.tailBytesMax
    for path in paths.reversed() where lastAction == nil && tailBytesMax > 0 {
      tailBytesMax -= try addTail(
        of: LogBytes(path: path), bytesMax: tailBytesMax, isLast: path == paths.last)
    }
    if case .torn(var torn) = ending {
      torn.mayHaveFinished = torn.kind == "action" && lastHasPatch == false
      ending = .torn(torn)
    }
  }

  /// Whether the last finished action has its patch.
  private var lastHasPatch: Bool?

  private static func session(ofLogAt path: String) throws(LogError) -> LogSession {
    let bytes = try LogBytes(path: path)
    let beginning = try bytes.read(0..<min(bytes.count, sessionBytesMax))
    guard let feed = beginning.firstIndex(of: UInt8(ascii: "\n")) else {
      // The session line was cut off, and nothing follows it.
      throw LogError(beginning.count == bytes.count ? .empty : .notALog, log: path)
    }
    do throws(LogError) {
      let line = try LogEntry(line: Array(beginning[..<feed]))
      if case .session(let session) = line { return session }
    } catch {
      throw LogError(error.kind, log: path, location: error.location)
    }
    throw LogError(.notALog, log: path)
  }

  /// Reads from the end of a file until it finds an action; returns the number of bytes read.
  private mutating func addTail(
    of bytes: LogBytes, bytesMax: Int, isLast: Bool
  ) throws(LogError) -> Int {
    var count = LogOverview.tailBytesMin
    while true {
      let start = max(0, bytes.count - min(count, bytesMax))
      let tail = try bytes.read(start..<bytes.count)
      var copy = self
      copy.addLines(of: tail, isWholeFile: start == 0, isLast: isLast)
      if copy.lastAction != nil || start == 0 || count >= bytesMax {
        self = copy
        return tail.count
      }
      count *= 8
    }
  }

  private mutating func addLines(of tail: [UInt8], isWholeFile: Bool, isLast: Bool) {
    var lines = tail.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    // A torn line, or nothing, follows the last line feed.
    if let rest = lines.popLast(), isLast, !rest.isEmpty {
      addRest(rest, isWholeLine: isWholeFile || !lines.isEmpty)
    }
    if !isWholeFile { lines = lines.dropFirst() }
    while lastAction == nil, let line = lines.popLast() { add(line) }
  }

  /// Adds what follows the last line feed.
  private mutating func addRest(_ rest: ArraySlice<UInt8>, isWholeLine: Bool) {
    guard isWholeLine else {
      (ending, isEmpty) = (.torn(LogTornLine(byteCount: rest.count)), false)
      return
    }
    // A line that lacks only its line feed is complete.
    if let json = try? JSON(parsing: Array(rest)), let entry = try? LogEntry(reading: json) {
      if case .action(let action) = entry, action.result == nil {} else { return add(rest) }
    }
    let torn = LogTornLine(recovering: Array(rest.prefix(LogOverview.lineHeadBytesMax)))
    lastTimeMs = torn.timeMs ?? 0
    (ending, isEmpty) = (.torn(torn), false)
  }

  /// Adds a complete line; called from the last line backwards, until the last action.
  private mutating func add(_ line: ArraySlice<UInt8>) {
    guard let members = LogTornLine.members(of: Array(line.prefix(LogOverview.lineHeadBytesMax))),
      let kind = members["kind"]?.string
    else { return }
    isEmpty = isEmpty && kind == "session"
    lastTimeMs = max(lastTimeMs, members["timeMs"]?.number?.double ?? 0)
    let seq = (members["seq"] ?? members["to"])?.number?.exactly(Int.self) ?? 0
    lastSeq = max(lastSeq, seq)
    switch kind {
    case "action":
      lastAction = Action(seq: seq, type: members["type"]?.string ?? "")
      guard case .torn = ending else { return }
      lastHasPatch = (try? JSON(parsing: Array(line)))?["patch"].map { $0 != .null }
    case "end":
      guard ending == .missing, let json = try? JSON(parsing: Array(line)),
        case .end(let end)? = try? LogEntry(reading: json)
      else { return }
      ending = .closed(end)
    default: return
    }
  }
}
