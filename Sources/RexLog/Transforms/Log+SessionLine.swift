import RexJSON

extension Log {
  /// The session line for a new log in one file, with all its members, unknown ones included.
  ///
  /// - Parameter after: the number of the last action before the new log; unchanged if nil.
  package func sessionLine(after: Int? = nil) throws(LogError) -> [UInt8] {
    let reader = reader()
    guard let record = try reader.next() else { throw LogError(.notALog, log: name) }
    var bytes = withExtendedLifetime(reader) { Array(record.bytes) }
    let after = after ?? session.after
    if session.segment != nil || after != session.after,
      var members = (try? JSON(parsing: bytes))?.object
    {
      members["segment"] = nil
      members["after"] = after > 0 ? .number(JSONNumber(after)) : nil
      bytes = JSON.object(members).bytes
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
