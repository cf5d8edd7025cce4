/// Which values are encoded by reflection: by their stored properties and enum cases, private ones
/// too, instead of by an `encode(to:)`.
public enum StateReflection: Sendable, Equatable {
  /// Those whose types are not `Encodable`.
  case whereNeeded
  /// All but those of the standard library, Foundation, `@Secret` and `@Registered`, for an app
  /// whose `Codable` serves an archive and leaves members out.
  case always
  /// None: a state that is not `Encodable` is left out, and an action has a description.
  case never
}

extension Reflector.Mode {
  /// The mode in which values are reflected; nil if none is.
  package init?(_ reflection: StateReflection) {
    switch reflection {
    case .whereNeeded: self = .whereNeeded
    case .always: self = .always
    case .never: return nil
    }
  }
}
