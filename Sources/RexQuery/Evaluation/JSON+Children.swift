import RexJSON

/// The children of a node, by their positions: elements, or members in their order.
extension JSON {
  var childCount: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let members): members.count
    default: 0
    }
  }

  /// The child at a position below `childCount`.
  func child(at position: Int) -> JSON {
    switch self {
    case .array(let elements): elements[position]
    case .object(let members): members[position].value
    default: preconditionFailure("only arrays and objects have children")
    }
  }

  func step(to position: Int) -> NormalizedPath.Step {
    if case .object(let members) = self { .name(members[position].key) } else { .index(position) }
  }

  /// The position of the child that a name or an index selects.
  func position(of step: Segment.Step) -> Int? {
    switch (step, self) {
    case (.name(let name), .object(let members)): return members.position(of: name)
    case (.index(let index), .array(let elements)):
      let position = index < 0 ? elements.count + index : index
      return elements.indices.contains(position) ? position : nil
    default: return nil
    }
  }

  func child(_ step: Segment.Step) -> JSON? {
    if case (.name(let name), .object(let members)) = (step, self) { return members[name] }
    return position(of: step).map(child(at:))
  }
}

extension Slice {
  /// The positions it selects, in its order (RFC 9535, section 2.3.4.2.2).
  func positions(count: Int) -> StrideTo<Int> {
    if step > 0 {
      let start = normal(start ?? 0, count).clamped(0, count)
      return stride(from: start, to: normal(end ?? count, count).clamped(0, count), by: step)
    }
    if step < 0 {
      let start = normal(start ?? count - 1, count).clamped(-1, count - 1)
      // Without an end, the first element is included.
      let end = end.map { normal($0, count).clamped(-1, count - 1) } ?? -1
      return stride(from: start, to: end, by: step)
    }
    return stride(from: 0, to: 0, by: 1)
  }

  private func normal(_ index: Int, _ count: Int) -> Int { index < 0 ? count + index : index }
}

extension Int {
  fileprivate func clamped(_ lowest: Int, _ highest: Int) -> Int {
    Swift.min(Swift.max(self, lowest), highest)
  }
}
