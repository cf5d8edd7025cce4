internal import Foundation
internal import Synchronization

/// How a type is written where Codable's own way would not do: found once, then looked up.
enum TypeForm: UInt8 {
  /// By its own `encode(to:)` and `init(from:)`.
  case own
  /// The types with a fixed form.
  case date
  case data
  case url
  case uuid
  case decimal
  case document
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
    } else if name.hasPrefix("Swift.Dictionary<"), let type = type as? any DictionaryOfPairs.Type {
      self = type.encodesAsObject ? .own : .pairs
    } else {
      // The type is private to the standard library, which encodes every dictionary with it.
      self = name == "Swift._DictionaryCodingKey" ? .dictionaryKeys : .own
    }
  }
}

extension TypeForm {
  /// A form and the type it belongs to; lives as long as the process, as types do.
  private final class Entry: Sendable {
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
      slots + (UInt(bitPattern: type) >> 4 & 255).asInt
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
    let entry = entries.withLock { entries in
      if let known = entries[identifier] { return known }
      let entry = Entry(type)
      entries[identifier] = entry
      return entry
    }
    slots[identifier].pointee.store(
      Unmanaged.passUnretained(entry).toOpaque(), ordering: .releasing)
    return entry.form
  }
}

extension UInt {
  fileprivate var asInt: Int { Int(bitPattern: self) }
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
