import RexJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Log {
  /// Lines are read in pieces of this size, so that an index of a large log costs little memory.
  static let chunkByteCount = 1 << 20

  /// Opens the log at a path, `-` for standard input, and checks every line.
  ///
  /// A folder stands for the one log in it, such as all the segments of a session.
  public init(path: String) throws(LogError) {
    let logs = LogFolder.isFolder(path) ? try LogFolder.logs(in: path) : [[path]]
    guard let paths = logs.first, logs.count == 1,
      paths == [path] || paths.allSatisfy(LogFolder.isRegularFile)
    else { throw LogError(.notAFile, log: path) }
    try self.init(paths: paths, name: path)
  }

  /// Opens the segments of one session, in order, as one log.
  public init(paths: [String], name: String) throws(LogError) {
    var files: [LogBytes] = []
    for path in paths {
      files.append(try LogBytes(path: path, staysOpen: paths.count - files.count <= openFilesMax))
    }
    try self.init(files, name: name)
  }

  /// Opens a log that is already in memory.
  public init(name: String, bytes: [UInt8]) throws(LogError) {
    try self.init([LogBytes(name: name, bytes: bytes)], name: name)
  }

  /// Opens segments that are already in memory, in order, as one log.
  package init(name: String, segments: [(name: String, bytes: [UInt8])]) throws(LogError) {
    try self.init(segments.map { LogBytes(name: $0.name, bytes: $0.bytes) }, name: name)
  }

  private init(_ files: [LogBytes], name: String) throws(LogError) {
    guard files.contains(where: { $0.count > 0 }) else { throw LogError(.empty, log: name) }
    var indexer = LogIndexer()
    var places: [File] = []
    var ending = Ending.missing
    for bytes in files {
      let start = places.last.map { $0.start + $0.bytes.count } ?? 0
      places.append(File(bytes: bytes, firstLine: indexer.lines.count, start: start))
      indexer.beginFile(bytes.name, at: start)
      let rest = try indexer.addLines(of: bytes, from: start)
      if places.count < files.count {
        try indexer.endSegment(rest)
      } else {
        ending = try indexer.end(rest)
      }
    }
    guard let session = indexer.session else { throw LogError(.notALog, log: name) }
    self.init(
      name: name, session: session, lines: indexer.lines, types: indexer.types,
      ending: ending, files: places, substitutes: indexer.substitutes)
  }
}

/// Of more segments than this, only the last stay open; a process may open few files.
private let openFilesMax = 100

extension LogIndexer {
  /// Adds a file's whole lines; returns what follows the last line feed.
  fileprivate mutating func addLines(
    of bytes: LogBytes, from start: Int
  ) throws(LogError) -> [UInt8] {
    var pending: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      let chunk = try bytes.read(offset..<min(offset + Log.chunkByteCount, bytes.count))
      var lineStart = 0
      while let feed = chunk.firstLineFeed(from: lineStart) {
        pending += chunk[lineStart..<feed]
        try add(pending, endingAt: start + offset + feed)
        pending.removeAll(keepingCapacity: true)
        lineStart = feed + 1
      }
      pending += chunk[lineStart...]
      guard pending.count <= JSONLimits.standard.textBytesMax else {
        throw error(.tooLong(limit: JSONLimits.standard.textBytesMax))
      }
      offset += chunk.count
    }
    return pending
  }
}

extension [UInt8] {
  fileprivate func firstLineFeed(from start: Int) -> Int? {
    withUnsafeBytes { buffer in
      guard start < buffer.count, let base = buffer.baseAddress,
        let found = memchr(base + start, 0x0A, buffer.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}

extension LogEntry {
  /// A line nests deeper than the state or value in it: by object, patch and operation.
  private static let lineLimits: JSONLimits = {
    var limits = JSONLimits.standard
    limits.depthMax += 3
    return limits
  }()

  /// An entry from its line's bytes, with the line's place for errors.
  init(line: [UInt8], log: String, location: JSONLocation) throws(LogError) {
    do {
      try self.init(reading: JSON(parsing: line, limits: LogEntry.lineLimits))
    } catch let error as JSONError {
      throw LogError(
        .json(error.kind.moved(to: location)), log: log,
        location: location.moved(by: error.location)
      )
    } catch let error as EntryError {
      throw LogError(error.kind, log: log, location: location)
    } catch {
      throw LogError(.notAnEntry, log: log, location: location)
    }
  }
}

extension JSONError.Kind {
  /// The same trouble in a line at a place in the log.
  fileprivate func moved(to location: JSONLocation) -> JSONError.Kind {
    guard case .duplicateKey(let key, let first) = self else { return self }
    return .duplicateKey(key, first: location.moved(by: first))
  }
}

extension JSONLocation {
  /// A place inside a line, as a place in the log.
  fileprivate func moved(by inner: JSONLocation) -> JSONLocation {
    JSONLocation(line: line, column: inner.column, offset: offset + inner.offset)
  }
}
