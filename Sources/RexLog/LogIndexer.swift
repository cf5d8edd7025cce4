import RexJSON

/// Reads a log's lines in order, checks their sequence and keeps their index.
struct LogIndexer {
  private(set) var session: LogSession?
  private(set) var lines: [Log.Line] = []
  private(set) var types: [String] = []
  /// What stands for missing or torn lines between segments, by its place in `lines`.
  private(set) var substitutes: [Int: LogEntry] = [:]
  /// The name of the file that is read now.
  private var log = ""
  /// The number of the next line in its file, and where that file starts.
  private var lineNumber = 1
  private var fileStart = 0
  private var segment: Int?
  private var typeIndexes: [String: Int] = [:]
  private var end: LogEnd?
  private var expectation = Expectation.firstKeyframe
  private var lastSeq = 0
  private var lastTimeMs = 0.0
  private var lineStart = 0

  /// What must come before the next action.
  private enum Expectation {
    case firstKeyframe
    case keyframeAfterGap
    case keyframeAfterOmission
    /// A keyframe, unless the action has no patch: the state before it is not known.
    case keyframeBeforePatch
    case nothing
  }

  /// Goes on with the first line of the next file.
  mutating func beginFile(_ name: String, at offset: Int) {
    (log, lineNumber, fileStart, lineStart) = (name, 1, offset, offset)
  }

  /// An error at the start of the line that is read now.
  func error(_ kind: LogError.Kind) -> LogError { LogError(kind, log: log, location: location) }

  private var location: JSONLocation {
    JSONLocation(line: lineNumber, column: 1, offset: lineStart - fileStart)
  }

  /// Adds a whole line that ended before the line feed at this offset.
  mutating func add(_ line: [UInt8], endingAt lineEnd: Int) throws(LogError) {
    let entry: LogEntry
    do throws(LogError) {
      entry = try LogEntry(line: line, log: log, location: location)
    } catch {
      guard session == nil, case .json = error.kind else { throw error }
      throw LogError(.notALog, log: log, location: error.location)
    }
    let kind = try check(entry)
    addLine(kind, endingAt: lineEnd)
    if case .action(let action) = entry {
      lines[lines.count - 1].typeIndex = index(ofType: action.type)
      lines[lines.count - 1].isExact = action.isExact
      lines[lines.count - 1].hasPatch = action.result?.patch != nil
    }
    lineNumber += 1
  }

  private mutating func addLine(_ kind: Log.Kind, endingAt lineEnd: Int) {
    lines.append(
      Log.Line(
        kind: kind, seq: lastSeq, timeMs: lastTimeMs, typeIndex: 0, isExact: true,
        hasPatch: true, range: lineStart..<lineEnd))
    lineStart = lineEnd + 1
  }

  /// Takes what follows the last line feed of a segment that is not the last one.
  ///
  /// A torn line there was cut off by a loss of power. It is kept as a line of unknown kind; the
  /// next segment's session line tells whether actions are missing.
  mutating func endSegment(_ rest: [UInt8]) throws(LogError) {
    guard !rest.isEmpty, !isTornSession(rest), try tornLine(rest) != nil else { return }
    substitutes[lines.count] = .unknown(kind: "torn line")
    addLine(.unknown, endingAt: lineStart + rest.count)
  }

  /// Whether nothing was read yet, and this is how a session line begins.
  ///
  /// Such a segment is like one that is missing.
  private func isTornSession(_ rest: [UInt8]) -> Bool {
    guard session == nil else { return false }
    let beginning = #"{"kind":"session","#.utf8
    return rest.starts(with: beginning) || beginning.starts(with: rest)
  }

  /// Takes what follows the last line feed and tells how the log ends.
  mutating func end(_ rest: [UInt8]) throws(LogError) -> Log.Ending {
    guard !rest.isEmpty else {
      guard session != nil else { throw error(.notALog) }
      return end.map(Log.Ending.closed) ?? .missing
    }
    guard end == nil else { throw error(.misplaced("a line after the end")) }
    guard let torn = try tornLine(rest) else { return end.map(Log.Ending.closed) ?? .missing }
    return .torn(torn)
  }

  /// Adds a line that lacks only its line feed; gives what there is of one that stops inside.
  private mutating func tornLine(_ rest: [UInt8]) throws(LogError) -> LogTornLine? {
    do {
      let json = try JSON(parsing: rest)
      let isWhole = try session == nil || LogEntry(reading: json).isFinished
      if isWhole {
        try add(rest, endingAt: lineStart + rest.count)
        return nil
      }
    } catch let error as LogError {
      throw error
    } catch let error as JSONError where !error.isAtEnd(of: rest) || session == nil {
      try add(rest, endingAt: lineStart + rest.count)
    } catch is EntryError {
      try add(rest, endingAt: lineStart + rest.count)
    } catch {}
    var torn = LogTornLine(recovering: rest)
    torn.mayHaveFinished =
      torn.kind == "action" && lines.last(where: \.isAction)?.hasPatch == false
    if let seq = torn.seq, seq != lastSeq + 1 { throw outOfOrder(lastSeq + 1, seq) }
    return torn
  }

