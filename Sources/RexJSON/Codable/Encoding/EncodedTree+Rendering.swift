extension EncodedTree {
  /// Appends a node's value; the recursion is limited by the depth at which `open` leaves out.
  func render(_ node: Int32, into bytes: inout ByteBuffer) {
    let kind = nodes[Int(node)].kind
    switch kind {
    case .pending: bytes.append("{}")
    case .scalar: append(nodes[Int(node)].value, to: &bytes)
    case .array, .object:
      let start = bytes.count
      bytes.append(kind == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
      switch nodes[Int(node)].order {
      case .written where kind == .object: renderMembers(of: node, into: &bytes)
      case .written: renderInOrder(nodes[Int(node)].firstChild, into: &bytes)
      case .byKey: renderByKey(node, into: &bytes)
      case .byContent: renderByContent(node, groupedBy: 1, into: &bytes)
      case .byPair: renderByContent(node, groupedBy: 2, into: &bytes)
      }
      bytes.append(kind == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
      if kind == .array { leaveOutIfLong(node, from: start, in: &bytes) }
    }
  }

  @inline(__always)
  private func append(_ range: Range<Int>, to bytes: inout ByteBuffer) {
    bytes.append(text.start + range.lowerBound, count: range.count)
  }

  private func renderInOrder(_ first: Int32, into bytes: inout ByteBuffer) {
    var child = first
    while child >= 0 {
      if child != first { bytes.append(UInt8(ascii: ",")) }
      renderChild(child, into: &bytes)
      child = nodes[Int(child)].nextSibling
    }
  }

  private func renderChild(_ child: Int32, into bytes: inout ByteBuffer) {
    let node = nodes[Int(child)]
    if node.kind == .scalar, node.key.upperBound == node.value.lowerBound {
      append(node.key.lowerBound..<node.value.upperBound, to: &bytes)
    } else {
      append(node.key, to: &bytes)
      render(child, into: &bytes)
    }
  }

  private func renderMembers(of object: Int32, into bytes: inout ByteBuffer) {
    guard mayRepeatKeys(object) else {
      return renderInOrder(nodes[Int(object)].firstChild, into: &bytes)
    }
    renderMembers(uniqueMembers(of: object), into: &bytes)
  }

  private func renderByKey(_ object: Int32, into bytes: inout ByteBuffer) {
    guard let children = childrenByKey(of: object) else {
      var members = uniqueMembers(of: object)
      members.sort { $0.key.precedesByBytes($1.key) }
      return renderMembers(members, into: &bytes)
    }
    for (position, child) in children.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      renderChild(child, into: &bytes)
    }
  }

  /// Returns the members in the order of their keys; nil if a key has escapes or occurs twice.
  private func childrenByKey(of object: Int32) -> [Int32]? {
    var children = children(of: object)
    for child in children where writtenKey(of: child).contains(UInt8(ascii: "\\")) { return nil }
    children.sort { order(ofKeys: $0, $1) < 0 }
    for (left, right) in zip(children, children.dropFirst()) where order(ofKeys: left, right) == 0 {
      return nil
    }
    return children
  }

  /// Returns the bytes of a member's key, without its quotes.
  private func writtenKey(of child: Int32) -> UnsafeBufferPointer<UInt8> {
    let key = nodes[Int(child)].key
    return text[key.lowerBound + 1..<key.upperBound - 2]
  }

  private func order(ofKeys left: Int32, _ right: Int32) -> Int {
    let (left, right) = (writtenKey(of: left), writtenKey(of: right))
    return bytesOrder(left, right)
  }
}

/// Members whose key was encoded twice: the last value is written at the position of the first.
extension EncodedTree {
  private typealias Member = (key: String, value: Int32)

  private func renderMembers(_ members: [Member], into bytes: inout ByteBuffer) {
    for (position, member) in members.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      renderChild(member.value, into: &bytes)
    }
  }

  private func uniqueMembers(of object: Int32) -> [Member] {
    let children = children(of: object)
    let table = JSONKeyTable()
    var members: [Member] = []
    members.reserveCapacity(children.count)
    for child in children {
      let key = key(of: child)
      if let earlier = table.appendOrFind(key) {
        members[earlier].value = child
      } else {
        members.append((key, child))
      }
    }
    return members
  }

  /// Returns whether two keys may be equal; for few members, the result is exact.
  private func mayRepeatKeys(_ object: Int32) -> Bool {
    // Most of the 64 bits would be set, and a table is faster than comparing all pairs of keys.
    if nodes[Int(object)].childCount > 64 { return true }
    var seen: UInt64 = 0
    var child = nodes[Int(object)].firstChild
    while child >= 0 {
      let key = nodes[Int(child)].key
      let bit = KeyFingerprint.bit(text.start + key.lowerBound + 1, count: key.count - 3)
      if seen & bit != 0, repeatsKey(child, ofObject: object) { return true }
      seen |= bit
      child = nodes[Int(child)].nextSibling
    }
    return false
  }

  private func repeatsKey(_ child: Int32, ofObject object: Int32) -> Bool {
    let key = text[nodes[Int(child)].key]
    var earlier = nodes[Int(object)].firstChild
    while earlier != child {
      let other = text[nodes[Int(earlier)].key]
      if other.count == key.count,
        bytesAreEqual(other.baseAddress, key.baseAddress, count: key.count)
      {
        return true
      }
      earlier = nodes[Int(earlier)].nextSibling
    }
    return false
  }
}

extension EncodedTree {
  /// Appends elements in the order of their bytes, in groups that stay together.
  private func renderByContent(
    _ array: Int32, groupedBy size: Int, into bytes: inout ByteBuffer
  ) {
    let children = children(of: array)
    var groups = stride(from: 0, to: children.count, by: size).map { start in
      rendered(children[start..<min(start + size, children.count)])
    }
    groups.sort { $0.lexicographicallyPrecedes($1) }
    for (position, group) in groups.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      group.withUnsafeBufferPointer { group in
        if let start = group.baseAddress { bytes.append(start, count: group.count) }
      }
    }
  }

  private func rendered(_ nodes: ArraySlice<Int32>) -> [UInt8] {
    var bytes = ByteBuffer(capacity: 64)
    for node in nodes {
      if bytes.count > 0 { bytes.append(UInt8(ascii: ",")) }
      render(node, into: &bytes)
    }
    return Array(bytes)
  }
}
