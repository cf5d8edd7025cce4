import RexActions
import RexFormat
import RexJSON

/// The labels of encoded enums, by type and case.
///
///     AppAction ─ news ──────── dataLoaded     a payload that is an enum: its cases, too
///               └ profiles                     any other payload: its keys are values
///
/// An action with a case that was seen before is labeled by its encoding alone. The first one, and
/// those whose key is not the case's name, are reflected, which shows the case's name and whether
/// its payload is an enum.
final class ActionLabels {
  private var types: [ObjectIdentifier: Case] = [:]
  private var count = 0

  /// The limit on cases; more are not stored, as in an encoding whose keys are values.
  private static let countMax = 4096

  private final class Case {
    /// The label; nil for a type, and for a case whose name is not known.
    let label: String?
    var payload = Payload.unknown
    /// The cases of the payload, or of the type, by the keys with which they are encoded.
    var cases: [String: Case] = [:]

    init(label: String?) { self.label = label }
  }

  private enum Payload {
    /// Only nil was seen.
    case unknown
    case enumeration
    /// A `Registered` value, whose key is a type's name.
    case registered
    case other
  }

  /// Returns the label of an enum; nil if its encoding is not that of an enum.
  ///
  /// - Parameters:
  ///   - encoded: The encoded enum.
  ///   - type: Its type.
  ///   - name: The name with which the type is registered, which begins the label.
  ///   - action: Returns the enum.
  func label(
    ofEncoded encoded: UnsafeRawBufferPointer, type: ObjectIdentifier, name: String?,
    action: () -> Any
  ) -> String? {
    var known = types[type] ?? add(type, name)
    if let key = ActionLabel.plainText(encoded) {
      return known.cases[key]?.label ?? learn([key], in: known, action())
    }
    let outermost = known
    var text = encoded
    for _ in 0..<ActionLabel.depthMax {
      guard let (key, payload) = ActionLabel.encodedCase(text) else { break }
      guard let next = known.cases[key] else {
        return learn(ActionLabel.keys(ofEncoded: encoded), in: outermost, action())
      }
      known = next
      guard known.payload != .other, let inner = ActionLabel.innerAction(in: payload) else {
        break
      }
      text = inner
    }
    return known.label
  }

  private func add(_ type: ObjectIdentifier, _ name: String?) -> Case {
    let new = Case(label: name)
    if types.count < ActionLabels.countMax { types[type] = new }
    return new
  }

  /// Stores the cases of an action, and returns its label.
  private func learn(_ keys: [String], in type: Case, _ action: Any) -> String? {
    var known = type
    var value: Any? = action
    for key in keys {
      guard let current = value else { break }
      if known.payload == .registered {
        known = add(key, named: key, to: known)
        (known.payload, value) = (.other, nil)
      } else {
        guard let (name, payload) = ActionLabel.enumCase(of: current, key: key) else { break }
        known = add(key, named: name, to: known)
        value = payload.flatMap { ActionLabel.innerAction(in: $0) }
        known.payload = ActionLabels.kind(of: payload, value)
      }
    }
    return known.label
  }

  private func add(_ key: String, named name: String?, to outer: Case) -> Case {
    if let known = outer.cases[key] { return known }
    let label = name.map { name in outer.label.map { "\($0).\(name)" } ?? name } ?? outer.label
    let new = Case(label: label.map(LineLimits.name))
    // Only an enum's own names are one to one with its cases, and not values.
    if key == name, count < ActionLabels.countMax {
      outer.cases[key] = new
      count += 1
    }
    return new
  }

  private static func kind(of payload: Any?, _ value: Any?) -> Payload {
    guard let payload else { return .other }
    guard let value else {
      return Mirror(reflecting: payload).displayStyle == .tuple ? .other : .unknown
    }
    if value is any RegisteredValue { return .registered }
    return Mirror(reflecting: value).displayStyle == .enum ? .enumeration : .other
  }
}
