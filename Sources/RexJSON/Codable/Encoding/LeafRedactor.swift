/// Replaces secret leaves and keys of a document while it is written.
///
/// What it returns depends only on a leaf and its scope, so equal values in equal scopes have equal
/// encodings, which can be reused.
package protocol LeafRedactor: AnyObject {
  /// The scope of a whole document.
  var rootScope: LeafScope { get }

  /// Whether the names above a leaf matter in addition to its scope.
  var dependsOnNames: Bool { get }

  /// Returns the scope of a member's value, and what replaces its key; nil if that is no secret.
  func member(_ key: String, of object: LeafScope) -> (scope: LeafScope, shownKey: String?)

  /// Returns the scope of an array's elements.
  func scope(ofElementsIn array: LeafScope) -> LeafScope

  /// Returns the scope of a value that is secret by itself.
  func secretScope(in scope: LeafScope) -> LeafScope

  /// Returns what replaces a text; nil if there is no secret in it.
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  ///   - form: What the text is.
  ///   - scope: The text's scope.
  ///   - names: Returns the names above the text.
  func redacted(
    text: UnsafeBufferPointer<UInt8>, as form: LeafForm, in scope: LeafScope,
    names: () -> [String]
  ) -> String?

  /// Returns what replaces a number, given its JSON text; nil if it stays as it is.
  func redacted(
    number: UnsafeBufferPointer<UInt8>, in scope: LeafScope, names: () -> [String]
  ) -> JSONNumber?

  /// Returns the value to write for a Boolean.
  func redacted(bool: Bool, in scope: LeafScope, names: () -> [String]) -> Bool
}

/// The names above a value, as far as they matter to a `LeafRedactor`.
///
/// Indices do not matter, so that elements can move in an array.
package struct LeafScope: Hashable, Sendable {
  /// The number of the redactor's rules that apply.
  package var rules: Int32
  /// A hash of the names; 0 if only the rules matter.
  package var names: UInt32

  /// Creates a scope.
  package init(rules: Int32 = 0, names: UInt32 = 0) { (self.rules, self.names) = (rules, names) }
}

/// What the text of a leaf is.
package enum LeafForm: Sendable {
  case text
  /// Bytes in base64, or a UUID, in which no format is looked for.
  case data
}
