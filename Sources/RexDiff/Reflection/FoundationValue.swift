import Foundation

/// Numbers and texts that are instances of Foundation's classes.
enum FoundationValue {
  static func contains(_ object: AnyObject) -> Bool { value(of: object) != nil }

  /// Returns the value of an instance; nil if it is of another class.
  static func value(of object: AnyObject) -> Any? {
    #if canImport(Darwin)
      // The casts convert what Foundation bridges; a `Decimal` keeps its digits.
      let value = object as Any
      if let text = value as? String { return text }
      if let number = value as? Decimal { return number }
      return value as? Double
    #else
      if let number = object as? NSDecimalNumber { return number.decimalValue }
      if let number = object as? NSNumber { return number.doubleValue }
      return (object as? NSString).map { String(describing: $0) }
    #endif
  }
}
