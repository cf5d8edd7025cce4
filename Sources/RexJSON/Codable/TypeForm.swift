internal import Foundation

/// The form in which a type is encoded, found once for each type.
enum TypeForm {
  /// The type's own `encode(to:)` and `init(from:)`.
  case own
  /// A string.
  case text
  /// The types with a fixed form.
  case date
  case data
  case url
  case uuid
  case decimal
  case document
  /// A collection that is encoded and decoded without Codable's containers.
  case direct(encoding: (any DirectlyEncodable.Type)?, decoding: (any DirectlyDecodable.Type)?)
  /// A set, or a dictionary encoded as an array: their order differs in every process.
  case set
  case pairs
  /// The keys of a dictionary that is encoded as an object.
  case dictionaryKeys

  private init(finding type: Any.Type) {
    switch type {
    case is String.Type: self = .text
    case is Date.Type: self = .date
    case is Data.Type: self = .data
    case is URL.Type: self = .url
    case is UUID.Type: self = .uuid
    case is Decimal.Type: self = .decimal
    case is JSON.Type: self = .document
    default: self = TypeForm(finding: type, named: String(reflecting: type))
    }
  }

  /// Uses the name, because checking a type's conformance to a protocol searches every library.
  private init(finding type: Any.Type, named name: String) {
    if name.hasPrefix("Swift.Set<") {
      self = .set
    } else if name.hasPrefix("Swift.Array<") || name.hasPrefix("Swift.Dictionary<Swift.String, ") {
      self = .direct(
        encoding: type as? any DirectlyEncodable.Type,
        decoding: type as? any DirectlyDecodable.Type)
    } else if name.hasPrefix("Swift.Dictionary<"), let type = type as? any AnyDictionary.Type {
      self = type.encodesAsObject ? .own : .pairs
    } else {
      // This type is private to the standard library, which uses it to encode every dictionary.
      self = name == "Swift._DictionaryCodingKey" ? .dictionaryKeys : .own
    }
  }

  /// The type as a collection that is encoded without Codable's containers; nil if it is none.
  var encodingType: (any DirectlyEncodable.Type)? {
    if case .direct(let type, _) = self { type } else { nil }
  }

  var isDictionaryKeys: Bool {
    if case .dictionaryKeys = self { true } else { false }
  }
}

extension TypeForm {
  private static let known = TypeTable<TypeForm>()

  @inline(__always)
  static func of(_ type: Any.Type) -> TypeForm {
    known.value(of: type) { TypeForm(finding: type) }
  }
}

/// A dictionary of any type.
package protocol AnyDictionary {
  /// Whether `Dictionary.encode(to:)` encodes an object rather than an array of keys and values.
  static var encodesAsObject: Bool { get }
}

extension Dictionary: AnyDictionary {
  package static var encodesAsObject: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
  }
}
