#if os(macOS) || os(Linux)
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A thread of the worker that ends the process when the command has gone or memory runs out.
  ///
  /// The resident memory is looked at, not the address space, whose size says little in Swift and
  /// which macOS does not limit. Between two looks a process may pass the limit for a moment.
  struct WorkerWatch {
    let page: ProgressPage
    /// The process may have this much memory.
    let byteCountMax: Int

    private static let pollMicroseconds: UInt32 = 20_000

    func start() { Thread.detachNewThread { run() } }

    private func run() {
      while true {
        usleep(Self.pollMicroseconds)
        // What the command sends is not its end; with `POLLHUP`, macOS looks at the socket at all.
        var wait = pollfd(fd: WorkerSpawn.channelNumber, events: Int16(POLLHUP), revents: 0)
        if poll(&wait, 1, 0) > 0, wait.revents != 0 { return end() }
        if residentByteCount > byteCountMax {
          page.isOverMemory = true
          return end()
        }
      }
    }

    /// Ends the process, and those that reducers forked.
    @inline(never)
    private func end() {
      if getpgrp() == getpid() { kill(0, SIGKILL) }
      _exit(1)
    }

    private var residentByteCount: Int {
      #if os(Linux)
        // `ru_maxrss` begins with what the process had that started this one.
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
