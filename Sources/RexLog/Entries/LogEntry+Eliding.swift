import RexJSON

extension LogEntry {
  /// An entry from its line's bytes, checked in full, with `null` for a payload that is long.
  ///
  ///     line     {"kind":"action","seq":7,…,"action":[1,1,1,…],"tookMs":0.1,"patch":[]}
  ///     entry    {"kind":"action","seq":7,…,"action":null,"tookMs":0.1,"patch":[]}
  ///
  /// A stranger writes a value in two bytes, and a tree takes 24 for it: who does not look at the
  /// payload has it checked, and builds none.
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
    // What is wrong with a line, reading all of it tells.
    try self.init(line: line, sharing: tables)
  }

  /// Shorter lines are read whole: their trees are small.
  static let elidedBytesMin = 1 << 16

  /// A line that is JSON with `null` for its payload; nil where that is not long.
  private static func elided(_ line: UnsafeRawBufferPointer) -> [UInt8]? {
    guard line.count > elidedBytesMin, var scanner = LineScanner(line),
      let payload = scanner.members()?.action, payload.count > elidedBytesMin / 2,
      (try? JSON.check(line, limits: lineLimits)) != nil
    else { return nil }
    return line[..<payload.lowerBound] + Array("null".utf8) + line[payload.upperBound...]
  }
}
