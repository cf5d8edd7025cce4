package import RexJSON

extension JSON {
  /// The object with further members; those that are nil are left out.
  package func adding(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    var object = object ?? JSONObject()
    for (key, value) in members {
      if let value { object[key] = value }
    }
    return .object(object)
  }

  /// The object with the members of another.
  package func merging(_ other: JSON) -> JSON {
    var object = object ?? JSONObject()
    for (key, value) in other.object ?? JSONObject() { object[key] = value }
    return .object(object)
  }

  /// A whole number.
  package static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }
}
