import RexActions
import RexDiff
import RexFormat
import RexJSON
import RexRedaction

/// The text of an action in its line.
struct ActionText {
  var type: String
  var key: LineWriter.PayloadKey
  var json: [UInt8]
  /// The size and the fingerprint of an action that is too large.
  var leftOut: LogLeftOut?
  /// What was seen of an opaque action by reflection.
  var seen: [UInt8]?
  /// The places of dates in payloads that it is the first to have.
  var dates: [String] = []

  /// The size of its texts in bytes.
  var payloadByteCount: Int { json.count + (seen?.count ?? 0) }
}

/// Encodes actions as text: the encoded action, or a description in its place.
///
/// Secrets are replaced before a text is measured and fingerprinted.
final class ActionEncoder<Action> {
  /// The places of dates in the payloads that were encoded.
  let dates = DatePlaces()
  private let encoder: ReusedEncoder
  let registry: ActionRegistry<Action>?
  private let payloads: PayloadFilter?
  private let redactor: Redactor
  private let actionBytesMax: Int
  private let labels = ActionLabels()
  /// Encode by reflection what could not be encoded: by types that are not `Encodable`, or, if that
  /// fails too, whatever the types are.
  private let reflections: [(reflector: Reflector, encoder: ReusedEncoder)]
  private let appLabel: (@Sendable (Any) -> String?)?
  /// The type of all actions, if it is `Encodable` itself.
  private let encodableType = Action.self as? any Encodable.Type
  /// The type of the last action.
  private var lastType: ObjectIdentifier?
  private var lastIsEnum = false
  /// The types of actions that could not be encoded.
  private var unreplayableTypes: Set<ObjectIdentifier> = []
  private var unreplayable: UnreplayableAction?

  /// Creates an encoder of registered actions; without a registry, of `Encodable` actions.
  init(
    registry: ActionRegistry<Action>?, reflection: Reflection,
    configuration: RecorderConfiguration, redactor: Redactor
  ) {
    (self.registry, self.redactor, appLabel) = (registry, redactor, configuration.label)
    let dates = dates
    func makeEncoder(_ reflector: Reflector? = nil) -> ReusedEncoder {
      ReusedEncoder(
        userInfo: reflection.userInfo(of: configuration).adding(reflector),
        redactor: redactor.leafRedactor, in: redactor.caseScope, dates: dates)
    }
    encoder = makeEncoder()
    reflections = reflection.actions.map { ($0, makeEncoder($0)) }
    (payloads, actionBytesMax) = (configuration.payloads, configuration.actionBytesMax)
  }

  func text(of action: Action) -> ActionText {
    var text = textWithoutDates(of: action)
    if text.key == .action || text.seen != nil {
      text.dates = Array(dates.takeNew())
    } else {
      dates.forgetNew()
    }
    return text
  }

  private func textWithoutDates(of action: Action) -> ActionText {
    let (encoded, hasFailed) = encode(action)
    let label = label(of: action, encoded: encoded)
    let type = LineLimits.name(redactor.redact(text: label))
    if let payloads,
      !payloads.shows(label, { formerLabel(of: action, encoded, label) }, action)
    {
      return opaque(type, "left out by a filter")
    }
    guard let encoded else {
      noteUnreplayable(action, type: type)
      if let reflected = reflect(action, type: type) { return reflected }
      // A rule by path redacts the encoded action, but cannot redact its description.
      return hasFailed && redactor.rules.dependsOnPaths
        ? opaque(type, "left out because its encoding failed")
        : description(of: action, type: type)
    }
    guard encoded.count <= actionBytesMax, LineLimits.allows(encoded) else {
      return leftOut(type, encoded)
    }
    return ActionText(type: type, key: .action, json: encoded)
  }

  /// Takes the report of an action that could not be encoded; there is one for each type.
  func takeUnreplayable() -> UnreplayableAction? { unreplayable.take() }

  private func noteUnreplayable(_ action: Action, type: String) {
    let actionType = Swift.type(of: action as Any)
    guard unreplayableTypes.insert(ObjectIdentifier(actionType)).inserted else { return }
    unreplayable = UnreplayableAction(
      type: type, typeName: typeName(of: action), reason: reason(for: action))
  }

  /// Returns why an action could not be encoded, after trying again.
  private func reason(for action: Action) -> UnreplayableAction.Reason {
    if let registry, registry.name(of: action) == nil { return .notRegistered }
    do {
      guard try redactor.whileEncoding({ try encodePlainly(action) }) == nil else {
        return .encodingFailed("encoding it again succeeded")
      }
      return .notEncodable
    } catch {
      return .encodingFailed(redactor.description(ofEncodingError: error))
    }
  }

  /// Encodes an action; `hasFailed` is whether its `encode(to:)` threw an error.
  private func encode(_ action: Action) -> (json: [UInt8]?, hasFailed: Bool) {
    do {
      return (try redactor.encodingPayload { try encodePlainly(action) }, false)
    } catch {
      return (nil, registry.map { $0.name(of: action) != nil } ?? true)
    }
  }

  /// Encodes an action as JSON with its secrets replaced; returns nil if its type is not
  /// `Encodable`.
  private func encodePlainly(_ action: Action) throws -> [UInt8]? {
    if let registry { return try encode(action, of: registry) }
    if let encodableType { return try encode(action, as: encodableType) }
    guard let encodable = action as? any Encodable else { return nil }
    return try encoder.encode(encodable)
  }

