/// A JSON document as a value, which keeps every digit of a number and the order of keys.
///
///     {"id":7,"tags":["a","b"]}      .object(["id": 7, "tags": ["a", "b"]])
///
/// Two documents are equal if they have the same meaning: numbers by exact value and the sign of
/// zero (`1`, `1.0` and `1e0` are equal, `0` and `-0` are not), text by its UTF-8 bytes (composed
/// and decomposed "é" differ), arrays in order, and objects in any order of keys.
public enum JSON: Sendable {
  /// The literal `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, kept as its text.
  case number(JSONNumber)
  /// A string, compared by its UTF-8 bytes.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object, in the order of its keys.
  case object(JSONObject)
}

extension JSON: Hashable {
  /// Returns whether two documents have the same meaning; see the description of the type.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes the document consistently with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0)
    case .bool(let value):
      hasher.combine(value)
    case .number(let number):
      hasher.combine(number)
    case .string(let text):
      text.hashBytes(into: &hasher)
    case .array(let elements):
      // Unlike null, also if it is empty.
      hasher.combine(elements.count + 1)
      for element in elements { element.hash(into: &hasher) }
    case .object(let object):
      object.hash(into: &hasher)
    }
  }

  /// The kind of the document, in the terms of JSON: `null`, `boolean`, `number`, ….
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSON {
  /// The elements of an array; nil for other documents.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object; nil for other documents.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The text of a string; nil for other documents.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number; nil for other documents.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The Boolean value; nil for other documents.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The value of a key; nil if this is not an object or does not have the key.
  public subscript(key: String) -> JSON? { object?[key] }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// Creates a number in its shortest form; the literal must not overflow.
  public init(floatLiteral value: Double) {
    self = JSONNumber(value).map(JSON.number) ?? .null
  }
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Creates an object; the last value of equal keys is used.
  public init(dictionaryLiteral members: (String, JSON)...) {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    self = .object(object)
  }
}
