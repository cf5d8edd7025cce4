import RexLocking

/// The first damage that the readers of a log met.
///
/// A reader continues after damage. Every command that skips some has to say so.
package final class MetDamage: Sendable {
  private let noted = Locked<LogError?>(nil)

  package var first: LogError? { noted.withLock { $0 } }

  /// Notes damage, unless some is known already.
  func note(_ error: () throws(LogError) -> LogError) {
    guard first == nil, let error = try? error() else { return }
    noted.withLock { $0 = $0 ?? error }
  }
}
