/// The values of a plain enum, for errors that name the cases there are.
///
/// Codable's synthesised key types have no `allCases`, so they are counted in the type's metadata
/// (swift/docs/ABI/TypeMetadata.rst: kind, then the descriptor, whose words 5 and 6 count the
/// cases with and without payload). Without payloads, and in one byte, a case is its number.
enum EnumCases {
  /// The texts with which a key type's cases are written; nil when it is no plain enum.
  static func names(ofKeys type: any CodingKey.Type) -> [String]? {
    func names<Key: CodingKey>(_ type: Key.Type) -> [String]? {
      all(of: type)?.map(\.stringValue)
    }
    return names(type)
  }

  /// The raw values of an enum's cases; nil when it is no plain enum with raw values.
  static func names(ofValues type: Any.Type) -> [String]? {
    func names<Value: RawRepresentable>(_ type: Value.Type) -> [String]? {
      all(of: type)?.map { "\($0.rawValue)" }
    }
    return (type as? any RawRepresentable.Type).flatMap { names($0) }
  }

  private static func all<Value>(of type: Value.Type) -> [Value]? {
    guard MemoryLayout<Value>.size == 1, let count = count(of: type) else { return nil }
    return (0..<count).map { unsafeBitCast(UInt8(truncatingIfNeeded: $0), to: Value.self) }
  }

  /// How many cases an enum has that has none with a payload.
  private static func count(of type: Any.Type) -> Int? {
    let enumKind: UInt = 0x201
    let descriptorKindMask: UInt32 = 0x1F
    let enumDescriptorKind: UInt32 = 18
    #if _ptrauth(_arm64e)
      // The descriptor's address is signed; without the cases' names errors still say enough.
      return nil
    #else
      let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
      guard metadata[0] == enumKind,
        let descriptor = UnsafePointer<UInt32>(bitPattern: metadata[1]),
        descriptor[0] & descriptorKindMask == enumDescriptorKind, descriptor[5] & 0xFF_FFFF == 0
      else { return nil }
      return (2...256).contains(Int(descriptor[6])) ? Int(descriptor[6]) : nil
    #endif
  }
}