  private mutating func check(_ entry: LogEntry) throws(LogError) -> Log.Kind {
    if end != nil { throw error(.misplaced("a line after the end")) }
    guard session != nil else {
      guard case .session(let header) = entry else { throw error(.notALog) }
      (session, segment, lastSeq) = (header, header.segment, header.after)
      return .session
    }
    switch entry {
    case .session(let header): return try check(header)
    case .keyframe(let keyframe):
      guard keyframe.seq == lastSeq else { throw outOfOrder(lastSeq, keyframe.seq) }
      (lastTimeMs, expectation) = (keyframe.timeMs, .nothing)
      return .keyframe
    case .action(let action): return try check(action)
    case .mark(let mark):
      guard mark.seq == lastSeq else { throw outOfOrder(lastSeq, mark.seq) }
      lastTimeMs = mark.timeMs
      return .mark
    case .gap(let gap):
      guard gap.from == lastSeq + 1 else { throw outOfOrder(lastSeq + 1, gap.from) }
      (lastSeq, expectation) = (gap.to, .keyframeAfterGap)
      return .gap
    case .end(let ending):
      guard ending.seq == lastSeq else { throw outOfOrder(lastSeq, ending.seq) }
      (lastTimeMs, end) = (ending.timeMs, ending)
      return .end
    case .unknown: return .unknown
    }
  }

  /// A session line after the first begins a later segment of the same session.
  private mutating func check(_ header: LogSession) throws(LogError) -> Log.Kind {
    guard let segment, let next = header.segment, next > segment,
      session?.id.hasSameBytes(as: header.id) == true
    else { throw error(.misplaced("a second session line")) }
    guard header.after >= lastSeq else { throw outOfOrder(lastSeq, header.after) }
    if header.after > lastSeq {
      let reason =
        next > segment + 1 ? "a segment is missing" : "the end of a segment is missing"
      substitutes[lines.count] = .gap(
        LogGap(from: lastSeq + 1, to: header.after, reason: reason))
      lastSeq = header.after
      addLine(.gap, endingAt: lineStart)
      lineStart -= 1
    }
    (self.segment, expectation) = (next, .firstKeyframe)
    return .session
  }

  private mutating func check(_ action: LogAction) throws(LogError) -> Log.Kind {
    switch expectation {
    case .firstKeyframe: throw error(.noFirstKeyframe)
    case .keyframeAfterGap: throw error(.noKeyframeAfterGap)
    case .keyframeAfterOmission: throw error(.noKeyframeAfterOmission)
    case .keyframeBeforePatch where action.result?.patch != nil:
      throw error(.noKeyframeAfterOmission)
    case .keyframeBeforePatch, .nothing: break
    }
    guard action.seq == lastSeq + 1 else { throw outOfOrder(lastSeq + 1, action.seq) }
    guard action.result != nil else { throw error(.unfinishedInside) }
    (lastSeq, lastTimeMs) = (action.seq, action.timeMs)
    if action.result?.patch == nil {
      expectation = action.needsKeyframe ? .keyframeAfterOmission : .keyframeBeforePatch
    }
    if case .opaque = action.payload { return .opaque }
    return .action
  }

  private func outOfOrder(_ expected: Int, _ found: Int) -> LogError {
    error(.outOfOrder(expected: expected, found: found))
  }

  private mutating func index(ofType type: String) -> Int {
    if let index = typeIndexes[type] { return index }
    types.append(type)
    typeIndexes[type] = types.count - 1
    return types.count - 1
  }
}

extension LogEntry {
  /// Whether nothing of the entry is missing; only an action's line can be whole and unfinished.
  fileprivate var isFinished: Bool {
    if case .action(let action) = self { action.result != nil } else { true }
  }
}

extension JSONError {
  /// Whether the text was right as far as it goes: it stops in the middle of a token or a scalar.
  fileprivate func isAtEnd(of text: [UInt8]) -> Bool {
    switch kind {
    case .unexpectedEnd: true
    case .invalidUTF8: location.offset >= text.count - 3
    case .loneSurrogate: location.offset >= text.count - #"\ud83d\ud"#.utf8.count
    default: false
    }
  }
}
