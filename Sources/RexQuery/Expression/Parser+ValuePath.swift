import RexJSON

/// Parses a `ValuePath`.
extension Parser {
  /// A singular JSONPath, in which `[id=…]` can stand after a segment.
  mutating func steps() throws(QueryError) -> [ValuePath.Step] {
    _ = take("$")
    takesIDs = true
    var (steps, branch) = ([ValuePath.Step](), Int?.none)
    repeat {
      let (segments, firstBranch) = try segments()
      branch = branch ?? firstBranch
      steps += segments.compactMap { segment in
        if case .step(let step) = segment { .child(step) } else { nil }
      }
    } while try takeID(into: &steps)
    guard isAtEnd else { throw unexpected(.segmentOrEnd) }
    if let branch { throw unexpected(.singularStep, at: branch) }
    return steps
  }

  /// `[id=…]`, up to the first closing bracket.
  private mutating func takeID(into steps: inout [ValuePath.Step]) throws(QueryError) -> Bool {
    let start = offset
    guard take("[id=") else { return false }
    while let byte = next, byte != UInt8(ascii: "]") { offset += 1 }
    guard take("]") else { throw unexpected(.selectorEnd) }
    steps.append(ValuePath.Step(token: text(from: start)))
    return true
  }

  /// A JSON Pointer, whose tokens can end in `[id=…]`.
  mutating func tokens() throws(QueryError) -> [ValuePath.Step] {
    var steps: [ValuePath.Step] = []
    while take("/") {
      var token: [UInt8] = []
      while let byte = next, byte != UInt8(ascii: "/") {
        offset += 1
        token.append(byte == UInt8(ascii: "~") ? try pointerEscape() : byte)
      }
      steps.append(ValuePath.Step(token: String(decoding: token, as: UTF8.self)))
    }
    guard isAtEnd else { throw unexpected(.pathStart) }
    return steps
  }

  private mutating func pointerEscape() throws(QueryError) -> UInt8 {
    if take("0") { return UInt8(ascii: "~") }
    guard take("1") else { throw unexpected(.pointerEscape) }
    return UInt8(ascii: "/")
  }
}

extension ValuePath.Step {
  /// `messages[id=a][id=b]`: a name and ids; without a name, the ids apply to the array itself.
  fileprivate init(token: String) {
    var rest = Array(token.utf8)[...]
    var ids: [String] = []
    let opening = Array("[id=".utf8)
    while rest.last == UInt8(ascii: "]"), let start = rest.lastStart(of: opening) {
      let id = rest[(start + opening.count)..<(rest.endIndex - 1)]
      ids.insert(String(decoding: id, as: UTF8.self), at: 0)
      rest = rest[..<start]
    }
    let name = rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
    self = .token(token, name: name, ids: ids)
  }
}

extension ArraySlice<UInt8> {
  /// The index of the last occurrence of some bytes.
  fileprivate func lastStart(of bytes: [UInt8]) -> Int? {
    guard count >= bytes.count else { return nil }
    return (startIndex...(endIndex - bytes.count)).last { self[$0...].starts(with: bytes) }
  }
}
