#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileSink {
  /// Writes a new log beside its place and gives it its name when it is whole.
  ///
  /// Fails when anything stands at the path; when the body fails, nothing is left behind. Errors
  /// name the path that was asked for.
  package static func write<Failure: Error>(
    newLogAt path: String, wording: (LogError) -> Failure,
    _ body: (FileSink) throws(Failure) -> Void
  ) throws(Failure) {
    try write(newFileAt: path, wording: wording) { (partial) throws(Failure) in
      let file: FileSink
      do throws(LogError) {
        file = try FileSink(creating: partial, named: path, on: SystemFiles())
      } catch {
        throw wording(error)
      }
      try body(file)
    }
  }

  /// The same where the body creates the file itself, at the path that it is given.
  package static func write<Failure: Error>(
    newFileAt path: String, wording: (LogError) -> Failure,
    _ body: (_ partial: String) throws(Failure) -> Void
  ) throws(Failure) {
    let partial = path + ".partial-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    PartialFile.begin(partial)
    defer { PartialFile.end() }
    do throws(LogError) {
      try checkIsNew(path)
    } catch {
      throw wording(error)
    }
    defer { unlink(partial) }
    try body(partial)
    do throws(SystemError) {
      try give(path, to: partial)
    } catch {
      throw wording(LogError(error, log: path))
    }
  }

  /// Throws what writing a new log would throw where anything stands at its path.
  package static func checkIsNew(_ path: String) throws(LogError) {
    if isTaken(path) { throw LogError(.system(operation: "create", code: EEXIST), log: path) }
  }

  /// The size of the file at a path; 0 where none can be seen.
  package static func byteCount(at path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Gives a file another name, never in the place of another file.
  ///
  /// A link fails where the name was taken meanwhile; a rename would replace what stands there, and
  /// is the way only where the file system has no links.
  private static func give(_ path: String, to partial: String) throws(SystemError) {
    guard link(partial, path) != 0 else { return }
    if isTaken(path) { throw .failed(operation: "create", code: EEXIST) }
    guard rename(partial, path) == 0 else { throw .failed(operation: "create", code: errno) }
  }

  private static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

/// The file that a command is writing: it goes with the process when a signal ends that.
package enum PartialFile {
  /// A handler of signals reads it, which may take no lock: so it is one word, and never freed.
  nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?

  static func begin(_ path: String) { Self.path = strdup(path) }

  static func end() { path = nil }

  /// Removes the file when the process is interrupted, hung up on or told to end.
  ///
  /// For a tool's `main`: it sets the process's handlers, but for signals that are ignored. What
  /// the process that started this one had blocked may reach it again.
  package static func removeOnSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      let before = signal(number) { number in
        // No more than POSIX lets a handler call.
        if let path = PartialFile.path { unlink(path) }
        signal(number, SIG_DFL)
        raise(number)
      }
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
      sigaddset(&signals, number)
    }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}
