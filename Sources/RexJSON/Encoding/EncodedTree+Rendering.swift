extension EncodedTree {
  /// Appends a node's value; recursion is bounded by the depth that `open` allows.
  func render(_ node: Int32, into bytes: inout [UInt8]) {
    let kind = nodes[Int(node)].kind
    switch kind {
    case .pending: bytes += "{}".utf8
    case .scalar: bytes += text[nodes[Int(node)].value]
    case .array, .object:
      bytes.append(kind == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
      switch nodes[Int(node)].order {
      case .written where kind == .object: renderMembers(of: node, into: &bytes)
      case .written: renderInOrder(nodes[Int(node)].firstChild, into: &bytes)
      case .byKey: renderByKey(node, into: &bytes)
      case .byContent: renderByContent(node, groupedBy: 1, into: &bytes)
      case .byPair: renderByContent(node, groupedBy: 2, into: &bytes)
      }
      bytes.append(kind == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
    }
  }

  private func renderInOrder(_ first: Int32, into bytes: inout [UInt8]) {
    var child = first
    while child >= 0 {
      if child != first { bytes.append(UInt8(ascii: ",")) }
      renderChild(child, into: &bytes)
      child = nodes[Int(child)].nextSibling
    }
  }

  private func renderChild(_ child: Int32, into bytes: inout [UInt8]) {
    let node = nodes[Int(child)]
    if node.kind == .scalar, node.key.upperBound == node.value.lowerBound {
      bytes += text[node.key.lowerBound..<node.value.upperBound]
    } else {
      bytes += text[node.key]
      render(child, into: &bytes)
    }
  }

  private func renderMembers(of object: Int32, into bytes: inout [UInt8]) {
    guard mayRepeatKeys(object) else {
      return renderInOrder(nodes[Int(object)].firstChild, into: &bytes)
    }
    renderMembers(uniqueMembers(of: object), into: &bytes)
  }

  private func renderByKey(_ object: Int32, into bytes: inout [UInt8]) {
    var members = uniqueMembers(of: object)
    members.sort { $0.key.precedesByBytes($1.key) }
    renderMembers(members, into: &bytes)
  }
}

/// Members whose key was encoded twice, as a class and its superclass may do in one container.
extension EncodedTree {
  private typealias Member = (key: String, values: [Int32])

  private func renderMembers(_ members: [Member], into bytes: inout [UInt8]) {
    var isFirst = true
    for (_, values) in members {
      guard let last = values.last else { continue }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      if values.count > 1, values.allSatisfy({ nodes[Int($0)].kind == .object }) {
        bytes += text[nodes[Int(last)].key]
        renderMerged(values, into: &bytes)
      } else {
        renderChild(last, into: &bytes)
      }
    }
  }

  /// Appends several objects encoded for one key as one object.
  private func renderMerged(_ objects: [Int32], into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    renderMembers(uniqueMembers(objects.flatMap(children(of:))), into: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private func uniqueMembers(of object: Int32) -> [Member] { uniqueMembers(children(of: object)) }

  /// Each key once, where it first came, with all nodes encoded for it.
  private func uniqueMembers(_ children: [Int32]) -> [Member] {
    let table = JSONKeyTable()
    var members: [Member] = []
    members.reserveCapacity(children.count)
    for child in children {
      let key = key(of: child)
      if let earlier = table.appendOrFind(key) {
        members[earlier].values.append(child)
      } else {
        members.append((key, [child]))
      }
    }
    return members
  }

  /// Whether two keys may be the same: always false negatives never, seldom false positives.
  private func mayRepeatKeys(_ object: Int32) -> Bool {
    text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return false }
      var seen: UInt64 = 0
      var child = nodes[Int(object)].firstChild
      while child >= 0 {
        let key = nodes[Int(child)].key
        let bit = KeyFingerprint.bit(base + key.lowerBound + 1, count: key.count - 3)
        if seen & bit != 0, repeatsKey(child, ofObject: object) { return true }
        seen |= bit
        child = nodes[Int(child)].nextSibling
      }
      return false
    }
  }

  private func repeatsKey(_ child: Int32, ofObject object: Int32) -> Bool {
    let key = text[nodes[Int(child)].key]
    var earlier = nodes[Int(object)].firstChild
    while earlier != child {
      if text[nodes[Int(earlier)].key] == key { return true }
      earlier = nodes[Int(earlier)].nextSibling
    }
    return false
  }
}

extension EncodedTree {
  /// Appends elements in the order of their bytes, in groups that stay together.
  private func renderByContent(
    _ array: Int32, groupedBy size: Int, into bytes: inout [UInt8]
  ) {
    let children = children(of: array)
    var groups = stride(from: 0, to: children.count, by: size).map { start in
      var group: [UInt8] = []
      for child in children[start..<min(start + size, children.count)] {
        if !group.isEmpty { group.append(UInt8(ascii: ",")) }
        render(child, into: &group)
      }
      return group
    }
    groups.sort { $0.lexicographicallyPrecedes($1) }
    bytes += groups.joined(separator: [UInt8(ascii: ",")])
  }
}
