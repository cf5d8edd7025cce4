#if os(macOS) || os(Linux)
  import Foundation

  /// A thread of the worker that ends the process with its command, or at the memory limit.
  ///
  /// It checks the resident memory, since the address space says little about memory use, and macOS
  /// does not limit it. Between two checks, a process may briefly exceed the limit.
  struct WorkerWatch {
    let page: ProgressPage
    /// The limit on the process's resident memory.
    let byteCountMax: Int

    private static let pollMicroseconds: UInt32 = 20_000

    func start() { Thread.detachNewThread { run() } }

    private func run() {
      while true {
        usleep(Self.pollMicroseconds)
        // Ignores incoming data. macOS only reports a closed socket if `POLLHUP` is requested.
        var wait = pollfd(fd: WorkerSpawn.channelDescriptor, events: Int16(POLLHUP), revents: 0)
        if poll(&wait, 1, 0) > 0, wait.revents != 0 { return end() }
        if residentByteCount > byteCountMax {
          page.isOverMemory = true
          return end()
        }
      }
    }

    /// Ends the process and the processes that reducers forked.
    @inline(never)
    private func end() {
      if getpgrp() == getpid() { kill(0, SIGKILL) }
      _exit(1)
    }

    private var residentByteCount: Int {
      #if os(Linux)
        // On Linux, `ru_maxrss` includes the peak of the process that started this one.
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
          return 0
        }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
      #else
        var usage = rusage()
        return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : 0
      #endif
    }
  }
#endif
