import RexJSON

/// Stored properties of a type that its `encode(to:)` leaves out, so that no line has them.
///
///     {"type":"AppState","count":2,"of":9,"members":["cache","selection"]}
public struct LogOmission: Sendable, Equatable {
  /// The name of the type.
  public var type: String
  /// The number of properties that are left out.
  public var count: Int
  /// The number of all stored properties.
  public var total: Int
  /// Their names; empty if the type writes members under other names than its properties have.
  public var members: [String]

  /// The limit on names, each of a limited length.
  private static let membersMax = 32
  /// The limit on types.
  private static let countMax = 64
  /// The limit on the bytes of all in a line.
  package static let byteCountMax = 1 << 14

  /// Properties that are left out.
  public init(type: String, count: Int, total: Int, members: [String]) {
    (self.type, self.count, self.total, self.members) = (type, count, total, members)
  }

  /// Reads an omission; nil if it is none.
  init?(_ json: JSON) {
    guard let type = json["type"]?.string, let count = json["count"]?.number?.exactly(Int.self),
      let total = json["of"]?.number?.exactly(Int.self), count > 0, count <= total
    else { return nil }
    let members = (json["members"]?.array ?? []).prefix(Self.membersMax).compactMap(\.string)
    self.init(
      type: LineLimits.name(type), count: count, total: total,
      members: members.map(LineLimits.name))
  }

  var json: JSON {
    let names = members.prefix(Self.membersMax).map { JSON.string(LineLimits.name($0)) }
    return JSON.object([
      "type": .string(LineLimits.name(type)), "count": .integer(count), "of": .integer(total),
    ]).adding("members", names.isEmpty ? nil : Optional(JSON.array(names)))
  }
}

extension LogOmission: Encodable {
  private enum CodingKeys: String, CodingKey {
    case type, count, members
    case total = "of"
  }

  /// A sentence: `19 of 27 members of AppState are not in the log: cache, selection and 17 more`.
  package var text: String {
    let verb = count == 1 ? "is" : "are"
    let sentence = "\(count) of \(total) members of \(type) \(verb) not in the log"
    guard !members.isEmpty else { return sentence }
    let shown = members.prefix(6)
    let rest = count - shown.count
    return "\(sentence): \(shown.joined(separator: ", "))" + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension [LogOmission] {
  /// The sentences of the first ones, and how many more there are.
  package var texts: [String] {
    let shown = prefix(5).map(\.text)
    return shown + (count > shown.count ? ["and \(count - shown.count) types more (--json)"] : [])
  }
}

extension Log {
  /// The members that the recorded app's types leave out, as the last keyframe tells them.
  package func omissions() throws(LogError) -> [LogOmission] {
    let reader = try keyframe(atOrBefore: lastSeq).map(reader(from:)) ?? reader()
    while let record = try reader.next() {
      if record.kind == .keyframe { return LogOmission.all(in: record.bytes) }
    }
    return []
  }
}

extension LogOmission {
  /// Returns as many omissions as a line may have, as JSON; nil if there are none.
  static func json(of omissions: [LogOmission]) -> JSON? {
    var byteCount = 2
    let shown = omissions.prefix(countMax).map(\.json).prefix { omission in
      byteCount += omission.bytes.count + 1
      return byteCount <= byteCountMax
    }
    return shown.isEmpty ? nil : Optional(JSON.array(Array(shown)))
  }

  /// Reads the omissions that a keyframe's line tells before its state.
  fileprivate static func all(in line: UnsafeRawBufferPointer) -> [LogOmission] {
    var cursor = JSONCursor(line)
    guard cursor.enterObject() else { return [] }
    while let key = cursor.nextKey(), !line[key].elementsEqual("state".utf8),
      let value = cursor.skipValue()
    {
      guard line[key].elementsEqual("omitted".utf8), value.count <= byteCountMax else { continue }
      let text = UnsafeRawBufferPointer(rebasing: line[value])
      let json = try? JSON(parsing: text, limits: LineLimits.json)
      return (json?.array ?? []).prefix(countMax).compactMap { LogOmission($0) }
    }
    return []
  }
}
