import Foundation

/// Types whose values are determined by their bytes.
///
/// This includes storage that they refer to, which is copied on write or never changes.
enum KnownLeaves {
  private static let types: Set<ObjectIdentifier> = {
    var types: [Any.Type] = [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self, String.self, Character.self,
      Unicode.Scalar.self, Date.self, UUID.self, URL.self, Data.self, Decimal.self,
    ]
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      types += [Int128.self, UInt128.self] as [Any.Type]
    }
    return Set(types.map { ObjectIdentifier($0) })
  }()

  static func contain(_ type: Any.Type) -> Bool {
    if types.contains(ObjectIdentifier(type)) { return true }
    guard let vector = type as? any SIMD.Type else { return false }
    return types.contains(ObjectIdentifier(scalar(of: vector)))
  }

  private static func scalar<Vector: SIMD>(of vector: Vector.Type) -> Any.Type {
    Vector.Scalar.self
  }
}

/// A collection of the standard library: a pointer to storage that is copied on write.
protocol StandardCollection {
  /// The types of the values in the storage.
  static var contentTypes: [Any.Type] { get }
}

extension Array: StandardCollection {
  static var contentTypes: [Any.Type] { [Element.self] }
}

extension ContiguousArray: StandardCollection {
  static var contentTypes: [Any.Type] { [Element.self] }
}

extension ArraySlice: StandardCollection {
  static var contentTypes: [Any.Type] { [Element.self] }
}

extension Set: StandardCollection {
  static var contentTypes: [Any.Type] { [Element.self] }
}

extension Dictionary: StandardCollection {
  static var contentTypes: [Any.Type] { [Key.self, Value.self] }
}
