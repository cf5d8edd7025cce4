extension LeafRedactor {
  /// Returns a document with its leaves and keys replaced; nil if there is no secret in it.
  ///
  /// The recursion is limited by the depth of documents.
  package func redacted(_ json: JSON, in scope: LeafScope, names: [String] = []) -> JSON? {
    switch json {
    case .null: return nil
    case .bool(let value):
      let new = redacted(bool: value, in: scope) { names }
      if new == value { return nil }
      return .bool(new)
    case .number(let number):
      var text = number.text
      return text.withUTF8 { redacted(number: $0, in: scope) { names } }.map(JSON.number)
    case .string(var text):
      return text.withUTF8 { redacted(text: $0, as: .text, in: scope) { names } }
        .map(JSON.string)
    case .array(let elements): return redacted(elements, in: scope, names: names)
    case .object(let members): return redacted(members, in: scope, names: names)
    }
  }

  private func redacted(_ elements: [JSON], in scope: LeafScope, names: [String]) -> JSON? {
    let inside = self.scope(ofElementsIn: scope)
    var copy: [JSON]?
    for (index, element) in elements.enumerated() {
      guard let new = redacted(element, in: inside, names: names) else { continue }
      if copy == nil { copy = elements }
      copy?[index] = new
    }
    return copy.map(JSON.array)
  }

  private func redacted(_ members: JSONObject, in scope: LeafScope, names: [String]) -> JSON? {
    var changes: [Int: (key: String?, value: JSON?)] = [:]
    for (index, (key, value)) in members.enumerated() {
      let (inside, newKey) = member(key, of: scope)
      let namesInside = dependsOnNames ? names + [newKey ?? key] : []
      let newValue = redacted(value, in: inside, names: namesInside)
      if newKey != nil || newValue != nil { changes[index] = (newKey, newValue) }
    }
    if changes.isEmpty { return nil }
    // If no key changes, the copy shares its keys.
    if changes.values.allSatisfy({ $0.key == nil }) {
      var copy = members
      for (index, change) in changes {
        if let value = change.value { copy.withValue(at: index) { $0 = value } }
      }
      return .object(copy)
    }
    var copy = JSONObject()
    for (index, (key, value)) in members.enumerated() {
      let change = changes[index]
      copy[change?.key ?? key] = change?.value ?? value
    }
    return .object(copy)
  }
}
