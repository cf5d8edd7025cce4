import RexJSON

/// Identifies the plan and the scope of a fragment, and retains the value if its bytes are trusted.
///
/// This class itself retains no value: retaining an opaque one would only keep its objects alive.
class Snapshot {
  /// The plan of the value's type; fragments of different types have different plans.
  let plan: AnyObject
  /// The scope in which the value was encoded.
  let scope: LeafScope

  init(plan: AnyObject, scope: LeafScope) { (self.plan, self.scope) = (plan, scope) }

  /// The type of the value.
  final var valueType: Any.Type? { (plan as? any TypedPlan)?.valueType }

  /// Returns whether the retained value has these bytes.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool { false }

  /// Whether the value's own storage is retained, so that equal pointers prove it unchanged.
  var retainsStorage: Bool { false }

  /// The memory of the snapshot in bytes that is not shared with the app's state.
  var heldByteCount: Int { 0 }

  /// The types that are trusted when the fragment is reused.
  var trustedTypes: [Any.Type] { [] }
}

/// A snapshot that retains the value.
class TypedSnapshot<Value>: Snapshot {
  /// Only changed by an `ArrayCopy` that reuses it; unchecked as in `EncodingCache`.
  @exclusivity(unchecked) final var value: Value

  required init(_ value: Value, plan: AnyObject, scope: LeafScope) {
    self.value = value
    super.init(plan: plan, scope: scope)
  }

  override func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    withBytes { $0.hasSameBytes(as: other) }
  }

  /// Calls a closure with the bytes of the value in place; reading the property would copy it.
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
