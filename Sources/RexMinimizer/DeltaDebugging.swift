/// Searches for the fewest actions that still have a property.
///
///     units   1 2 3 4 5 6 7 8        ▓ kept    leave out halves, quarters … single units, the
///             ░ ░ ░ ░ ▓ ▓ ▓ ▓        holds     last ones first; if the rest holds, keep only that
///             ░ ░ ░ ░ ▓ ▓ ░ ░        does not
///             ░ ░ ░ ░ ░ ░ ▓ ▓        …         until no single unit can be left out
///
/// Uses only the complement tests of ddmin (Zeller and Hildebrandt, "Simplifying and isolating
/// failure-inducing input", 2002). It goes from the end to the start, so that the actions after a
/// tested unit are already few and those before it do not change. It leaves out whole units first,
/// such as an action with its effects, and then single actions. The result is 1-minimal: no single
/// action can be left out.
///
///     var search = DeltaDebugging(units)
///     while let candidate = search.next() { search.record(try oracle.holds(candidate)) }
///
/// For n units of one action each, it takes at most n² + 3n tests; if k actions are needed,
/// independently of each other, about 2k log₂(n/k).
package struct DeltaDebugging: Sendable {
  /// The kept units, in order; each has the numbers that are left out together.
  private var units: [[Int]]
  /// The number of units that a test leaves out.
  private var size: Int
  /// The end index of the units that the next test leaves out.
  private var end: Int
  /// Whether a unit was removed since the pass over single units began.
  private var hasChanged = false
  /// Whether no single action can be left out: each was tested since the last removal.
  package private(set) var isMinimal = false

  /// Creates a search over units, which must have the property when all are kept.
  ///
  /// - Parameters:
  ///   - units: The units, in order; each has the numbers that are left out together.
  ///   - isFineGrained: Whether to leave out only single units, if most are known to be needed.
  package init(_ units: [[Int]], isFineGrained: Bool = false) {
    self.units = units.filter { !$0.isEmpty }
    (size, end) = (isFineGrained ? 1 : max(1, self.units.count), self.units.count)
  }

  /// The kept numbers: the fewest that are known to have the property.
  package var kept: [Int] { units.joined().sorted() }

  /// Returns the next numbers to test, in order; nil when the result is minimal.
  package mutating func next() -> [Int]? {
    guard !isMinimal else { return nil }
    while end == 0 { guard beginPass() else { return nil } }
    return (units[..<start] + units[end...]).joined().sorted()
  }

  /// Records whether the numbers that `next()` returned last have the property.
  package mutating func record(_ holds: Bool) {
    if holds {
      units.removeSubrange(start..<end)
      hasChanged = true
    }
    end = start
  }

  private var start: Int { max(0, end - size) }

  /// Begins the next pass; returns false if there is none.
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
