package import RexJSON

extension LogEntry {
  /// An entry from its line's bytes, fully checked; errors give their position in the line.
  package init(line: [UInt8]) throws(LogError) {
    let result = line.withUnsafeBytes { bytes in
      Result { () throws(LogError) in try LogEntry(line: bytes) }
    }
    self = try result.get()
  }

  /// An entry from its line's bytes, fully checked; errors give their position in the line.
  package init(
    line: UnsafeRawBufferPointer, sharing tables: JSONKeyTables = JSONKeyTables()
  ) throws(LogError) {
    do {
      try self.init(reading: JSON(parsing: line, limits: LineLimits.json, sharing: tables))
    } catch let error as JSONError {
      throw LogError(.json(error.kind), log: "", location: error.location)
    } catch let error as EntryError {
      throw LogError(error.kind, log: "")
    } catch {
      throw LogError(.notAnEntry, log: "")
    }
  }
}

extension LogError {
  /// Converts an error in a line to an error in the log that contains the line.
  func moved(to location: JSONLocation, in log: String) -> LogError {
    var kind = kind
    if case .json(.duplicateKey(let key, let first)) = kind {
      kind = .json(.duplicateKey(key, first: location.moved(by: first)))
    }
    return LogError(kind, log: log, location: location.moved(by: self.location))
  }
}

extension JSONLocation {
  /// Converts a position in the line that begins here to one in the log.
  fileprivate func moved(by inner: JSONLocation) -> JSONLocation {
    JSONLocation(line: line, column: inner.column, offset: offset + inner.offset)
  }
}
