/// Names the type of a value that is kept as a part, and retains the value where it is trusted.
class Snapshot {
  /// The types whose bytes were trusted to keep the part.
  var trustedTypes: [Any.Type] { [] }

  /// The retained value, when it is of this type.
  final func value<Value>(as type: Value.Type) -> Value? {
    guard let snapshot = typed(as: type) else { return nil }
    return snapshot.value
  }

  /// This snapshot, when it is one of this type.
  final func typed<Value>(as type: Value.Type) -> TypedSnapshot<Value>? {
    guard Swift.type(of: self) == TypedSnapshot<Value>.self else { return nil }
    return unsafeDowncast(self, to: TypedSnapshot<Value>.self)
  }
}

/// The snapshot of one type.
///
/// Retaining an opaque value would only keep its classes alive, so such a snapshot has no value.
final class TypedSnapshot<Value>: Snapshot {
  let value: Value?

  init(_ value: Value?) { self.value = value }

  override var trustedTypes: [Any.Type] {
    guard value != nil else { return [] }
    let contents = (Value.self as? any StandardCollection.Type)?.contentTypes
    return contents?.filter { !KnownLeaves.contain($0) } ?? [Value.self]
  }
}
