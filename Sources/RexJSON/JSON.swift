/// A JSON document as a value: every digit of a number and the order of keys are kept.
///
///     {"id":7,"tags":["a","b"]}      .object(["id": 7, "tags": ["a", "b"]])
///
/// Two documents are equal when they mean the same: numbers by exact value and the sign of zero
/// (`1`, `1.0` and `1e0` are equal, `0` and `-0` are not), text by its UTF-8 bytes (composed and
/// decomposed "é" differ), arrays in order, objects in any order of keys.
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
  /// Whether both mean the same document; see the type's description.
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

  /// Feeds the document's meaning into a hasher, in accord with `==`.
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
      hasher.combine(elements.count)
      for element in elements { element.hash(into: &hasher) }
    case .object(let object):
      object.hash(into: &hasher)
    }
  }

  /// What kind of document this is, in JSON's own words: `null`, `boolean`, `number`, ….
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
  /// The elements, when this is an array.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, when this is an object.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The text, when this is a string.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, when this is one.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The truth value, when this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The member with this key, when this is an object that has it.
  public subscript(key: String) -> JSON? { object?[key] }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// A finite number, in its shortest form; `null` cannot be written by a literal that overflows.
  public init(floatLiteral value: Double) {
    self = JSONNumber(value).map(JSON.number) ?? .null
  }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object; of equal keys the last one's value counts.
  public init(dictionaryLiteral members: (String, JSON)...) {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    self = .object(object)
  }
}
