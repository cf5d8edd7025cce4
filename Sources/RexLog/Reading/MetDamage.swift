import RexLocking

/// The first damage that the readers of a log met.
///
/// A reader goes on after damage. A command that passes over some has to say so, however it reads.
final class MetDamage: Sendable {
  private let noted = Locked<LogError?>(nil)

  var first: LogError? { noted.withLock { $0 } }

  /// Notes damage, unless some is known already.
  func note(_ error: () throws(LogError) -> LogError) {
    guard first == nil, let error = try? error() else { return }
    noted.withLock { $0 = $0 ?? error }
  }
}
