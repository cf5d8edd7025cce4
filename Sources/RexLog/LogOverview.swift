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
    // If the session line was cut off, nothing follows it.
    guard let line = try bytes.firstLine() else { throw LogError(.empty, log: path) }
    do throws(LogError) {
      if case .session(let session) = try LogEntry(line: line) { return session }
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
    var end: Int? = tail.count
    while lastAction == nil, let lineEnd = end {
      let feed = tail[..<lineEnd].lastIndex(of: UInt8(ascii: "\n"))
      let line = tail[(feed.map { $0 + 1 } ?? 0)..<lineEnd]
      let isWholeLine = isWholeFile || feed != nil
      if lineEnd < tail.count {
        if isWholeLine { add(line) }
      } else if isLast, !line.isEmpty {
        addRest(line, isWholeLine: isWholeLine)
      }
      end = feed
    }
  }

  /// Adds what follows the last line feed.
  private mutating func addRest(_ rest: ArraySlice<UInt8>, isWholeLine: Bool) {
    guard isWholeLine else {
      (ending, isEmpty) = (.torn(LogTornLine(byteCount: rest.count)), false)
      return
    }
    // A line that lacks only its line feed is complete.
    guard rest.withUnsafeBytes(LogTornLine.isTorn) else { return add(rest) }
    var torn = LogTornLine(recovering: Array(rest.prefix(LogOverview.lineHeadBytesMax)))
    torn.byteCount = rest.count
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
