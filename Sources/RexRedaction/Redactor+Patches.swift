public import RexDiff
package import RexJSON

extension Redactor {
  /// Redacts the next patch of the state, and applies it to the redacted state.
  ///
  /// The rules apply to a value at the path of its operation. If a value is secret at the path to
  /// which it is copied, the copy becomes an `add` of the redacted value; a move becomes a `remove`
  /// and such an `add`.
  ///
  /// - Throws: An error if the patch cannot be applied to the state. Then all further patches fail
  ///   until `start(from:)`.
  public mutating func redact(_ patch: JSONPatch) throws(JSONPatchError) -> JSONPatch {
    var redacted = JSONPatch()
    for (index, operation) in redactedValues(of: patch).operations.enumerated() {
      do throws(JSONPatchError) {
        redacted.operations += try redact(operation)
      } catch {
        state = nil
        throw JSONPatchError(error.kind, operation: index, pointer: error.pointer)
      }
    }
    return redacted
  }

  /// Redacts the new values, all of them before the first operation is performed.
  ///
  /// A value can contain a secret that is known only from a later operation.
  private mutating func redactedValues(of patch: JSONPatch) -> JSONPatch {
    redactingAll { redactor in
      JSONPatch(
        patch.operations.map { operation in
          redactor.rememberKeys(in: operation.path)
          switch operation {
          case .add(let path, let value): return .add(path, redactor.redactOnce(value, at: path))
          case .replace(let path, let value):
            return .replace(path, redactor.redactOnce(value, at: path))
          case .remove, .test, .copy, .move: return operation
          }
        })
    }
  }

  /// Redacts a value at a path in the state.
  package mutating func redact(_ value: JSON, at path: JSONPointer) -> JSON {
    redactingAll { $0.redactOnce(value, at: path) }
  }

  private mutating func redactOnce(_ value: JSON, at path: JSONPointer) -> JSON {
    redact(value, at: position(of: path), isRedacted: false)
  }

  /// Remembers the keys in a path that are secret.
  private mutating func rememberKeys(in path: JSONPointer) {
    var position = DocumentPosition(rules)
    for (token, container) in containers(along: path) {
      if container?.array == nil, !Placeholder.isPlaceholder(token) {
        if position.hasSecretKeys {
          if !rules.keyNames.contains(token) { vault.remember(.string(token)) }
        } else {
          _ = redactedOnce(token)
        }
      }
      position = position.advanced(by: token, rules: rules)
    }
  }

  /// Returns each token of a pointer, with the container in the redacted state that it applies to.
  private func containers(along pointer: JSONPointer) -> [(token: String, container: JSON?)] {
    var value = state
    return pointer.tokens.map { token in
      defer {
        let key = value?.object.flatMap { existingKey(for: token, in: $0) } ?? token
        value = value?[JSONPointer(tokens: [key])]
      }
      return (token, value)
    }
  }

  /// Redacts the paths of an operation whose value is already redacted, and performs it.
  private mutating func redact(
    _ operation: JSONPatch.Operation
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    switch operation {
    case .add(let path, let value):
      return [try perform(.add(redacted(path), value))]
    case .replace(let path, let value):
      return [try perform(.replace(redacted(path), value))]
    case .remove(let path):
      return [try perform(.remove(redacted(path)))]
    case .test(let path, _):
      let path = redacted(path)
      return [try perform(.test(path, try redactedValue(at: path)))]
    case .copy(let from, let path):
      let from = redacted(from)
      let value = try redactedValue(at: from)
      let new = redact(value, at: position(of: path), isRedacted: true)
      let path = redacted(path)
      return [try perform(new == value ? .copy(from: from, path: path) : .add(path, new))]
    case .move(let from, let path):
      return try redactMove(from: from, to: path)
    }
  }

  /// Redacts a move, whose target path applies to the state without the moved value.
  private mutating func redactMove(
    from: JSONPointer, to path: JSONPointer
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    let redactedFrom = redacted(from)
    let value = try redactedValue(at: redactedFrom)
    if from == path { return [try perform(.move(from: redactedFrom, path: redactedFrom))] }
    if path.tokens.starts(with: from.tokens, by: { $0.hasSameBytes(as: $1) }) {
      throw JSONPatchError(.moveIntoItself, pointer: redactedFrom)
    }
    let removal = try perform(.remove(redactedFrom))
    let new = redact(value, at: position(of: path), isRedacted: true)
    let redactedPath = redacted(path)
    let addition = try perform(.add(redactedPath, new))
    return new == value ? [.move(from: redactedFrom, path: redactedPath)] : [removal, addition]
  }

  private mutating func perform(
    _ operation: JSONPatch.Operation
  ) throws(JSONPatchError) -> JSONPatch.Operation {
    guard state != nil else { throw JSONPatchError(.targetMissing, pointer: operation.path) }
    try state?.apply(JSONPatch([operation]))
    return operation
  }

  private func redactedValue(at pointer: JSONPointer) throws(JSONPatchError) -> JSON {
    guard let value = state?[pointer] else {
      throw JSONPatchError(.targetMissing, pointer: pointer)
    }
    return value
  }

  /// Returns the position of a pointer, after evaluating the condition on the values around it.
  private func position(of pointer: JSONPointer) -> DocumentPosition {
    var position = DocumentPosition(rules)
    guard rules.isSecret != nil else { return position.advanced(by: pointer.tokens, rules: rules) }
    for (token, container) in containers(along: pointer) {
      // A container that an earlier operation of the patch adds is not there yet.
      position = position.evaluatingCondition(on: container ?? .null, rules: rules)
      position = position.advanced(by: token, rules: rules)
    }
    return position
  }

  /// Converts a pointer in the state to a pointer in the redacted state.
  ///
  /// An existing key is used in its redacted form, or unredacted if it was written before it was
  /// known as a secret. A new key is redacted by the rules.
  private mutating func redacted(_ pointer: JSONPointer) -> JSONPointer {
    var redacted: [String] = []
    var value = state
    var position = DocumentPosition(rules)
    for token in pointer.tokens {
      var next = token
      if let members = value?.object {
        next = existingKey(for: token, in: members) ?? redactedKey(for: token, in: position)
      }
      redacted.append(next)
      value = value?[JSONPointer(tokens: [next])]
      position = position.advanced(by: token, rules: rules)
    }
    return JSONPointer(tokens: redacted)
  }

  private func existingKey(for key: String, in members: JSONObject) -> String? {
    let redacted = [keys[.string(key)], vault.existingPlaceholder(for: .string(key))?.string]
    return (redacted + [key]).compactMap(\.self).first { members.position(of: $0) != nil }
  }
}
