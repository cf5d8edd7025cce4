internal import Foundation
internal import Synchronization

/// How a type is written where Codable's own way would not do: found once, then looked up.
enum TypeForm {
  /// By its own `encode(to:)` and `init(from:)`.
  case own
  /// The types with a fixed form.
  case date
  case data
  case url
  case uuid
  case decimal
  case document
  /// Collections that go around Codable's containers.
  case direct(encoding: (any DirectlyEncodable.Type)?, decoding: (any DirectlyDecodable.Type)?)
  /// Collections whose order differs in every process.
  case set
  case pairs
  /// The keys with which a dictionary encodes itself as an object.
  case dictionaryKeys

  private init(finding type: Any.Type) {
    switch type {
    case is Date.Type: self = .date
    case is Data.Type: self = .data
    case is URL.Type: self = .url
    case is UUID.Type: self = .uuid
    case is Decimal.Type: self = .decimal
    case is JSON.Type: self = .document
    default: self = TypeForm(finding: type, named: String(reflecting: type))
    }
  }

  /// By name, because asking a type whether it conforms to a protocol searches every library.
  private init(finding type: Any.Type, named name: String) {
    if name.hasPrefix("Swift.Set<") {
      self = .set
    } else if name.hasPrefix("Swift.Array<") || name.hasPrefix("Swift.Dictionary<Swift.String, ") {
      self = .direct(
        encoding: type as? any DirectlyEncodable.Type,
        decoding: type as? any DirectlyDecodable.Type)
    } else if name.hasPrefix("Swift.Dictionary<"), let type = type as? any DictionaryOfPairs.Type {
      self = type.encodesAsObject ? .own : .pairs
    } else {
      // The type is private to the standard library, which encodes every dictionary with it.
      self = name == "Swift._DictionaryCodingKey" ? .dictionaryKeys : .own
    }
  }

  var isDictionaryKeys: Bool {
    if case .dictionaryKeys = self { true } else { false }
  }
}

extension TypeForm {
  /// A form and the type it belongs to; lives as long as the process, as types do.
  ///
  /// Sendable because it is never changed; that metatypes are not by themselves is about
  /// conformances bound to an actor, which a collection's to the protocols here is not.
  private final class Entry: @unchecked Sendable {
    let type: ObjectIdentifier
    let form: TypeForm

    init(_ type: Any.Type) {
      self.type = ObjectIdentifier(type)
      form = TypeForm(finding: type)
    }
  }

  /// Every entry there is; it keeps those alive that the slots point to.
  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// A direct-mapped cache before `entries`, read without a lock; the last to miss wins a slot.
  private final class Slots: @unchecked Sendable {
    // Sendable because the memory is only touched through atomic operations.
    private let slots = UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>.allocate(capacity: 256)

    init() {
      for slot in 0..<256 { (slots + slot).initialize(to: Atomic(nil)) }
    }

    @inline(__always)
    subscript(type: ObjectIdentifier) -> UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> {
      slots + Int(bitPattern: UInt(bitPattern: type) >> 4 & 255)
    }
  }

  private static let slots = Slots()

  /// The form of a type.
  @inline(__always)
  static func of(_ type: Any.Type) -> TypeForm {
    let identifier = ObjectIdentifier(type)
    if let known = slots[identifier].pointee.load(ordering: .acquiring) {
      let entry = Unmanaged<Entry>.fromOpaque(known)._withUnsafeGuaranteedRef { $0 }
      if entry.type == identifier { return entry.form }
    }
    return find(type)
  }

  @inline(never)
  private static func find(_ type: Any.Type) -> TypeForm {
    let identifier = ObjectIdentifier(type)
    let known = entries.withLock { $0[identifier] }
    // Found outside of the lock: finding may ask the runtime for other types.
    let found = known ?? Entry(type)
    let entry = entries.withLock { entries in
      let entry = entries[identifier] ?? found
      entries[identifier] = entry
      return entry
    }
    slots[identifier].pointee.store(
      Unmanaged.passUnretained(entry).toOpaque(), ordering: .releasing)
    return entry.form
  }
}

private protocol DictionaryOfPairs {
  static var encodesAsObject: Bool { get }
}

extension Dictionary: DictionaryOfPairs {
  /// Whether `Dictionary.encode(to:)` makes an object, not an array of keys and values.
  fileprivate static var encodesAsObject: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
  }
}
