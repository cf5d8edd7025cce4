import RexJSON
import RexLog

/// Writes the beginning of an action's line: the encoded action, or what is known of one that
/// cannot be encoded.
struct ActionEncoder<Action> {
  private let encoder = JSONDocumentEncoder()

  func writeBeginning(
    of action: Action, seq: Int, timeMs: Double, source: LogSource?, into bytes: inout [UInt8]
  ) {
    if let encoded = encode(action) {
      let type = ActionLabel.label(ofEncoded: encoded) ?? typeName(of: action)
      LogLine.beginAction(
        seq: seq, timeMs: timeMs, type: type, source: source, into: &bytes, payload: .action
      ) { $0 += encoded }
    } else {
      LogLine.beginAction(
        seq: seq, timeMs: timeMs, type: typeName(of: action), source: source, into: &bytes,
        payload: .opaque
      ) { LogLine.append(string: String(describing: action), to: &$0) }
    }
  }

  private func encode(_ action: Action) -> [UInt8]? {
    guard let encodable = action as? any Encodable else { return nil }
    return try? encoder.encodeBytes(encodable)
  }

  private func typeName(of action: Action) -> String {
    String(describing: type(of: action as Any))
  }
}
