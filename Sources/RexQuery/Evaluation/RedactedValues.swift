package import RexJSON

/// Tells which values of a moment's documents stand for others, so that what they were is unknown.
package protocol RedactedValues: Sendable {
  /// Whether a number or a text was another one, as a whole or in part.
  func isUnknown(_ value: JSON) -> Bool

  /// Whether a value is or contains one that was another one.
  func areContained(in value: JSON) -> Bool

  /// Whether a text stands for an array or an object, in which anything may have been.
  func isLeftOut(_ value: JSON) -> Bool

  /// Whether different numbers or texts are shown as this one.
  func isAmbiguous(_ value: JSON) -> Bool

  /// Whether two numbers or texts that differ were equal; nil if that is unknown.
  func wereEqual(_ left: JSON, _ right: JSON) -> Bool?
}

extension RedactedValues {
  package func isLeftOut(_ value: JSON) -> Bool { false }
}

/// The value of an expression.
enum EvaluatedValue {
  /// The RFC's Nothing.
  case nothing
  /// A calculation without a result: no comparison with it holds.
  case undefined
  case value(JSON)
  /// A number that was calculated with doubles, and is compared as one.
  case double(Double)
  /// A value that depends on a redacted one.
  case unknown

  init(_ value: JSON?) { self = value.map(EvaluatedValue.value) ?? .nothing }

  /// The value as a document; null if there is none.
  var json: JSON {
    switch self {
    case .nothing, .undefined, .unknown: .null
    case .value(let value): value
    case .double(let double): JSONNumber(double).map(JSON.number) ?? .null
    }
  }
}
