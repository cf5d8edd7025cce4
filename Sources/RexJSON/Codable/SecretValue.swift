/// A value that is secret by itself, whatever the names above it.
package protocol SecretValue {
  /// The value.
  var anyValue: Any { get }
}
