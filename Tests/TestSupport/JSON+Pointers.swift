public import RexJSON

extension JSON {
  /// The pointers to this document and to all values in it.
  public var pointers: [JSONPointer] { pointers(below: JSONPointer()) }

  private func pointers(below pointer: JSONPointer) -> [JSONPointer] {
    switch self {
    case .array(let elements):
      [pointer] + elements.enumerated().flatMap { $1.pointers(below: pointer.appending($0)) }
    case .object(let members):
      [pointer] + members.flatMap { $0.value.pointers(below: pointer.appending($0.key)) }
    default: [pointer]
    }
  }
}
