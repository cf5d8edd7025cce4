import RexActions
import RexJSON
import RexLog

/// What the log shows of an action.
struct ActionText {
  var type: String
  var key: LineWriter.PayloadKey
  var json: [UInt8]
}

/// Turns an action into the text of its line: the encoded action, or why there is none.
///
/// What it gives is as the log shows it: filtered first, and only then measured and
/// fingerprinted, so that no fingerprint is of a secret.
final class ActionEncoder<Action> {
  private let encoder: ReusedEncoder
  private let registry: ActionRegistry<Action>?
  private let payloads: PayloadFilter?
  private let filtering: LineFiltering
  private let actionBytesMax: Int
  /// The type of all actions, where it is `Encodable` itself.
  private let encodableType = Action.self as? any Encodable.Type
  private var lastType: ObjectIdentifier?
  private var lastIsEnum = false
  /// Types of which an action could not be encoded.
  private var unreplayableTypes: Set<ObjectIdentifier> = []
  private var unreplayable: UnreplayableAction?

  /// An encoder of registered actions, or without a registry of those that are `Encodable`.
  init(registry: ActionRegistry<Action>?, configuration: RecorderConfiguration) {
    self.registry = registry
    encoder = ReusedEncoder(userInfo: configuration.userInfo)
    (payloads, actionBytesMax) = (configuration.payloads, configuration.actionBytesMax)
    filtering = LineFiltering(filter: configuration.lineFilter)
  }

  func text(of action: Action) -> ActionText {
    let encoded = encode(action)
    let type = label(of: action, encoded: encoded)
    if let payloads, !payloads.shows(type, action) {
      return opaque(type, "left out by a filter")
    }
    guard let encoded else {
      noteUnreplayable(action, type: type)
      return description(of: action, type: type)
    }
    let shown = filtering.filtered(encoded, as: .action)
    guard shown.count <= actionBytesMax else { return opaque(type, tooLong(shown)) }
    return ActionText(type: filtering.filtered(type, as: .type), key: .action, json: shown)
  }

  /// The first action of its type that could not be encoded, once.
  func takeUnreplayable() -> UnreplayableAction? { unreplayable.take() }

  private func noteUnreplayable(_ action: Action, type: String) {
    let actionType = Swift.type(of: action as Any)
    guard unreplayableTypes.insert(ObjectIdentifier(actionType)).inserted else { return }
    unreplayable = UnreplayableAction(
      type: type, typeName: typeName(of: action), reason: reason(for: action))
  }

  /// Why an action could not be encoded, which is tried once more to see.
  private func reason(for action: Action) -> UnreplayableAction.Reason {
    if let registry, registry.name(of: action) == nil { return .notRegistered }
    do {
      guard try filtering.whileEncoding({ try encodePlainly(action) }) == nil else {
        return .encodingFailed("it encodes at times")
      }
      return .notEncodable
    } catch {
      return .encodingFailed(String(describing: error))
    }
  }

  private func encode(_ action: Action) -> [UInt8]? {
    try? filtering.whileEncoding { try encodePlainly(action) }
  }

  /// The action's JSON; nil where its type is not `Encodable`.
  private func encodePlainly(_ action: Action) throws -> [UInt8]? {
    if let registry { return try encode(action, of: registry) }
    if let encodableType { return try encode(action, as: encodableType) }
    guard let encodable = action as? any Encodable else { return nil }
    return try encoder.encode(encodable)
  }

  private func encode(_ action: Action, of registry: ActionRegistry<Action>) throws -> [UInt8] {
    try encoder.encode(RegisteredAction(action: action, registry: registry))
  }

  /// Encodes an action of a type that is known to be `Encodable`, without a cast of the value.
  private func encode<Known: Encodable>(_ action: Action, as type: Known.Type) throws -> [UInt8] {
    try withUnsafePointer(to: action) { action in
      // `Known` is `Action`.
      try encoder.encode(UnsafeRawPointer(action).assumingMemoryBound(to: Known.self).pointee)
    }
  }

  private func description(of action: Action, type: String) -> ActionText {
    let text = filtering.filtered(String(describing: action), as: .opaque)
    return opaque(type, text.utf8.count <= actionBytesMax ? text : tooLong(text.utf8))
  }

  private func opaque(_ type: String, _ description: String) -> ActionText {
    var json: [UInt8] = []
    LineWriter.append(string: description, to: &json)
    return ActionText(type: filtering.filtered(type, as: .type), key: .opaque, json: json)
  }

  /// The size of a text that is left out, and its fingerprint.
  private func tooLong(_ text: some Collection<UInt8>) -> String {
    "\(text.count) bytes, more than \(actionBytesMax); fingerprint \(text.fingerprint)"
  }

  private func label(of action: Action, encoded: [UInt8]?) -> String {
    guard let encoded else { return ActionLabel.label(of: action) ?? typeName(of: action) }
    if let registry, let name = registry.name(of: action) {
      guard isEnum(action), let label = ActionLabel.label(ofRegistered: encoded) else {
        return name
      }
      return "\(name).\(label)"
    }
    // Only an enum's cases are labels: a struct with one member encodes to the same form.
    guard isEnum(action) else { return typeName(of: action) }
    return ActionLabel.label(ofEncoded: encoded) ?? typeName(of: action)
  }

  /// Whether the action is an enum, which is found out once for each type in a row.
  private func isEnum(_ action: Action) -> Bool {
    // A type that is `Encodable` is no protocol: all actions are of it.
    if encodableType != nil, lastType != nil { return lastIsEnum }
    let type = type(of: action as Any)
    if lastType != ObjectIdentifier(type) {
      lastType = ObjectIdentifier(type)
      lastIsEnum = Mirror(reflecting: action).displayStyle == .enum
    }
    return lastIsEnum
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
