import RexJSON

/// Builds the documents of entries, with members in a fixed order.
extension JSON {
  static func integer(_ value: Int) -> JSON { .number(JSONNumber(value)) }

  static func milliseconds(_ value: Double) -> JSON {
    .number(JSONNumber(value) ?? JSONNumber(0))
  }

  static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    return .object(object)
  }

  func adding(_ key: String, _ value: JSON?) -> JSON {
    guard var object, let value else { return self }
    object[key] = value
    return .object(object)
  }

  func writeLine(into bytes: inout [UInt8]) {
    write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}
