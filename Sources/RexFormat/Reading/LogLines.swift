/// The lines of a log: their bytes, and where they begin and end.
package struct LogLines: Sendable {
  package let name: String
  package let files: LogFiles
  /// The first line.
  package let session: LogSession
  /// The offset of the session line.
  package let start: Int
  /// The offset after the last complete line.
  package internal(set) var end: Int
  /// The damage that readers of these lines met.
  package let metDamage = MetDamage()

  /// Finds the lines up to the last line feed, and reads the bytes after it.
  static func reading(
    _ files: LogFiles, name: String
  ) throws(LogError) -> (lines: LogLines, rest: [UInt8]) {
    guard files.count > 0 else { throw LogError(.empty, log: name) }
    let (session, start) = try firstSession(in: files, name: name)
    let restStart = max(try files.restStart(), start)
    let isRestKept = files.count - restStart <= LineLimits.lineBytesMax
    var lines = LogLines(
      name: name, files: files, session: session, start: start, end: files.count)
    guard isRestKept, restStart < files.count, restStart > start, let last = files.files.last
    else { return (lines, []) }
    lines.end = restStart
    return (lines, try last.bytes.read(restStart - last.start..<last.bytes.count))
  }

  /// Reads the session line of the first file that has one; skips segments with a torn session
  /// line.
  private static func firstSession(
    in files: LogFiles, name: String
  ) throws(LogError) -> (LogSession, start: Int) {
    for (index, file) in files.files.enumerated() {
      let lines = LineReader(files, from: file.start, to: file.end)
      guard file.bytes.count > 0, let line = try lines.next() else { continue }
      let isLast = index == files.files.count - 1
      let first = try withExtendedLifetime(lines) { () throws(LogError) -> LogSession? in
        if !line.isEnded, !isLast, LogTornLine.isTornSession(line.bytes) { return nil }
        return try session(of: line, log: file.bytes.name)
      }
      if let first { return (first, file.start) }
    }
    throw LogError(.notALog, log: name)
  }

  private static func session(of line: RawLine, log: String) throws(LogError) -> LogSession {
    // The first bytes of RFC 1952.
    guard !line.bytes.starts(with: [0x1F, 0x8B]) else { throw LogError(.compressed, log: log) }
    guard !line.bytes.starts(with: "\u{FEFF}".utf8) else {
      throw LogError(.byteOrderMark, log: log)
    }
    if let form = ForeignFile(startingWith: line.bytes) { throw LogError(form, log: log) }
    guard !line.isTooLong else { throw LogError(.notALog, log: log) }
    do throws(LogError) {
      if case .session(let session) = try LogEntry(line: line.bytes) { return session }
    } catch {
      var kind = error.kind
      if case .json = kind { kind = .notALog }
      throw LogError(kind, log: log, location: error.location)
    }
    throw LogError(.notALog, log: log)
  }
}

extension LogFiles {
  /// Returns the offset after the last line feed of the last file.
  fileprivate func restStart() throws(LogError) -> Int {
    guard let file = files.last else { return 0 }
    var end = file.bytes.count
    var size = LogFiles.firstTailByteCount
    while end > 0 {
      let start = max(0, end - size)
      let block = try file.bytes.read(start..<end)
      if let feed = block.lastIndex(of: UInt8(ascii: "\n")) { return file.start + start + feed + 1 }
      (end, size) = (start, LineReader.blockByteCount)
    }
    return file.start
  }

  private static let firstTailByteCount = 1 << 12
}
