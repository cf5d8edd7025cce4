import RexDiff
import RexJSON

extension LogEntry {
  /// An entry from its line's bytes, fully checked, with `null` in place of a long payload.
  ///
  ///     line     {"kind":"action","seq":7,…,"action":[1,1,1,…],"tookMs":0.1,"patch":[]}
  ///     entry    {"kind":"action","seq":7,…,"action":null,"tookMs":0.1,"patch":[]}
  ///
  /// Two bytes of text can become a value of 24 bytes. Callers that do not need the payload avoid
  /// building its tree; the payload is still checked.
  ///
  /// - Parameters:
  ///   - payload: whether the payload is elided.
  ///   - patch: the line's patch, if known, so that a long one is not parsed again.
  init(
    eliding line: UnsafeRawBufferPointer, payload: Bool = true, knowing patch: JSONPatch? = nil,
    sharing tables: JSONKeyTables = JSONKeyTables()
  ) throws(LogError) {
    if let short = LogEntry.elided(line, elidesPayload: payload, elidesPatch: patch != nil) {
      let entry = short.withUnsafeBytes { try? LogEntry(line: $0, sharing: tables) }
      if let entry {
        self = entry.with(patch)
        return
      }
    }
    // Parsing the whole line gives the precise error.
    try self.init(line: line, sharing: tables)
  }

  /// Shorter lines are parsed in full, since their trees are small.
  static let elidedBytesMin = 1 << 16

  /// The line with `null` in place of a long payload and `[]` in place of a long patch.
  ///
  /// Nil if neither is long, or if the line is invalid.
  private static func elided(
    _ line: UnsafeRawBufferPointer, elidesPayload: Bool, elidesPatch: Bool
  ) -> [UInt8]? {
    guard line.count > elidedBytesMin, let members = LineMembers(line) else { return nil }
    let ranges = [
      (elidesPayload ? members.action : nil, "null"), (elidesPatch ? members.patch : nil, "[]"),
    ]
    let edits =
      ranges
      .compactMap { range, short in range.map { (range: $0, text: Array(short.utf8)) } }
      .filter { $0.range.count > elidedBytesMin / 2 }
    guard !edits.isEmpty, (try? JSON.check(line, limits: lineLimits)) != nil else { return nil }
    var short: [UInt8] = []
    line.write(replacing: edits, into: &short)
    return short
  }

  /// The entry with this patch, if one is known and the entry has one.
  private func with(_ patch: JSONPatch?) -> LogEntry {
    guard let patch, case .action(var action) = self, action.result?.patch != nil else {
      return self
    }
    action.result?.change = .patch(patch)
    return .action(action)
  }
}
