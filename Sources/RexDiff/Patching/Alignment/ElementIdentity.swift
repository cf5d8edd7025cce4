import RexJSON

/// The identity of an array's element, to recognize it after it moved.
///
/// It is the `id` of an object if that is a string or a number, otherwise the element's content.
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
  /// Aligns two arrays by the identities of their elements.
  init(from old: ArraySlice<JSON>, to new: ArraySlice<JSON>) {
    let identities = old.enumerated().map { (position: $0, identity: ElementIdentity($1)) }
    let partners = ArrayAlignment.partners(
      from: identities, to: new.lazy.map(ElementIdentity.init))
    self.init(partners: partners, oldCount: old.count)
  }
}