  /// Returns what reflection shows of an action that could not be encoded.
  ///
  /// Its description is not written then: secrets in it could not be found by their names.
  private func reflect(_ action: Action, type: String) -> ActionText? {
    let seen = reflections.lazy.compactMap { [redactor] reflector, encoder in
      reflector.begin(with: action)
      return try? reflector.retrying {
        try redactor.encodingPayload { try encoder.encode(Reflected(action)) }
      }
    }
    guard let bytes = seen.first else { return nil }
    StateReflection.notice
    guard bytes.count <= actionBytesMax, LineLimits.allows(bytes) else {
      return leftOut(type, bytes)
    }
    var text = opaque(type, "not Codable")
    text.seen = bytes
    return text
  }

  private func encode(_ action: Action, of registry: ActionRegistry<Action>) throws -> [UInt8] {
    try encoder.encode(RegisteredAction(action: action, registry: registry))
  }

  /// Encodes an action of an `Encodable` type, without casting the value.
  private func encode<Known: Encodable>(_ action: Action, as type: Known.Type) throws -> [UInt8] {
    try withUnsafePointer(to: action) { action in
      // `Known` is the same type as `Action`.
      try encoder.encode(UnsafeRawPointer(action).assumingMemoryBound(to: Known.self).pointee)
    }
  }

  private func description(of action: Action, type: String) -> ActionText {
    // The name by which a binding's value may be redacted is not beside it.
    if ActionLabel.isBinding(action) { return opaque(type, "a binding; its value is left out") }
    let text = redactor.redact(text: String(describing: action).withoutAddresses)
    guard text.utf8.count <= actionBytesMax else { return leftOut(type, text.utf8) }
    let shown = opaque(type, text)
    return LineLimits.allows(shown.json) ? shown : leftOut(type, text.utf8)
  }

  private func opaque(_ type: String, _ description: String) -> ActionText {
    var json: [UInt8] = []
    LineWriter.append(string: description, to: &json)
    return ActionText(type: type, key: .opaque, json: json)
  }

  private func leftOut(_ type: String, _ text: some Collection<UInt8>) -> ActionText {
    var shown = opaque(type, LineLimits.excess(of: text.count, over: actionBytesMax))
    shown.leftOut = LogLeftOut(byteCount: text.count, fingerprint: text.fingerprint)
    return shown
  }

  private func label(of action: Action, encoded: [UInt8]?) -> String {
    if let label = appLabel?(action) { return label }
    guard let encoded else { return ActionLabel.label(of: action) ?? typeName(of: action) }
    let name = registry?.name(of: action)
    // Only an enum's cases give labels; a struct with one member has the same encoded form.
    guard isEnum(action), let type = lastType else { return name ?? typeName(of: action) }
    return encoded.withUnsafeBytes { text in
      guard let text = name == nil ? text : ActionLabel.onlyMember(of: text)?.value else {
        return nil
      }
      return labels.label(ofEncoded: text, type: type, name: name) { action }
    } ?? name ?? typeName(of: action)
  }

  /// Returns the label that earlier versions gave an action, made from its encoding alone.
  private func formerLabel(of action: Action, _ encoded: [UInt8]?, _ label: String) -> String {
    guard let encoded, isEnum(action) || registry != nil else { return label }
    return encoded.withUnsafeBytes { text in
      let name = registry.flatMap { $0.formerName(of: action) ?? $0.name(of: action) }
      let inner = name == nil ? text : ActionLabel.onlyMember(of: text)?.value
      let keys = isEnum(action) ? inner.map(ActionLabel.keys(ofEncoded:)) ?? [] : []
      let names = (name.map { [$0] } ?? []) + keys
      return names.isEmpty ? label : names.joined(separator: ".")
    }
  }

  /// Returns whether the action is an enum; computed once for consecutive actions of one type.
  private func isEnum(_ action: Action) -> Bool {
    // An `Encodable` type is not a protocol, so all actions have this type.
    if encodableType != nil, lastType != nil { return lastIsEnum }
    let type = type(of: action as Any)
    if lastType != ObjectIdentifier(type) {
      lastType = ObjectIdentifier(type)
      lastIsEnum = Mirror(reflecting: action).displayStyle == .enum
    }
    return lastIsEnum
  }

  private func typeName(of action: Action) -> String {
    LineLimits.name(String(describing: type(of: action as Any)))
  }
}

/// An action encoded by its registry.
private struct RegisteredAction<Action>: Encodable {
  var action: Action
  var registry: ActionRegistry<Action>

  func encode(to encoder: any Encoder) throws {
    try registry.encode(action, to: encoder)
  }
}

extension String {
  /// The description without what differs in every process.
  ///
  ///     <Photo: 0x600003a1c0e0>                      <Photo: 0x…>
  ///     App.(unknown context at $10b2c).Entry.typed  App.Entry.typed
  fileprivate var withoutAddresses: String {
    guard contains("0x") || contains("(unknown context at $") else { return self }
    return replacing(/\(unknown context at \$[0-9a-f]{1,16}\)\./, with: "")
      .replacing(/0x[0-9a-f]{6,16}/, with: "0x…")
  }
}
