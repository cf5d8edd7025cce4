/// Makes documents part of other values.
///
/// `JSONDocumentEncoder` and `JSONDocumentDecoder` keep every digit. Other coders round to the
/// nearest double, and throw for a number beyond its range, such as `1e400`.
extension JSON: Codable {
  /// Decodes a document from any decoder.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: PathKey.self) {
      var object = JSONObject()
      for key in container.allKeys {
        object[key.stringValue] = try container.decode(JSON.self, forKey: key)
      }
      self = .object(object)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self = .array(elements)
    } else {
      self = try JSON(scalar: decoder.singleValueContainer())
    }
  }

  private init(scalar container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(UInt64.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
      self = .number(number)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// Encodes the document with any encoder.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let object):
      var container = encoder.container(keyedBy: PathKey.self)
      for (key, value) in object { try container.encode(value, forKey: PathKey(key)) }
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(in: &container)
    }
  }

  private func encodeScalar(in container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let value): try container.encode(value)
    case .string(let text): try container.encode(text)
    case .number(let number):
      if let value = number.exactly(Int64.self) {
        try container.encode(value)
      } else if let value = number.exactly(UInt64.self) {
        try container.encode(value)
      } else if let value = number.double {
        try container.encode(value)
      } else {
        let reason = "The number \(number.text) does not fit in Double."
        throw EncodingError.invalidValue(
          self, .init(codingPath: container.codingPath, debugDescription: reason))
      }
    default: try container.encodeNil()
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member, which may be null; returns nil if the member is missing.
  package func decodeIfPresent(_ type: JSON.Type, forKey key: Key) throws -> JSON? {
    contains(key) ? try decode(JSON.self, forKey: key) : JSON?.none
  }
}
