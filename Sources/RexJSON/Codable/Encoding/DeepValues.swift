/// What is nested deeper than `JSONLimits.valueDepthMax`: it is left out, with a text in its place.
///
///     {"replies":[{"replies":[ … {"replies":"left out: nested deeper than 128 levels"} … ]}]}
///
/// So a tree of any depth can be encoded, and a cycle of references ends. A value inside of one
/// that is left out throws `InsideDeepValue`, which ends the code of the values around it early;
/// the value that was left out catches it.
package enum DeepValue {
  /// The text in place of an array or object that is nested too deep.
  package static let marker = "left out: nested deeper than \(JSONLimits.valueDepthMax) levels"

  /// The limit on the values left out in one encoding.
  ///
  /// Without it, a cycle through two references, such as those of a doubly linked list, would be
  /// followed along each of 2^128 paths.
  static let countMax = 10_000
}

/// Ends the encoding of a value inside of one that is left out.
package struct InsideDeepValue: Error {}

extension EncodedTree {
  /// Writes the marker in place of a value; returns a node outside of the tree, which receives what
  /// the value goes on to encode.
  @inline(never)
  mutating func leaveOut(_ node: Int32, as kind: Kind) -> Int32 {
    if let outside = outsides[node] { return outside }
    if outsides.count >= DeepValue.countMax { fail(.tooManyDeep, at: 0) }
    let start = text.count
    text.append(quoted: DeepValue.marker)
    nodes[Int(node)].kind = .scalar
    nodes[Int(node)].value = start..<text.count
    nodes.append(
      Node(depth: nodes[Int(node)].depth, scope: nodes[Int(node)].scope, kind: kind))
    let outside = Int32(truncatingIfNeeded: nodes.count - 1)
    outsides[node] = outside
    return outside
  }
}

extension JSON {
  /// The document with texts in place of what is nested deeper than some levels, or is a
  /// `LongValue`; nil if nothing is.
  func leavingOut(deeperThan depthMax: Int) -> JSON? {
    switch self {
    case .null, .bool: return nil
    case .number(let number): return LongValue.marker(ofNumber: number.text).map(JSON.string)
    case .string(let text): return LongValue.marker(ofText: text).map(JSON.string)
    case .array where depthMax <= 0, .object where depthMax <= 0: return .string(DeepValue.marker)
    case .array(var elements):
      var isCut = false
      for index in elements.indices {
        guard let cut = elements[index].leavingOut(deeperThan: depthMax - 1) else { continue }
        (elements[index], isCut) = (cut, true)
      }
      let marker = LongValue.marker(
        ofElements: elements.count, byteCount: JSON.array(elements).bytes.count)
      if let marker { return .string(marker) }
      guard isCut else { return nil }
      return .array(elements)
    case .object(var members):
      var isCut = false
      for (index, (_, value)) in members.enumerated() {
        guard let cut = value.leavingOut(deeperThan: depthMax - 1) else { continue }
        members.withValue(at: index) { $0 = cut }
        isCut = true
      }
      for (key, value) in members {
        guard let marker = LongValue.marker(ofText: key) else { continue }
        members[key] = nil
        members[marker] = value
        isCut = true
      }
      guard isCut else { return nil }
      return .object(members)
    }
  }
}
