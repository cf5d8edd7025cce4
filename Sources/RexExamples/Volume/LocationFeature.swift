public import RexStore

/// A point on earth.
public struct Location: Codable, Sendable, Equatable {
  /// The degrees north of the equator.
  public var latitude: Double
  /// The degrees east of Greenwich.
  public var longitude: Double
}

/// An action of the device's location.
public enum LocationAction: Codable, Sendable, Equatable {
  /// The device was located.
  case found(Location)
  /// The device could not be located.
  case lost
}

extension Reducer where Action == LocationAction, State == Location? {
  /// The reducer of the location; nil while it is unknown.
  public static let location = Reducer { action, location in
    switch action {
    case .found(let found): location = found
    case .lost: location = nil
    }
  }
}
