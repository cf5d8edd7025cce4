import RexJSON

extension LogEntry {
  /// An entry from its line's bytes, fully checked, with `null` in place of a long payload.
  ///
  ///     line     {"kind":"action","seq":7,…,"action":[1,1,1,…],"tookMs":0.1,"patch":[]}
  ///     entry    {"kind":"action","seq":7,…,"action":null,"tookMs":0.1,"patch":[]}
  ///
  /// A value can take two bytes of text and 24 bytes of memory. Callers that do not need the
  /// payload avoid building its tree; the payload is still checked.
  init(
    eliding line: UnsafeRawBufferPointer, sharing tables: JSONKeyTables = JSONKeyTables()
  ) throws(LogError) {
    if let short = LogEntry.elided(line) {
      let entry = short.withUnsafeBytes { try? LogEntry(line: $0, sharing: tables) }
      if let entry {
        self = entry
        return
      }
    }
    // Parsing the whole line gives the precise error.
    try self.init(line: line, sharing: tables)
  }

  /// Shorter lines are parsed in full, since their trees are small.
  static let elidedBytesMin = 1 << 16

  /// The line with `null` in place of its payload; nil if the payload is short.
  private static func elided(_ line: UnsafeRawBufferPointer) -> [UInt8]? {
    guard line.count > elidedBytesMin, var scanner = LineScanner(line),
      let payload = scanner.members()?.action, payload.count > elidedBytesMin / 2,
      (try? JSON.check(line, limits: lineLimits)) != nil
    else { return nil }
    return line[..<payload.lowerBound] + Array("null".utf8) + line[payload.upperBound...]
  }
}
