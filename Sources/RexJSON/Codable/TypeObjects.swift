/// A `TypeTable` of objects, for other modules, in which a generic class of this one is slow.
package struct TypeObjects: Sendable {
  private let table = TypeTable<AnyObject>()

  package init() {}

  /// Returns the object of a type; concurrent calls may make it more than once.
  package func object(of type: Any.Type, making make: () -> AnyObject) -> AnyObject {
    table.value(of: type, finding: make)
  }
}
