internal import Foundation

/// The form in which a type is encoded, found once for each type.
enum TypeForm {
  /// The type's own `encode(to:)`.
  case own
  /// A string.
  case text
  /// The types with a fixed form.
  case date
  case data
  case url
  case uuid
  case decimal
  case duration
  case document
  /// A collection that is encoded without Codable's containers.
  case direct(any DirectlyEncodable.Type)
  /// A set, or a dictionary encoded as an array: their order differs in every process.
  case set
  case pairs

  private init(finding type: Any.Type) {
    switch type {
    case is String.Type: self = .text
    case is Date.Type: self = .date
    case is Data.Type: self = .data
    case is URL.Type: self = .url
    case is UUID.Type: self = .uuid
    case is Decimal.Type: self = .decimal
    case is Duration.Type: self = .duration
    case is JSON.Type: self = .document
    default: self = TypeForm(finding: type, named: String(reflecting: type))
    }
  }

  /// Looks at the name first, because checking a type's conformance to a protocol searches every
  /// library; the conformance decides.
  private init(finding type: Any.Type, named name: String) {
    if name.hasPrefix(TypeForm.sets), type is any AnySet.Type {
      self = .set
    } else if name.hasPrefix(TypeForm.arrays), let type = type as? any DirectlyEncodable.Type {
      self = .direct(type)
    } else if name.hasPrefix(TypeForm.dictionaries), let type = type as? any AnyDictionary.Type {
      if let direct = type as? any DirectlyEncodable.Type {
        self = .direct(direct)
      } else {
        self = type.encodesAsObject ? .own : .pairs
      }
    } else {
      self = .own
    }
  }

  /// What the names of collections begin with, taken from their own names: `Swift.Array<`.
  private static let arrays = genericName(of: [Int].self)
  private static let dictionaries = genericName(of: [Int: Int].self)
  private static let sets = genericName(of: Set<Int>.self)

  private static func genericName(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    return name.firstIndex(of: "<").map { String(name[...$0]) } ?? name
  }

  /// The type as a collection that is encoded without Codable's containers; nil if it is none.
  var encodingType: (any DirectlyEncodable.Type)? {
    if case .direct(let type) = self { type } else { nil }
  }
}

extension TypeForm {
  private static let known = TypeTable<TypeForm>()

  @inline(__always)
  static func of(_ type: Any.Type) -> TypeForm {
    known.value(of: type) { TypeForm(finding: type) }
  }
}

private protocol AnySet {}

extension Set: AnySet {}

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
