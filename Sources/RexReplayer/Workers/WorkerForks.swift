#if os(macOS) || os(Linux)
  import Foundation

  /// The processes that reducers fork off a worker.
  ///
  /// A forked process has the worker's channel and progress page, but must use neither, so it exits
  /// as soon as the reducer returns. Until then, it ends with the worker: the worker's process
  /// group is killed, and on Linux, the system kills a process that left the group with its parent.
  enum WorkerForks {
    /// Prepares the worker for reducers that fork.
    static func prepare() {
      // A program that a reducer starts must not keep them open.
      for number in WorkerSpawn.channelDescriptor..<WorkerSpawn.firstFileDescriptor {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      }
      #if os(Linux)
        prctl = dlsym(dlopen(nil, RTLD_NOW), "prctl").map { unsafeBitCast($0, to: Prctl.self) }
      #endif
      _ = pthread_atfork({ forkingProcess = getpid() }, nil, { didFork() })
    }

    /// Exits if this process was forked off a worker.
    static func exitIfForked() { if isForked { _exit(0) } }
  }

  // These are changed before a fork, and in a child just after it, before it has a second thread.
  private nonisolated(unsafe) var isForked = false
  private nonisolated(unsafe) var forkingProcess: pid_t = 0

  private func didFork() {
    isForked = true
    #if os(Linux)
      _ = prctl?(setDeathSignal, UInt(SIGKILL), 0, 0, 0)
      // The parent may have ended before.
      if getppid() != forkingProcess { _exit(0) }
    #endif
  }

  #if os(Linux)
    /// `prctl`, which Swift does not import, since it takes any number of arguments.
    private nonisolated(unsafe) var prctl: Prctl?
    private typealias Prctl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    /// `PR_SET_PDEATHSIG`.
    private let setDeathSignal: Int32 = 1
  #endif
#endif
