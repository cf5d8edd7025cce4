internal import Foundation
import RexJSON

extension DecodingStorage {
  /// Decodes an entry.
  ///
  /// Primitives are decoded in a function of their own, since a debug build reserves stack space
  /// for every variable of a function, and nested values go through this one.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    isPrimitive(type) ? try decodePrimitive(type, at: entry) : try decodeByForm(type, at: entry)
  }

  @inline(__always)
  private func isPrimitive<T>(_ type: T.Type) -> Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if T.self == Int128.self || T.self == UInt128.self { return true }
    }
    return T.self == String.self || T.self == Bool.self || T.self == Int.self
      || T.self == Double.self || T.self == Float.self || T.self == Int64.self
      || T.self == UInt64.self || T.self == UInt.self || T.self == Int32.self
      || T.self == UInt32.self || T.self == Int16.self || T.self == UInt16.self
      || T.self == Int8.self || T.self == UInt8.self
  }

  /// Decodes a primitive; where the compiler specializes it for a type, a single branch remains.
  private func decodePrimitive<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    if T.self == String.self {
      return identical(try string(at: entry, as: T.self), as: T.self)
    } else if T.self == Bool.self {
      return identical(try bool(at: entry), as: T.self)
    } else if T.self == Int.self {
      return identical(try integer(at: entry) as Int, as: T.self)
    } else if T.self == Double.self {
      return identical(try double(at: entry, as: T.self), as: T.self)
    } else if T.self == Float.self {
      return identical(try float(at: entry), as: T.self)
    } else if T.self == Int64.self {
      return identical(try integer(at: entry) as Int64, as: T.self)
    } else if T.self == UInt64.self {
      return identical(try integer(at: entry) as UInt64, as: T.self)
    } else if T.self == UInt.self {
      return identical(try integer(at: entry) as UInt, as: T.self)
    } else if T.self == Int32.self {
      return identical(try integer(at: entry) as Int32, as: T.self)
    } else if T.self == UInt32.self {
      return identical(try integer(at: entry) as UInt32, as: T.self)
    } else if T.self == Int16.self {
      return identical(try integer(at: entry) as Int16, as: T.self)
    } else if T.self == UInt16.self {
      return identical(try integer(at: entry) as UInt16, as: T.self)
    } else if T.self == Int8.self {
      return identical(try integer(at: entry) as Int8, as: T.self)
    } else if T.self == UInt8.self {
      return identical(try integer(at: entry) as UInt8, as: T.self)
    }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if T.self == Int128.self {
        return identical(try integer(at: entry) as Int128, as: T.self)
      } else if T.self == UInt128.self {
        return identical(try integer(at: entry) as UInt128, as: T.self)
      }
    }
    preconditionFailure("\(type) is not a primitive.")
  }

  // No variable here has the type `T?`, since the runtime would look up its metadata for each
  // value.
  private func decodeByForm<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    switch DecodedForm.of(T.self).kind {
    case .direct(let type):
      return try decode(T.self, knownAs: type, at: entry)
    case .own:
      do {
        return try T(from: ValueDecoder(storage: self, entry: entry))
      } catch let error as DecodingError {
        throw noSuchCase(T.self, error, at: entry)
      }
    case .duration where kind(of: entry) != .string:
      // Older logs have the two integers of its own coding.
      return try T(from: ValueDecoder(storage: self, entry: entry))
    case .date, .uuid, .data, .url, .decimal, .duration, .document:
      return try decodeScalar(T.self, at: entry)
    }
  }

  private func decodeScalar<T: Decodable>(_ type: T.Type, at entry: Int) throws -> T {
    switch DecodedForm.of(T.self).kind {
    case .date: return identical(try date(at: entry), as: T.self)
    case .uuid: return identical(try uuid(at: entry), as: T.self)
    case .data: return identical(try data(at: entry), as: T.self)
    case .url: return identical(try url(at: entry), as: T.self)
    case .decimal: return identical(try decimal(at: entry), as: T.self)
    case .duration: return identical(try duration(at: entry), as: T.self)
    case .document: return identical(document(at: entry), as: T.self)
    case .own, .direct: throw mismatch(type, at: entry)
    }
  }

  private func decode<T, Known: DirectlyDecodable>(
    _ type: T.Type, knownAs known: Known.Type, at entry: Int
  ) throws -> T {
    identical(try Known(at: entry, in: self), as: T.self)
  }

  private func document(at entry: Int) -> JSON {
    guard entry != Self.absent else { return .null }
    return index.document(at: entry, in: text)
  }
}

