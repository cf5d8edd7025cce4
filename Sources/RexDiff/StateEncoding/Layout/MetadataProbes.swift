/// Types with known fields, to check whether reading metadata returns the same fields.
///
/// If a runtime's metadata had a different layout, at least one of them would differ: a struct, a
/// tuple, a generic type, or an enum of each kind.
enum MetadataProbes {
  private struct Structure {
    var flag: Bool
    var number: Int64
    var text: String
  }

  private struct Generic<First, Second> {
    var first: First
    var second: [Second]
  }

  private enum Plain {
    case one
    case two
  }

  private enum SinglePayload {
    case none
    case text(String)
  }

  private enum SeveralPayloads {
    case none
    case number(Int64)
    case both(flag: Bool, text: String)
  }

  private enum Recursive {
    case end
    indirect case link(Recursive)
  }

  private enum GenericSum<First, Second> {
    case first(First)
    case second([Second])
  }

  private final class Reference {}

  /// Returns whether a way of reading types gives the known fields of each probe.
  static func agree(reading fields: (Any.Type) -> TypeFields) -> Bool {
    expectations.allSatisfy { fields($0.type) == $0.fields }
  }

  private static var expectations: [(type: Any.Type, fields: TypeFields)] {
    [
      (
        Structure.self,
        product(
          (MemoryLayout<Structure>.offset(of: \.flag), Bool.self),
          (MemoryLayout<Structure>.offset(of: \.number), Int64.self),
          (MemoryLayout<Structure>.offset(of: \.text), String.self))
      ),
      (
        Generic<UInt8, String>.self,
        product(
          (MemoryLayout<Generic<UInt8, String>>.offset(of: \.first), UInt8.self),
          (MemoryLayout<Generic<UInt8, String>>.offset(of: \.second), [String].self))
      ),
      (
        (Bool, Int32).self,
        product((0, Bool.self), (MemoryLayout<Int32>.alignment, Int32.self))
      ),
      (Plain.self, .sum([])),
      (SinglePayload.self, sum(String.self)),
      (String?.self, sum(String.self)),
      (SeveralPayloads.self, sum(Int64.self, (flag: Bool, text: String).self)),
      (Recursive.self, .sum([TypeFields.Payload(type: Recursive.self, isIndirect: true)])),
      (GenericSum<Int, UInt8>.self, sum(Int.self, [UInt8].self)),
      (Reference.self, .opaque),
      ((any Sendable).self, .opaque),
    ]
  }

  private static func product(_ fields: (offset: Int?, type: Any.Type)...) -> TypeFields {
    .product(fields.map { TypeFields.Field(offset: $0.offset ?? -1, type: $0.type) })
  }

  private static func sum(_ payloads: Any.Type...) -> TypeFields {
    .sum(payloads.map { TypeFields.Payload(type: $0, isIndirect: false) })
  }
}
