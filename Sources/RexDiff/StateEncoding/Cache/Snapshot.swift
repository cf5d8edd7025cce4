/// Names the plan by which a fragment was encoded, and retains the value where its bytes are
/// trusted.
///
/// Retaining an opaque value would only keep its classes alive, so this class has no value.
class Snapshot {
  /// The plan, to tell fragments of one type from others.
  let plan: AnyObject

  init(plan: AnyObject) { self.plan = plan }

  /// The type of the value.
  final var valueType: Any.Type? { (plan as? any TypedPlan)?.valueType }

  /// Whether the retained value has these bytes.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool { false }

  /// Whether the value's own storage is retained, so that the same pointers prove it unchanged.
  var retainsStorage: Bool { false }

  /// How many bytes the snapshot takes on top of what the app's state holds too.
  var heldByteCount: Int { 0 }

  /// The types whose bytes were trusted to keep the fragment.
  var trustedTypes: [Any.Type] { [] }
}

/// A snapshot with the value retained.
class TypedSnapshot<Value>: Snapshot {
  /// Only an `ArrayCopy` that takes it over changes it; unchecked as in `EncodingCache`.
  @exclusivity(unchecked) final var value: Value

  required init(_ value: Value, plan: AnyObject) {
    self.value = value
    super.init(plan: plan)
  }

  override func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    withBytes { $0.hasSameBytes(as: other) }
  }

  /// Shows the bytes of the value where they are; to read the property would copy it.
  final func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: &value) { body($0) }
  }

  override var retainsStorage: Bool { true }

  override var trustedTypes: [Any.Type] { Self.trustedTypes }

  static var trustedTypes: [Any.Type] {
    let contents = (Value.self as? any StandardCollection.Type)?.contentTypes
    return contents?.filter { !KnownLeaves.contain($0) } ?? [Value.self]
  }
}
