import RexJSON

/// Edits at a pointer, in place.
///
/// A container is moved out of its enum before it is changed, so that it has one owner and its
/// children are not copied. An edit that fails leaves the document unchanged.
extension JSON {
  /// The effect of adding a value.
  enum Addition {
    case inserted(at: JSONPointer)
    case replaced(JSON)
  }

  /// Inserts into an array or sets a member, like the operation `add`.
  mutating func add(
    _ value: JSON, at pointer: JSONPointer
  ) throws(JSONPatchError.Kind) -> Addition {
    if pointer.tokens.isEmpty { return .replaced(exchange(for: value)) }
    return try withParent(of: pointer) { parent, token throws(JSONPatchError.Kind) in
      try parent.edit { elements throws(JSONPatchError.Kind) in
        let index = token == "-" ? elements.count : try index(token, upTo: elements.count)
        elements.insert(value, at: index)
        return .inserted(at: token == "-" ? pointer.replacingLast(with: index) : pointer)
      } object: { members in
        guard let position = members.position(of: token) else {
          members[token] = value
          return .inserted(at: pointer)
        }
        return .replaced(members.withValue(at: position) { $0.exchange(for: value) })
      }
    }
  }

  /// Replaces an existing value; returns the old one.
  mutating func replace(
    at pointer: JSONPointer, with value: JSON
  ) throws(JSONPatchError.Kind) -> JSON {
    if pointer.tokens.isEmpty { return exchange(for: value) }
    return try withParent(of: pointer) { parent, token throws(JSONPatchError.Kind) in
      try parent.withChild(token) { $0.exchange(for: value) }
    }
  }

  /// Removes an existing value; returns it.
  mutating func remove(at pointer: JSONPointer) throws(JSONPatchError.Kind) -> JSON {
    if pointer.tokens.isEmpty { throw .rootRemoved }
    return try withParent(of: pointer) { parent, token throws(JSONPatchError.Kind) in
      try parent.edit { elements throws(JSONPatchError.Kind) in
        elements.remove(at: try index(token, upTo: elements.count - 1))
      } object: { members throws(JSONPatchError.Kind) in
        guard let value = members[token] else { throw .targetMissing }
        members[token] = nil
        return value
      }
    }
  }

  private mutating func exchange(for value: JSON) -> JSON {
    let old = self
    self = value
    return old
  }
}

extension JSON {
  private mutating func withParent<Result>(
    of pointer: JSONPointer, depth: Int = 0,
    _ body: (inout JSON, String) throws(JSONPatchError.Kind) -> Result
  ) throws(JSONPatchError.Kind) -> Result {
    let token = pointer.tokens[depth]
    if depth == pointer.tokens.count - 1 { return try body(&self, token) }
    return try withChild(token) { child throws(JSONPatchError.Kind) in
      try child.withParent(of: pointer, depth: depth + 1, body)
    }
  }

  private mutating func withChild<Result>(
    _ token: String, _ body: (inout JSON) throws(JSONPatchError.Kind) -> Result
  ) throws(JSONPatchError.Kind) -> Result {
    try edit { elements throws(JSONPatchError.Kind) in
      try body(&elements[try index(token, upTo: elements.count - 1)])
    } object: { members throws(JSONPatchError.Kind) in
      guard let position = members.position(of: token) else { throw .targetMissing }
      return try members.withMember(at: position, body)
    }
  }

  private mutating func edit<Result>(
    array: (inout [JSON]) throws(JSONPatchError.Kind) -> Result,
    object: (inout JSONObject) throws(JSONPatchError.Kind) -> Result
  ) throws(JSONPatchError.Kind) -> Result {
    if var elements = takeElements() {
      defer { self = .array(elements) }
      return try array(&elements)
    }
    if var members = takeMembers() {
      defer { self = .object(members) }
      return try object(&members)
    }
    throw .targetMissing
  }
}

/// Moves the contents out of a container, which is null until they are moved back. Each kind has a
/// function of its own: inside the switch that reads an enum, the enum would still own its
/// contents.
extension JSON {
  @inline(never)
  private mutating func takeElements() -> [JSON]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }

  @inline(never)
  private mutating func takeMembers() -> JSONObject? {
    guard case .object(let members) = self else { return nil }
    self = .null
    return members
  }
}

private func index(_ token: String, upTo last: Int) throws(JSONPatchError.Kind) -> Int {
  guard let index = JSONPointer.arrayIndex(token) else { throw .indexInvalid(token) }
  guard index <= last else { throw .indexBeyondEnd(index: index, last: last) }
  return index
}

extension JSONPointer {
  fileprivate func replacingLast(with index: Int) -> JSONPointer {
    JSONPointer(tokens: tokens.dropLast() + [String(index)])
  }
}

extension JSONObject {
  fileprivate mutating func withMember<Result>(
    at position: Int, _ body: (inout JSON) throws(JSONPatchError.Kind) -> Result
  ) throws(JSONPatchError.Kind) -> Result {
    try withValue(at: position) { value in
      Swift.Result<Result, JSONPatchError.Kind> { () throws(JSONPatchError.Kind) in
        try body(&value)
      }
    }.get()
  }
}
