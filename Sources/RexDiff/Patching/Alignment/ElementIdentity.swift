import RexJSON

/// By what an array's element is known when it changes its place.
///
/// It is its `id` when it is an object with one that is a string or a number, else its content.
enum ElementIdentity: Hashable {
  case id(JSON)
  case content(JSON)

  init(_ element: JSON) {
    switch element["id"] {
    case let id? where id.string != nil || id.number != nil: self = .id(id)
    default: self = .content(element)
    }
  }
}

extension ArrayAlignment {
  /// Aligns two arrays by their elements' identities.
  init(from old: ArraySlice<JSON>, to new: ArraySlice<JSON>) {
    let identities = old.enumerated().map { (place: $0, identity: ElementIdentity($1)) }
    let partners = ArrayAlignment.partners(
      from: identities, to: new.lazy.map(ElementIdentity.init))
    self.init(partners: partners, oldCount: old.count)
  }
}
