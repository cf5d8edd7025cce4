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
  public init(path: String) throws(LogError) {
    try self.init(LogBytes(path: path))
  }

  /// Opens a log that is already in memory.
  public init(name: String, bytes: [UInt8]) throws(LogError) {
    try self.init(LogBytes(name: name, bytes: bytes))
  }

  private init(_ bytes: LogBytes) throws(LogError) {
    guard bytes.count > 0 else { throw LogError(.empty, log: bytes.name) }
    var indexer = LogIndexer(log: bytes.name)
    var pending: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      let chunk = try bytes.read(offset..<min(offset + Log.chunkByteCount, bytes.count))
      var start = 0
      while let feed = chunk.firstLineFeed(from: start) {
        pending += chunk[start..<feed]
        try indexer.add(pending, endingAt: offset + feed)
        pending.removeAll(keepingCapacity: true)
        start = feed + 1
      }
      pending += chunk[start...]
      guard pending.count <= JSONLimits.standard.textBytesMax else {
        throw indexer.error(.tooLong(limit: JSONLimits.standard.textBytesMax))
      }
      offset += chunk.count
    }
    let ending = try indexer.end(pending)
    guard let session = indexer.session else { throw LogError(.notALog, log: bytes.name) }
    self.init(
      name: bytes.name, session: session, lines: indexer.lines, types: indexer.types,
      ending: ending, bytes: bytes)
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
