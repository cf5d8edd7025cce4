import RexJSON
import RexLog
import RexStore

/// Writes the beginning of an action's line: the encoded action, or what is known of one that
/// cannot be encoded.
struct ActionEncoder<Action> {
  private let encoder = JSONDocumentEncoder()
  private let registry: ActionRegistry<Action>?

  /// An encoder of registered actions, or without a registry of those that are `Encodable`.
  init(registry: ActionRegistry<Action>?) { self.registry = registry }

  func writeBeginning(
    of action: Action, seq: Int, timeMs: Double, source: LogSource?, into bytes: inout [UInt8]
  ) {
    if let encoded = encode(action) {
      LogLine.beginAction(
        seq: seq, timeMs: timeMs, type: label(of: action, encoded: encoded), source: source,
        into: &bytes, payload: .action
      ) { $0 += encoded }
    } else {
      LogLine.beginAction(
        seq: seq, timeMs: timeMs, type: typeName(of: action), source: source, into: &bytes,
        payload: .opaque
      ) { LogLine.append(string: String(describing: action), to: &$0) }
    }
  }

  private func encode(_ action: Action) -> [UInt8]? {
    if let registry {
      return try? encoder.encodeBytes(RegisteredAction(action: action, registry: registry))
    }
    guard let encodable = action as? any Encodable else { return nil }
    return try? encoder.encodeBytes(encodable)
  }

  private func label(of action: Action, encoded: [UInt8]) -> String {
    registry?.name(of: action) ?? ActionLabel.label(ofEncoded: encoded) ?? typeName(of: action)
  }

  private func typeName(of action: Action) -> String {
    String(describing: type(of: action as Any))
  }
}

/// An action as its registry encodes it.
private struct RegisteredAction<Action>: Encodable {
  var action: Action
  var registry: ActionRegistry<Action>

  func encode(to encoder: any Encoder) throws {
    try registry.encode(action, to: encoder)
  }
}
