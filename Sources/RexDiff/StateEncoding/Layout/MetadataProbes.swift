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

  private final class Reference {
    let number = 1
    var text = ""
  }

  private class GenericBase<Content> {
    var content: Content?
  }

  private final class Derived: GenericBase<Int> {
    weak var parent: Reference?
    let children: [Reference] = []
  }

  private struct Unretained {
    weak var weakly: Reference?
    unowned var unowned: Reference
    var retained: Reference
  }

  /// Returns whether a way of reading types gives the known fields of each probe.
  static func agree(reading fields: (Any.Type) -> TypeFields) -> Bool {
    expectations.allSatisfy { fields($0.type) == $0.fields }
  }

  /// Returns whether a way of reading classes gives the known properties of each probe.
  static func classesAgree(reading fields: (Any.Type) -> [ClassField]?) -> Bool {
    fields(Reference.self) == [
      ClassField(name: "number", isVariable: false, isUnretained: false),
      ClassField(name: "text", isVariable: true, isUnretained: false),
    ]
      && fields(GenericBase<Int>.self) == [
        ClassField(name: "content", isVariable: true, isUnretained: false)
      ]
      && fields(Derived.self) == [
        ClassField(name: "parent", isVariable: true, isUnretained: true),
        ClassField(name: "children", isVariable: false, isUnretained: false),
      ]
      && fields(Structure.self) == nil && fields((any Sendable).self) == nil
  }

  /// Whether the values of an enum without payloads are the numbers of its cases.
  static var casesAreNumbered: Bool {
    [Plain.one, .two].enumerated().allSatisfy { number, value in
      withUnsafeBytes(of: value) { $0.elementsEqual([UInt8(number)]) }
    }
  }

  private static var expectations: [(type: Any.Type, fields: TypeFields)] {
    [
      (
        Structure.self,
        product(
          ("flag", MemoryLayout<Structure>.offset(of: \.flag), Bool.self),
          ("number", MemoryLayout<Structure>.offset(of: \.number), Int64.self),
          ("text", MemoryLayout<Structure>.offset(of: \.text), String.self))
      ),
      (
        Generic<UInt8, String>.self,
        product(
          ("first", MemoryLayout<Generic<UInt8, String>>.offset(of: \.first), UInt8.self),
          ("second", MemoryLayout<Generic<UInt8, String>>.offset(of: \.second), [String].self))
      ),
      (
        (Bool, Int32).self,
        product(("", 0, Bool.self), ("", MemoryLayout<Int32>.alignment, Int32.self))
      ),
      (
        (flag: Bool, Int32).self,
        product(("flag", 0, Bool.self), ("", MemoryLayout<Int32>.alignment, Int32.self))
      ),
      (
        Unretained.self,
        .product([
          TypeFields.Field(name: "weakly", offset: 0, type: Reference?.self, isUnretained: true),
          TypeFields.Field(
            name: "unowned", offset: MemoryLayout<UnsafeRawPointer>.size, type: Reference.self,
            isUnretained: true),
          TypeFields.Field(
            name: "retained", offset: 2 * MemoryLayout<UnsafeRawPointer>.size,
            type: Reference.self),
        ])
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

  private static func product(
    _ fields: (name: String, offset: Int?, type: Any.Type)...
  ) -> TypeFields {
    .product(
      fields.map { TypeFields.Field(name: $0.name, offset: $0.offset ?? -1, type: $0.type) })
  }

  private static func sum(_ payloads: Any.Type...) -> TypeFields {
    .sum(payloads.map { TypeFields.Payload(type: $0, isIndirect: false) })
  }
}
