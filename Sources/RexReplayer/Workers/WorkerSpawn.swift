#if os(macOS) || os(Linux)
  import Foundation
  package import RexLocking
  import RexTimeline

  /// A started worker process, with the command's ends of the worker's descriptors.
  ///
  ///     0   /dev/null, so that a reducer that reads gets no input
  ///     1   a pipe: what reducers print
  ///     2   a pipe: the message of a crash
  ///     3   a socket: messages both ways; when it closes, the command has ended
  ///     4   the progress page
  ///     5   a pipe: the lines of a new log
  ///     6…  the files of the log
  ///
  /// `Foundation.Process` passes on only the first three, and reaps the process by itself. The
  /// worker leads a process group, so that processes that a reducer forks end with it.
  package struct WorkerSpawn {
    let process: pid_t
    let channel: Int32
    let output: Int32
    let errors: Int32
    let newLog: Int32
    let page: ProgressPage

    static let channelDescriptor: Int32 = 3
    static let pageDescriptor: Int32 = 4
    static let newLogDescriptor: Int32 = 5
    static let firstFileDescriptor: Int32 = 6

    /// The lock held while descriptors exist that another worker could inherit.
    package static let starting = Locked(())

    /// Starts a tool as a worker; a name without a slash is searched for in `PATH`.
    ///
    /// - Parameter files: The descriptors of the log's files in this process.
    static func start(
      _ tool: String, named name: String, environment: [String: String], files: [Int32]
    ) throws(ReplayError) -> WorkerSpawn {
      let result = starting.withLock { _ in
        Result { () throws(WorkerStartError) in
          try spawn(tool, named: name, environment: environment, files: files)
        }
      }
      do throws(WorkerStartError) {
        return try result.get()
      } catch {
        throw ReplayError(
          .tool(
            problem: "the worker cannot be started: \(error.reason)",
            hint: "--with takes a tool built with ReplayTool; --in-process needs no worker"),
          log: name)
      }
    }

    private static func spawn(
      _ tool: String, named name: String, environment: [String: String], files: [Int32]
    ) throws(WorkerStartError) -> WorkerSpawn {
      var open: [Int32] = []
      defer { for number in open { close(number) } }
      // Duplicated to numbers above the final ones, so that `dup2` replaces none of them.
      func duplicate(_ number: Int32) throws(WorkerStartError) -> Int32 {
        let high = fcntl(number, F_DUPFD_CLOEXEC, firstFileDescriptor + Int32(files.count))
        guard high >= 0 else { throw WorkerStartError(code: errno) }
        open.append(high)
        return high
      }
      func take(_ number: Int32?) throws(WorkerStartError) -> Int32 {
        guard let number, number >= 0 else { throw WorkerStartError(code: errno) }
        defer { close(number) }
        return try duplicate(number)
      }
      func pair(_ make: (inout [Int32]) -> Int32) throws(WorkerStartError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard make(&ends) == 0 else { throw WorkerStartError(code: errno) }
        let first = try take(ends[0])
        return (first, try take(ends[1]))
      }
      let channel = try pair { socketpair(AF_UNIX, streamSocket, 0, &$0) }
      let output = try pair { pipe(&$0) }
      let errors = try pair { pipe(&$0) }
      let newLog = try pair { pipe(&$0) }
      let pageFile = try take(ProgressPage.makeFile())
      guard let page = ProgressPage(descriptor: pageFile) else {
        throw WorkerStartError(code: errno)
      }
      var descriptors = [
        1: output.1, 2: errors.1, channelDescriptor: channel.1, pageDescriptor: pageFile,
        newLogDescriptor: newLog.1,
      ]
      for (index, file) in files.enumerated() {
        descriptors[firstFileDescriptor + Int32(index)] = try duplicate(file)
      }
      let process = try spawn(
        tool, arguments: [name, WorkerServer.commandName], environment: environment,
        descriptors: descriptors)
      let own = [channel.0, output.0, errors.0, newLog.0]
      open.removeAll(where: own.contains)
      for number in own { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
      return WorkerSpawn(
        process: process, channel: own[0], output: own[1], errors: own[2], newLog: own[3],
        page: page)
    }

    #if canImport(Glibc)
      private static let streamSocket = Int32(SOCK_STREAM.rawValue)
    #else
      private static let streamSocket = SOCK_STREAM
    #endif

    /// The descriptors to close in a worker; empty where the system closes them itself.
    ///
    /// `Foundation.Process`, for example, waits for a descriptor of its child to close; a worker
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

    private static func spawn(
      _ tool: String, arguments: [String], environment: [String: String],
      descriptors: [Int32: Int32]
    ) throws(WorkerStartError) -> pid_t {
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
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
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
      let code = posix_spawnp(&process, tool, &actions, &attributes, words, variables)
      guard code == 0 else { throw WorkerStartError(code: code) }
      return process
    }
  }

  /// An error of the system.
  private struct WorkerStartError: Error {
    var code: Int32
    var reason: String { String(cString: strerror(code)) }
  }
#endif
