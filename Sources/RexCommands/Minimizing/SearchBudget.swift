#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The limits of a search: tests and seconds.
struct SearchBudget {
  private let testsMax: Int
  private let secondsMax: Double?
  private let clock = SuspendingClock()
  private let start: SuspendingClock.Instant

  init(_ arguments: Arguments) throws {
    testsMax = try arguments.integer("--tests", default: Int.max)
    secondsMax =
      arguments.values["--time"] == nil ? nil : try arguments.number("--time", in: 0...1e9)
    start = clock.now
  }

  /// Returns whether a search has to end after a number of tests.
  func isSpent(after testCount: Int) -> Bool {
    testCount >= testsMax || secondsMax.map { (clock.now - start) / .seconds(1) >= $0 } ?? false
  }
}