extension DecodingStorage {
  private func string(at entry: Int, as type: Any.Type) throws -> String {
    guard kind(of: entry) == .string else { throw mismatch(type, at: entry) }
    return string(of: entry)
  }

  private func date(at entry: Int) throws -> Date {
    Date(timeIntervalSinceReferenceDate: try double(at: entry, as: Date.self))
  }

  private func duration(at entry: Int) throws -> Duration {
    let text = try string(at: entry, as: Duration.self)
    return try wellFormed(DurationText.duration(text), at: entry)
  }

  private func uuid(at entry: Int) throws -> UUID {
    guard kind(of: entry) == .string else { throw mismatch(UUID.self, at: entry) }
    let written = self.entry(entry)
    guard written.isVerbatim else {
      return try wellFormed(UUID(exactly: string(of: entry)), at: entry)
    }
    let text = UnsafeBufferPointer(start: bytes + Int(written.start), count: Int(written.length))
    return try wellFormed(UUID(text), at: entry)
  }

  private func data(at entry: Int) throws -> Data {
    try wellFormed(Data(base64Encoded: try string(at: entry, as: Data.self)), at: entry)
  }

  private func url(at entry: Int) throws -> URL {
    try wellFormed(URL(string: try string(at: entry, as: URL.self)), at: entry)
  }

  private func bool(at entry: Int) throws -> Bool {
    switch kind(of: entry) {
    case .true: true
    case .false: false
    default: throw mismatch(Bool.self, at: entry)
    }
  }

  /// Returns an integer from any number with an integral value: `1`, `1.0`, `1e2`.
  private func integer<Integer: FixedWidthInteger>(at entry: Int) throws -> Integer {
    guard kind(of: entry) == .number else { throw mismatch(Integer.self, at: entry) }
    let written = self.entry(entry)
    if let value: Integer = written.shortInteger(in: bytes) { return value }
    guard let value = JSONNumber(validText: string(of: entry)).exactly(Integer.self) else {
      throw doesNotFit(Integer.self, at: entry)
    }
    return value
  }

  private func double(at entry: Int, as type: Any.Type) throws -> Double {
    switch kind(of: entry) {
    case .number:
      let written = self.entry(entry)
      let text = UnsafeRawBufferPointer(
        start: bytes + Int(written.start), count: Int(written.length))
      if let value = Double.short(text) { return value }
      return try fitting(Double(string(of: entry)), as: type, at: entry)
    case .string: return try nonFinite(at: entry, as: type)
    default: throw mismatch(type, at: entry)
    }
  }

  /// Returns a float from the digits, since rounding a double a second time may give another value.
  private func float(at entry: Int) throws -> Float {
    switch kind(of: entry) {
    case .number:
      return try fitting(Float(string(of: entry)), as: Float.self, at: entry)
    case .string: return Float(try nonFinite(at: entry, as: Float.self))
    default: throw mismatch(Float.self, at: entry)
    }
  }

  /// Returns the nearest value; throws if it is infinite, or zero for a number other than zero.
  private func fitting<Number: BinaryFloatingPoint>(
    _ value: Number?, as type: Any.Type, at entry: Int
  ) throws -> Number {
    guard let value, value.isFinite,
      !value.isZero || JSONNumber(validText: string(of: entry)).isZero
    else { throw doesNotFit(type, at: entry) }
    return value
  }

  private func nonFinite(at entry: Int, as type: Any.Type) throws -> Double {
    switch string(of: entry) {
    case "NaN": .nan
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    default: throw mismatch(type, at: entry)
    }
  }

  private func decimal(at entry: Int) throws -> Decimal {
    switch kind(of: entry) {
    case .number:
      guard let value = Decimal(string: string(of: entry)) else {
        throw doesNotFit(Decimal.self, at: entry)
      }
      return value
    case .string where string(of: entry) == "NaN": return .nan
    default: throw mismatch(Decimal.self, at: entry)
    }
  }
}

extension JSONIndex.Entry {
  /// Returns a number with few digits as an integer; nil if it needs the general algorithm.
  @inline(__always)
  fileprivate func shortInteger<Integer: FixedWidthInteger>(
    in bytes: UnsafePointer<UInt8>
  ) -> Integer? {
    guard isVerbatim, length <= 18 else { return nil }
    var digits = bytes + Int(start)
    let end = digits + Int(length)
    let isNegative = digits[0] == UInt8(ascii: "-")
    if isNegative { digits += 1 }
    // Not an `Int`, which has 32 bits on watchOS.
    var value: Int64 = 0
    while digits < end {
      value = value &* 10 &+ Int64(digits[0] &- UInt8(ascii: "0"))
      digits += 1
    }
    return Integer(exactly: isNegative ? -value : value)
  }
}
