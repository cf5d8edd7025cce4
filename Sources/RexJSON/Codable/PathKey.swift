/// A step of a coding path: the key of a member or the index of an element.
package struct PathKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(_ key: String) {
    stringValue = key
    intValue = nil
  }

  package init(_ index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  package init?(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { self.init(intValue) }
}
