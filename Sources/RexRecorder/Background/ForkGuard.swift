import Foundation

/// Distinguishes the process that created a recorder from its children after `fork`.
///
/// A child has the parent's open file, but not its threads, so locks that they held stay locked. It
/// must neither write nor wait.
struct ForkGuard: Sendable {
  private let forkCount: Int

  /// Creates a guard of this process.
  init() {
    _ = countingForks
    forkCount = forks
  }

  /// Whether this is a child of the process that made the guard.
  var isForkedChild: Bool { forks != forkCount }
}

/// The number of forks between this process and the first one that created a guard.
///
/// Changed only in a child just after `fork`, before it has a second thread.
private nonisolated(unsafe) var forks = 0

private let countingForks: Void = {
  #if os(macOS) || os(Linux)
    _ = pthread_atfork(nil, nil, { forks += 1 })
  #else
    // On other Apple systems, apps cannot fork.
  #endif
}()
