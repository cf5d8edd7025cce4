/// The delay before the next retry, which each failure doubles.
struct RetryDelay {
  /// The delay in milliseconds; 0 before the first failure.
  private(set) var ms = 0

  /// The first delay is short, since most failures are brief.
  private static let msMin = 100
  /// The longest delay; each retry costs system calls, or the encoding of a whole state.
  private static let msMax = 10_000

  mutating func lengthen() { ms = min(max(2 * ms, Self.msMin), Self.msMax) }
}
