#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Distinguishes the process that made a recorder from its children after `fork`.
///
/// A child has the parent's open file, but not its threads, and nobody who unlocks its locks. It
/// may write nothing, and wait for nothing.
struct ForkGuard: Sendable {
  private let forkCount: Int

  /// A guard of this process.
  init() {
    _ = countingForks
    forkCount = forks
  }

  /// Whether this is a child of the process that made the guard.
  var isForkedChild: Bool { forks != forkCount }
}

/// How many forks lie between this process and the first one that made a guard.
///
/// Changed only in a child that `fork` has just made, before it has a second thread.
private nonisolated(unsafe) var forks = 0

private let countingForks: Void = {
  #if os(macOS) || os(Linux)
    _ = pthread_atfork(nil, nil, { forks += 1 })
  #else
    // On Apple's other systems an app may not fork.
  #endif
}()
