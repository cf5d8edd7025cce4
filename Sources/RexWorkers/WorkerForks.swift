#if os(macOS) || os(Linux)
  import Foundation

  /// The processes that reducers fork off a worker.
  ///
  /// A forked process has the worker's channel and progress page, but must use neither, so it exits
  /// as soon as the reducer returns. Until then, it ends with the worker's process group.
  enum WorkerForks {
    /// Prepares the worker for reducers that fork.
    static func prepare() {
      // A program that a reducer starts must not keep them open.
      for number in WorkerSpawn.channelDescriptor..<WorkerSpawn.firstFileDescriptor {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      }
      _ = pthread_atfork(nil, nil, { isForked = true })
    }

    /// Exits if this process was forked off a worker.
    static func exitIfForked() { if isForked { _exit(0) } }
  }

  // Changed in a child just after a fork, before it has a second thread.
  private nonisolated(unsafe) var isForked = false
#endif
