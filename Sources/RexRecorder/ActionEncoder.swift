import RexJSON
import RexLog
import RexStore

/// Turns an action into the text of its line: the encoded action, or why there is none.
///
/// What it gives is as the log shows it: filtered first, and only then measured and told by a
/// fingerprint, so that none is of a secret.
struct ActionEncoder<Action> {
  private let encoder = JSONDocumentEncoder()
  private let registry: ActionRegistry<Action>?
  private let payloads: PayloadFilter?
  private let filtering: LineFiltering
  private let actionBytesMax: Int

  /// An encoder of registered actions, or without a registry of those that are `Encodable`.
  init(registry: ActionRegistry<Action>?, configuration: RecorderConfiguration) {
    self.registry = registry
    (payloads, actionBytesMax) = (configuration.payloads, configuration.actionBytesMax)
    filtering = LineFiltering(filter: configuration.lineFilter)
  }

  /// What the log shows of an action.
  struct Text {
    var type: String
    var key: LogLine.PayloadKey
    var json: [UInt8]
  }

  func text(of action: Action) -> Text {
    let encoded = encode(action)
    let type = encoded.flatMap { label(of: action, encoded: $0) } ?? typeName(of: action)
    if let payloads, !payloads.shows(type, action) {
      return opaque(type, "left out by a filter")
    }
    guard let encoded else { return description(of: action, type: type) }
    let shown = filtering.filtered(encoded, as: .action)
    guard shown.count <= actionBytesMax else { return opaque(type, tooLong(shown)) }
    return Text(type: filtering.filtered(type, as: .type), key: .action, json: shown)
  }

  private func encode(_ action: Action) -> [UInt8]? {
    filtering.whileEncoding { encodePlainly(action) }
  }

  private func encodePlainly(_ action: Action) -> [UInt8]? {
    if let registry {
      return try? encoder.encodeBytes(RegisteredAction(action: action, registry: registry))
    }
    guard let encodable = action as? any Encodable else { return nil }
    return try? encoder.encodeBytes(encodable)
  }

  private func description(of action: Action, type: String) -> Text {
    let text = filtering.filtered(String(describing: action), as: .opaque)
    return opaque(type, text.utf8.count <= actionBytesMax ? text : tooLong(text.utf8))
  }

  private func opaque(_ type: String, _ description: String) -> Text {
    var json: [UInt8] = []
    LogLine.append(string: description, to: &json)
    return Text(type: filtering.filtered(type, as: .type), key: .opaque, json: json)
  }

  /// Says how large a text is, and tells it from others.
  private func tooLong(_ text: some Collection<UInt8>) -> String {
    "\(text.count) bytes, more than \(actionBytesMax); fingerprint \(text.fingerprint)"
  }

  private func label(of action: Action, encoded: [UInt8]) -> String? {
    if let registry { return registry.name(of: action) }
    // Only an enum's cases are labels: a struct with one member encodes to the same form.
    guard Mirror(reflecting: action).displayStyle == .enum else { return nil }
    return ActionLabel.label(ofEncoded: encoded)
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
