#if os(macOS) || os(Linux)
  import Foundation
  package import RexLocking
  import RexLog
  import RexReplayer

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
  /// The worker leads a process group, so that processes that a reducer forks end with it.
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
    ) throws(LogError) -> WorkerSpawn {
      let result = starting.withLock { _ in
        Result { () throws(ChildProcess.StartError) in
          try spawn(tool, named: name, environment: environment, files: files)
        }
      }
      do throws(ChildProcess.StartError) {
        return try result.get()
      } catch {
        throw LogError(
          BackendProblem(
            "the worker cannot be started: \(error.reason)",
            hint: "--with takes a tool built with ReplayTool; --in-process needs no worker",
            place: .tool),
          log: name)
      }
    }

    private static func spawn(
      _ tool: String, named name: String, environment: [String: String], files: [Int32]
    ) throws(ChildProcess.StartError) -> WorkerSpawn {
      var open = WorkerDescriptors(from: firstFileDescriptor + Int32(files.count))
      defer { open.closeAll() }
      let channel = try open.pair { socketpair(AF_UNIX, streamSocket, 0, &$0) }
      let output = try open.pair { pipe(&$0) }
      let errors = try open.pair { pipe(&$0) }
      let newLog = try open.pair { pipe(&$0) }
      let pageFile = try open.take(ProgressPage.makeFile())
      guard let page = ProgressPage(descriptor: pageFile) else {
        throw ChildProcess.StartError(code: errno)
      }
      var descriptors = [
        1: output.1, 2: errors.1, channelDescriptor: channel.1, pageDescriptor: pageFile,
        newLogDescriptor: newLog.1,
      ]
      for (index, file) in files.enumerated() {
        descriptors[firstFileDescriptor + Int32(index)] = try open.duplicate(file)
      }
      let process = try ChildProcess.start(
        tool, arguments: [name, WorkerServer.commandName], environment: environment,
        descriptors: descriptors)
      let own = [channel.0, output.0, errors.0, newLog.0]
      open.keep(own)
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
  }

  /// Descriptors for a worker, which are closed in this process when it has them.
  struct WorkerDescriptors {
    /// Above the final numbers in the worker, so that `dup2` replaces none of them.
    private let first: Int32
    private var numbers: [Int32] = []

    init(from first: Int32) { self.first = first }

    mutating func duplicate(_ number: Int32) throws(ChildProcess.StartError) -> Int32 {
      let high = fcntl(number, F_DUPFD_CLOEXEC, first)
      guard high >= 0 else { throw ChildProcess.StartError(code: errno) }
      numbers.append(high)
      return high
    }

    /// Duplicates a new descriptor, and closes it.
    mutating func take(_ number: Int32?) throws(ChildProcess.StartError) -> Int32 {
      guard let number, number >= 0 else { throw ChildProcess.StartError(code: errno) }
      defer { close(number) }
      return try duplicate(number)
    }

    /// Takes two new descriptors; if one cannot be taken, neither stays open.
    mutating func pair(
      _ make: (inout [Int32]) -> Int32
    ) throws(ChildProcess.StartError) -> (Int32, Int32) {
      var ends: [Int32] = [-1, -1]
      guard make(&ends) == 0 else { throw ChildProcess.StartError(code: errno) }
      let first = Result { () throws(ChildProcess.StartError) in try take(ends[0]) }
      let second = try take(ends[1])
      return (try first.get(), second)
    }

    /// Leaves some open.
    mutating func keep(_ own: [Int32]) { numbers.removeAll(where: own.contains) }

    mutating func closeAll() {
      for number in numbers { close(number) }
      numbers = []
    }
  }
#endif
