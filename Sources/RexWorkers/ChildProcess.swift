#if os(macOS) || os(Linux)
  import Foundation

  /// A process with descriptors of this one, which leads a process group.
  ///
  /// `Foundation.Process` passes on only the first three, reaps the process by itself, and waits
  /// until a descriptor of it is closed, so also for what the process leaves in the background.
  package enum ChildProcess {
    /// Starts a program; a name without a slash is searched for in `PATH`.
    ///
    /// - Parameter descriptors: This process's descriptors, by their numbers in the new one; input
    ///   is empty if it is not among them.
    package static func start(
      _ program: String, arguments: [String], environment: [String: String],
      descriptors: [Int32: Int32]
    ) throws(StartError) -> Int32 {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      if descriptors[STDIN_FILENO] == nil {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      }
      for (number, own) in descriptors {
        posix_spawn_file_actions_adddup2(&actions, own, number)
      }
      for number in inherited(above: descriptors.keys.max() ?? 0) {
        posix_spawn_file_actions_addclose(&actions, number)
      }
      var flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGDEF)
      flags |= Int32(POSIX_SPAWN_SETSIGMASK)
      #if canImport(Darwin)
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
      #endif
      var (all, none) = (sigset_t(), sigset_t())
      sigfillset(&all)
      sigemptyset(&none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(&attributes, Int16(flags))
      var process: pid_t = 0
      let words = arguments.map { strdup($0) } + [nil]
      let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
      defer { for text in words + variables { free(text) } }
      let code = posix_spawnp(&process, program, &actions, &attributes, words, variables)
      guard code == 0 else { throw StartError(code: code) }
      return process
    }

    /// Waits until a process has ended; returns its exit status, or 128 and the signal's number.
    package static func exitStatus(of process: Int32) -> Int32 {
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
      let signal = status & 0x7F
      return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// An error of the system.
    package struct StartError: Error {
      var code: Int32
      package var reason: String { String(cString: strerror(code)) }
    }

    /// The descriptors to close in a new process; empty where the system closes them itself.
    ///
    /// `Foundation.Process`, for example, waits for a descriptor of its child to close; a process
    /// that inherited it would keep it open.
    private static func inherited(above last: Int32) -> [Int32] {
      #if os(Linux)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        // This includes the folder's own descriptor; the error of closing it again is ignored.
        return names.compactMap { Int32($0) }.filter { $0 > last }
      #else
        return []
      #endif
    }
  }
#endif
