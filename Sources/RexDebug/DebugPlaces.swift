/// The places from which a session jumped, and to which it can return.
///
///     past  #3, #812, b1 #40 ◀─ back ─ here ─ forward ─▶  #57  future
package struct DebugPlaces: Sendable, Equatable {
  /// An action of a branch; nil is the recorded log.
  package struct Place: Equatable, Sendable {
    package var branch: String?
    package var seq: Int

    package init(branch: String? = nil, seq: Int) { (self.branch, self.seq) = (branch, seq) }
  }

  package init() {}

  private var past: [Place] = []
  private var future: [Place] = []

  /// The limit on places, so that a long session keeps no more.
  private static let countMax = 1000

  /// Adds a place that the session jumped from.
  package mutating func leave(_ place: Place) {
    (past, future) = (past.suffix(Self.countMax - 1) + [place], [])
  }

  /// The place before this one, to which the session goes; nil if there is none.
  package mutating func back(
    from here: Place, isKnown: (Place) -> Bool = { _ in true }
  ) -> Place? {
    Self.move(from: &past, to: &future, here, isKnown)
  }

  /// The place that the session went back from; nil if there is none.
  package mutating func forward(
    from here: Place, isKnown: (Place) -> Bool = { _ in true }
  ) -> Place? {
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
