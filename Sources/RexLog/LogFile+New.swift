#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension LogFile {
  /// Writes a new log beside its place and gives it its name when it is whole.
  ///
  /// Fails when anything stands at the path; when the body fails, nothing is left behind.
  package static func write<Failure: Error>(
    newLogAt path: String, wording: (LogError) -> Failure,
    _ body: (LogFile) throws(Failure) -> Void
  ) throws(Failure) {
    let partial = path + ".partial-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let file: LogFile
    do throws(LogError) {
      if isTaken(path) { throw LogError(.system(operation: "create", code: EEXIST), log: path) }
      file = try LogFile(creating: partial)
    } catch {
      throw wording(LogError(error.kind, log: path))
    }
    defer { unlink(partial) }
    try body(file)
    do throws(SystemError) {
      try give(path, to: partial)
    } catch {
      throw wording(LogError(error, log: path))
    }
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
