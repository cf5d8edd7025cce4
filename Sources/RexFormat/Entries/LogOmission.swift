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

  /// Properties that are left out.
  public init(type: String, count: Int, total: Int, members: [String]) {
    (self.type, self.count, self.total, self.members) = (type, count, total, members)
  }

  /// Reads an omission; nil if it is none.
  init?(_ json: JSON) {
    guard let type = json["type"]?.string, let count = json["count"]?.number?.exactly(Int.self),
      let total = json["of"]?.number?.exactly(Int.self), count > 0, count <= total
    else { return nil }
    self.init(
      type: type, count: count, total: total,
      members: json["members"]?.array?.compactMap(\.string) ?? [])
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
  /// The limit on the bytes of the member.
  private static let bytesMax = 1 << 18

  /// Reads the omissions that a keyframe's line tells before its state.
  fileprivate static func all(in line: UnsafeRawBufferPointer) -> [LogOmission] {
    var cursor = JSONCursor(line)
    guard cursor.enterObject() else { return [] }
    while let key = cursor.nextKey(), !line[key].elementsEqual("state".utf8),
      let value = cursor.skipValue()
    {
      guard line[key].elementsEqual("omitted".utf8), value.count <= bytesMax else { continue }
      let text = UnsafeRawBufferPointer(rebasing: line[value])
      let json = try? JSON(parsing: text, limits: LineLimits.json)
      return json?.array?.compactMap { LogOmission($0) } ?? []
    }
    return []
  }
}
