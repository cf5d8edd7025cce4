package import RexJSON
package import RexQuery

/// What a log tells of a value: it is there, it is not there, or that is unknown.
///
///     after 1   {"n":2}       /n is there, /m is absent
///     after 2   not recorded  both are unknown
package enum Presence<Value> {
  case there(Value)
  case absent
  case unknown

  /// What is known of a value in a state that is known; nil is absent.
  package init(_ value: Value?) { self = value.map(Self.there) ?? .absent }

  /// The value, if it is there.
  package var value: Value? { if case .there(let value) = self { value } else { nil } }

  package var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

extension Presence: Equatable where Value: Equatable {}
extension Presence: Sendable where Value: Sendable {}

extension ValuePath {
  /// What is known of the value at the path in a state; nil is an unknown state.
  package func presence(in state: JSON?) -> Presence<JSON> {
    state.map { Presence(value(in: $0)) } ?? .unknown
  }
}
