/// The search for the fewest actions that keep a property, by leaving out more and less of them.
///
///     units   1 2 3 4 5 6 7 8        ▓ kept    leave out halves, quarters … single units, the
///             ░ ░ ░ ░ ▓ ▓ ▓ ▓        holds     last ones first; what can go is gone at once
///             ░ ░ ░ ░ ▓ ▓ ░ ░        does not
///             ░ ░ ░ ░ ░ ░ ▓ ▓        …         until no single one can go
///
/// The complements of ddmin (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing
/// input", 2002). From the end to the beginning, since then what is behind a test is small already,
/// and what is before it stays the same. First whole units, such as an action with what it caused;
/// then each action alone. It ends 1-minimal: no action can be left out by itself.
///
///     var search = DeltaDebugging(units)
///     while let candidate = search.next() { search.take(try oracle.holds(candidate)) }
///
/// For n units in groups of one it asks at most n² + 3n times, whatever the answers; for k that
/// matter independently, about 2k log₂(n/k) times.
public struct DeltaDebugging: Sendable {
  /// The units that are kept, in order; in each the numbers that go together.
  private var units: [[Int]]
  /// How many units a test leaves out.
  private var size: Int
  /// The index behind the units that the next test leaves out.
  private var end: Int
  /// Whether a unit was left out since the pass over single units began.
  private var hasChanged = false
  /// Whether every action has been asked for alone since the last one was left out.
  public private(set) var isMinimal = false
  /// How many answers were taken.
  public private(set) var testCount = 0

  /// A search over units of numbers that go together, of which all have the property.
  ///
  /// - Parameter isFine: whether to leave out single units only, where most are known to be needed.
  public init(_ units: [[Int]], isFine: Bool = false) {
    self.units = units.filter { !$0.isEmpty }
    (size, end) = (isFine ? 1 : max(1, self.units.count), self.units.count)
  }

  /// The numbers that are kept: the fewest that are known to have the property.
  public var kept: [Int] { units.joined().sorted() }

  /// What to ask next, in order; nil when the result is minimal.
  public mutating func next() -> [Int]? {
    guard !isMinimal else { return nil }
    while end == 0 { guard beginPass() else { return nil } }
    return (units[..<start] + units[end...]).joined().sorted()
  }

  /// Takes whether what was asked last has the property.
  public mutating func take(_ holds: Bool) {
    testCount += 1
    if holds {
      units.removeSubrange(start..<end)
      hasChanged = true
    }
    end = start
  }

  private var start: Int { max(0, end - size) }

  /// Begins the next pass; false when there is none.
  private mutating func beginPass() -> Bool {
    if size > 1 {
      size = (size + 1) / 2
    } else if units.contains(where: { $0.count > 1 }) {
      units = kept.map { [$0] }
      size = max(1, (units.count + 1) / 2)
    } else if !hasChanged {
      isMinimal = true
    }
    if size == 1 { hasChanged = false }
    size = min(size, max(1, units.count))
    end = units.count
    if end == 0 { isMinimal = true }
    return !isMinimal
  }
}
