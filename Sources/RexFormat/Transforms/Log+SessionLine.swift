package import RexJSON

extension LogRecord {
  /// The line with some of its members changed, and its line feed; the same bytes if none is.
  package func line(changing change: (inout JSONObject) -> Void) -> [UInt8] {
    var line: [UInt8] = []
    // The line has already been parsed under tighter limits.
    let old = (try? JSON(parsing: bytes, limits: .largest))?.object
    var new = old ?? JSONObject()
    if old != nil { change(&new) }
    if let old, new != old {
      JSON.object(new).write(into: &line)
    } else {
      line.append(contentsOf: bytes)
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }
}

extension Log {
  /// The session line for a new log in one file, with all its members, unknown ones included.
  ///
  /// - Parameters:
  ///   - after: The number of the last action before the new log; unchanged if nil.
  ///   - tellsDates: Whether it tells all places of dates, for a log that lacks some lines.
  ///   - change: Changes further members.
  package func sessionLine(
    after: Int? = nil, tellsDates: Bool = false,
    changing change: (inout JSONObject) -> Void = { _ in }
  ) throws(LogError) -> [UInt8] {
    let reader = reader()
    guard let record = try reader.next() else { throw LogError(.notALog, log: name) }
    let after = after ?? session.after
    let dates = tellsDates ? try datePlaces() : LogDatePlaces()
    return record.line { members in
      members.set(dates)
      members["segment"] = nil
      if after != session.after {
        members["after"] = after > 0 ? .number(JSONNumber(after)) : nil
      }
      change(&members)
    }
  }
}
