/// The names of an enum's cases in the source, as its metadata has them.
package struct CaseNames {
  private let names: [String]

  /// Reads the names of an enum's cases; nil if its metadata cannot be read, or has none.
  package init?(of type: Any.Type) {
    guard let names = TypeMetadata.caseNames(of: type), !names.isEmpty else { return nil }
    self.names = names
  }

  /// Returns whether a case has this name.
  package func contains(_ name: String) -> Bool { names.contains(name) }
}
