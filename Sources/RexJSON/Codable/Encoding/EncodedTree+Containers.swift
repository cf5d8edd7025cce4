/// Nested containers: all that are requested for one key of an object are the same container.
///
///     container.nestedContainer(forKey: .size)  ─┐
///                                                ├──▶  "size":{"width":3,"height":4}
///     container.nestedContainer(forKey: .size)  ─┘
///
/// Foundation's encoders do the same, so a subclass, or the second half of an `encode(to:)`, may
/// add to a container.
extension EncodedTree {
  /// The members of an object by their keys, as far as they were looked up.
  struct MemberTable {
    fileprivate let keys = JSONKeyTable()
    /// The last member with each of the keys.
    fileprivate var members: [Int32] = []
    /// The last member that was added here.
    fileprivate var last: Int32 = -1
  }

  /// Returns the node of an object's nested container for a key; a new one, or that of an earlier
  /// request.
  @inline(__always)
  mutating func addContainer(
    _ key: String, to object: Int32, in scope: LeafScope = LeafScope()
  ) -> Int32 {
    // Most objects with nested containers are enums with payloads, which have one member.
    let earlier = nodes[Int(object)].childCount == 0 ? nil : lastMember(key, of: object)
    if let earlier {
      if nodes[Int(earlier)].isContainer { return earlier }
      fail(.secondValue, at: earlier)
    }
    let node = addMember(key, to: object, in: scope)
    nodes[Int(node)].isContainer = true
    return node
  }

  /// Returns the last member that was encoded for a key.
  ///
  /// Each member is added to a table once, so that the time for many members is linear.
  private mutating func lastMember(_ key: String, of object: Int32) -> Int32? {
    var table = tables.removeValue(forKey: object) ?? MemberTable()
    var next = table.last < 0 ? nodes[Int(object)].firstChild : nodes[Int(table.last)].nextSibling
    while next >= 0 {
      if let earlier = table.keys.appendOrFind(self.key(of: next)) {
        table.members[earlier] = next
      } else {
        table.members.append(next)
      }
      table.last = next
      next = nodes[Int(next)].nextSibling
    }
    let member = table.keys.position(of: key).map { table.members[$0] }
    tables[object] = table
    return member
  }
}
