/// Returns a value as its own type, which generic code has found it to be.
///
/// A dynamic cast does the same, but where the compiler does not specialize its caller, it takes
/// longer than encoding the value. Like the cast, this stops the process if the types differ.
@inlinable
@inline(__always)
package func identical<Value, Known>(_ value: Value, as type: Known.Type) -> Known {
  precondition(Value.self == Known.self, "a value can only be taken for its own type")
  return unsafeBitCast(value, to: Known.self)
}
