package import RexFormat
package import RexJSON

/// Preserves members that this version does not know when a line is rewritten.
///
///     line      {"kind":"mark","seq":1,…,"colour":"red"}     {"kind":"weather","sky":"blue"}
///     known     {"kind":"mark","seq":1,…}                    {"kind":"weather"}
///     unknown   {"colour":"red"}                             {"sky":"blue"}
///
/// A member is unknown if the entry does not write it again; the same holds for nested objects.
extension LogEntry {
  /// The members of the line that the entry does not write; empty for most lines.
  package func unknownMembers(in line: UnsafeRawBufferPointer) -> JSONObject {
    var known: [UInt8] = []
    // Most entries write the same line again; growing the array would take twice the memory.
    known.reserveCapacity(line.count + 1)
    write(into: &known)
    if known.dropLast().elementsEqual(line) { return JSONObject() }
    // The line has already been parsed under tighter limits.
    guard let all = (try? JSON(parsing: line, limits: .largest))?.object,
      let known = (try? JSON(parsing: known, limits: .largest))?.object
    else { return JSONObject() }
    return all.members(beside: known)
  }

  /// Appends the entry's line, with unknown members after its own.
  package func write(adding unknown: JSONObject, into bytes: inout [UInt8]) {
    guard !unknown.isEmpty else { return write(into: &bytes) }
    var known: [UInt8] = []
    write(into: &known)
    guard let members = (try? JSON(parsing: known, limits: .largest))?.object else {
      bytes += known
      return
    }
    JSON.object(members.adding(unknown)).write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension JSONObject {
  /// The members that another object lacks, nested objects included.
  fileprivate func members(beside known: JSONObject) -> JSONObject {
    var unknown = JSONObject()
    for (key, value) in self {
      guard let other = known[key] else {
        unknown[key] = value
        continue
      }
      guard let value = value.object, let other = other.object else { continue }
      let inner = value.members(beside: other)
      if !inner.isEmpty { unknown[key] = .object(inner) }
    }
    return unknown
  }

  /// This object with the members of another appended; its own members take precedence.
  fileprivate func adding(_ unknown: JSONObject) -> JSONObject {
    var all = self
    for (key, value) in unknown {
      guard let own = self[key] else {
        all[key] = value
        continue
      }
      if let own = own.object, let value = value.object { all[key] = .object(own.adding(value)) }
    }
    return all
  }
}
