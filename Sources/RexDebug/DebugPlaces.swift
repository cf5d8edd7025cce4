/// The places from which a session jumped, and to which it can return.
///
///     past  #3, #812, b1 #40 ◀─ back ─ here ─ forward ─▶  #57  future
struct DebugPlaces: Sendable {
  /// An action of a branch; nil is the recorded log.
  struct Place: Equatable, Sendable {
    var branch: String?
    var seq: Int
  }

  private var past: [Place] = []
  private var future: [Place] = []

  /// The limit on places, so that a long session keeps no more.
  private static let countMax = 1000

  /// Adds a place that the session jumped from.
  mutating func leave(_ place: Place) {
    (past, future) = (past.suffix(Self.countMax - 1) + [place], [])
  }

  /// The place before this one, to which the session goes; nil if there is none.
  mutating func back(from here: Place, isKnown: (Place) -> Bool) -> Place? {
    Self.move(from: &past, to: &future, here, isKnown)
  }

  /// The place that the session went back from; nil if there is none.
  mutating func forward(from here: Place, isKnown: (Place) -> Bool) -> Place? {
    Self.move(from: &future, to: &past, here, isKnown)
  }

  /// Dropped branches, and places where the session is anyway, are passed over.
  private static func move(
    from source: inout [Place], to target: inout [Place], _ here: Place,
    _ isKnown: (Place) -> Bool
  ) -> Place? {
    while let place = source.popLast() {
      guard isKnown(place), place != here else { continue }
      target.append(here)
      return place
    }
    return nil
  }
}
