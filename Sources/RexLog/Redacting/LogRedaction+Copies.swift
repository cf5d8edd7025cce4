import RexDiff
import RexJSON

/// A value that rules redact in the state, but not in the action that brought it there.
///
///     paths: ["/account/lockCode"]    {"signIn": {"lockCode": "7351"}}    patch: /account/lockCode
///                                                 not redacted                   redacted
package struct UnredactedCopy: Encodable, Sendable {
  package let seq: Int
  /// The action's label.
  package let type: String
  /// The path in the action, as a rule has it.
  package let path: String
}

extension LogRedaction {
  /// The limit on copies that are reported, each with a path of its own.
  static let copiesMax = 20
  /// The length of the shortest value that is looked for; shorter ones are equal by chance.
  private static let copyBytesMin = 4

  /// Notes where a redacted action still has values that were redacted in its patch.
  mutating func noteCopies(in action: LogAction, of patch: JSONPatch, shownAs shown: JSONPatch) {
    guard copies.count < LogRedaction.copiesMax, case .action(let payload) = action.payload,
      patch != shown, patch.operations.count == shown.operations.count
    else { return }
    var secrets: Set<JSON> = []
    for (operation, shown) in zip(patch.operations, shown.operations) {
      switch (operation, shown) {
      case (.add(_, let value), .add(_, let shown)),
        (.replace(_, let value), .replace(_, let shown)):
        collect(value, shownAs: shown, into: &secrets)
      default: break
      }
    }
    if !secrets.isEmpty { find(secrets, in: payload, at: JSONPointer(), of: action) }
  }

  private func collect(_ value: JSON, shownAs shown: JSON, into secrets: inout Set<JSON>) {
    switch (value, shown) {
    case (.array(let values), .array(let shown)) where values.count == shown.count:
      for (value, shown) in zip(values, shown) { collect(value, shownAs: shown, into: &secrets) }
    case (.object(let values), .object(let shown)) where values.count == shown.count:
      for (member, shown) in zip(values, shown) {
        collect(member.value, shownAs: shown.value, into: &secrets)
      }
    case (.string(let text), _) where value != shown:
      if text.utf8.count >= LogRedaction.copyBytesMin { secrets.insert(value) }
    case (.number(let number), _) where value != shown:
      if number.text.utf8.count >= LogRedaction.copyBytesMin { secrets.insert(value) }
    default: break
    }
  }

  private mutating func find(
    _ secrets: Set<JSON>, in value: JSON, at path: JSONPointer, of action: LogAction
  ) {
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        find(secrets, in: element, at: path.appending(index), of: action)
      }
    case .object(let members):
      for (key, member) in members {
        find(secrets, in: member, at: path.appending(key), of: action)
      }
    case .string, .number:
      guard secrets.contains(value), copies.count < LogRedaction.copiesMax,
        !copies.contains(where: { $0.path == path.description })
      else { return }
      copies.append(
        UnredactedCopy(seq: action.seq, type: action.type, path: path.description))
    case .null, .bool: break
    }
  }
}
