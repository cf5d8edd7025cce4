public import RexDiff
import RexJSON

extension Redactor {
  /// Redacts the next patch of the state, and applies it to the redacted state.
  ///
  /// A value's position is its operation's path. If a moved or copied value is secret at its new
  /// path, the operation becomes an `add` of the redacted value.
  ///
  /// - Throws: An error if the patch cannot be applied to the state. Then all further patches fail
  ///   until `start(from:)`.
  public mutating func redact(_ patch: JSONPatch) throws(JSONPatchError) -> JSONPatch {
    var redacted = JSONPatch()
    for (index, operation) in patch.operations.enumerated() {
      do throws(JSONPatchError) {
        redacted.operations += try redact(operation)
      } catch {
        state = nil
        throw JSONPatchError(error.kind, operation: index, pointer: error.pointer)
      }
    }
    return redacted
  }

  private mutating func redact(
    _ operation: JSONPatch.Operation
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    switch operation {
    case .add(let path, let value):
      return [try perform(.add(shown(path), redact(value, at: place(of: path), isShown: false)))]
    case .replace(let path, let value):
      return [
        try perform(.replace(shown(path), redact(value, at: place(of: path), isShown: false)))
      ]
    case .remove(let path):
      return [try perform(.remove(shown(path)))]
    case .test(let path, _):
      let path = shown(path)
      return [try perform(.test(path, try shownValue(at: path)))]
    case .copy(let from, let path):
      let from = shown(from)
      let value = try shownValue(at: from)
      let covered = redact(value, at: place(of: path), isShown: true)
      let path = shown(path)
      return [try perform(covered == value ? .copy(from: from, path: path) : .add(path, covered))]
    case .move(let from, let path):
      return try redactMove(from: from, to: path)
    }
  }

  /// Redacts a move, whose target path applies to the state without the moved value.
  private mutating func redactMove(
    from: JSONPointer, to path: JSONPointer
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    let shownFrom = shown(from)
    let value = try shownValue(at: shownFrom)
    if from == path { return [try perform(.move(from: shownFrom, path: shownFrom))] }
    if path.tokens.starts(with: from.tokens, by: { $0.hasSameBytes(as: $1) }) {
      throw JSONPatchError(.moveIntoItself, pointer: shownFrom)
    }
    let removal = try perform(.remove(shownFrom))
    let covered = redact(value, at: place(of: path), isShown: true)
    let shownPath = shown(path)
    let addition = try perform(.add(shownPath, covered))
    return covered == value ? [.move(from: shownFrom, path: shownPath)] : [removal, addition]
  }

  private mutating func perform(
    _ operation: JSONPatch.Operation
  ) throws(JSONPatchError) -> JSONPatch.Operation {
    guard state != nil else { throw JSONPatchError(.targetMissing, pointer: operation.path) }
    try state?.apply(JSONPatch([operation]))
    return operation
  }

  private func shownValue(at pointer: JSONPointer) throws(JSONPatchError) -> JSON {
    guard let value = state?[pointer] else {
      throw JSONPatchError(.targetMissing, pointer: pointer)
    }
    return value
  }

  private func place(of pointer: JSONPointer) -> Place {
    Place(rules).advanced(by: pointer.tokens, rules: rules)
  }

  /// Converts a pointer in the state to a pointer in the redacted state.
  ///
  /// An existing key is used in its redacted form, or unredacted if it was written before it was
  /// known as a secret. A new key is redacted by the rules.
  private mutating func shown(_ pointer: JSONPointer) -> JSONPointer {
    var shown: [String] = []
    var value = state
    var place = Place(rules)
    for token in pointer.tokens {
      var next = token
      if let members = value?.object {
        next = existingKey(for: token, in: members) ?? shownKey(for: token, in: place)
      }
      shown.append(next)
      value = value?[JSONPointer(tokens: [next])]
      place = place.advanced(by: token, rules: rules)
    }
    return JSONPointer(tokens: shown)
  }

  private func existingKey(for key: String, in members: JSONObject) -> String? {
    let covered = [keys[.string(key)], vault.existingPlaceholder(for: .string(key))?.string]
    return (covered + [key]).compactMap(\.self).first { members.position(of: $0) != nil }
  }
}
