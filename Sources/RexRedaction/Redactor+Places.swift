package import RexJSON

/// Redacts paths, and values at a path.
extension Redactor {
  /// Redacts the keys of a path; numbers are taken for indices.
  package func redact(path: JSONPointer) -> JSONPointer { place(of: path, in: nil).path }

  /// Redacts a value at a path; numbers in the path are taken for indices.
  package func redact(_ value: JSON, at path: JSONPointer) -> JSON {
    let place = place(of: path, in: nil)
    return redacted(value, in: place.scope, names: place.names) ?? value
  }

  /// A place in a document: its redacted path, its scope, and the names above it.
  package struct Place {
    package var path = JSONPointer()
    package var scope: LeafScope
    package var names: [String] = []
  }

  /// Returns the place of a pointer; a state shows which of its tokens are keys.
  package func place(of pointer: JSONPointer, in state: JSON?) -> Place {
    var (place, value) = (Place(scope: rootScope), state)
    for token in pointer.tokens {
      if value.map({ $0.array != nil }) ?? (token == "-" || isIndex(token)) {
        place.path = place.path.appending(token)
        place.scope = scope(ofElementsIn: place.scope)
      } else {
        let member = member(token, of: place.scope)
        place.path = place.path.appending(member.shownKey ?? token)
        place.scope = member.scope
        place.names.append(member.shownKey ?? token)
      }
      value = value?[JSONPointer(tokens: [token])]
    }
    return place
  }
}
