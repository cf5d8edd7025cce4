#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileSink {
  /// Writes a new log to a temporary file next to its path, and renames it when it is complete.
  ///
  /// If the body throws, the temporary file is deleted.
  ///
  /// - Parameters:
  ///   - path: The log's path; errors name it rather than the temporary file.
  ///   - wording: Converts an error to the caller's type.
  ///   - body: Writes the log.
  /// - Throws: An error if anything exists at the path, if the file cannot be written, or if the
  ///   body throws.
  package static func write<Failure: Error>(
    newLogAt path: String, wording: (LogError) -> Failure,
    _ body: (FileSink) throws(Failure) -> Void
  ) throws(Failure) {
    try write(newFileAt: path, wording: wording) { (partial) throws(Failure) in
      let file: FileSink
      do throws(LogError) {
        file = try FileSink(creating: partial, named: path)
      } catch {
        throw wording(error)
      }
      try body(file)
    }
  }

  /// Calls a body that creates a temporary file itself, and renames the file to its final path.
  ///
  /// - Parameter replaces: Whether the file at the path, if any, is replaced.
  package static func write<Failure: Error>(
    newFileAt path: String, replaces: Bool = false, wording: (LogError) -> Failure,
    _ body: (_ partial: String) throws(Failure) -> Void
  ) throws(Failure) {
    let partial = path + ".partial-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    do throws(LogError) {
      if !replaces { try checkIsNew(path) }
    } catch {
      throw wording(error)
    }
    defer { unlink(partial) }
    try body(partial)
    do throws(SystemError) {
      try replaces ? replace(path, with: partial) : move(partial, toNew: path)
    } catch {
      throw wording(LogError(error, log: path))
    }
  }

  /// Throws if anything exists at the path of a new log.
  package static func checkIsNew(_ path: String) throws(LogError) {
    guard path.isPath else { throw LogError(.system(operation: "create", code: EINVAL), log: path) }
    if isTaken(path) { throw LogError(.system(operation: "create", code: EEXIST), log: path) }
  }

  /// Throws if no file can be created in the folder of a path.
  package static func checkFolder(of path: String) throws(LogError) {
    guard path.isPath else { throw LogError(.system(operation: "create", code: EINVAL), log: path) }
    guard access(path.folder, W_OK | X_OK) == 0 else {
      throw LogError(.system(operation: "create", code: errno), log: path)
    }
  }

  /// Returns the size of the file at a path in bytes; 0 if there is none.
  package static func byteCount(at path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(clamping: status.st_size) : 0
  }

  /// Renames a temporary file without replacing an existing file.
  ///
  /// A link fails if the path was taken in the meantime. A rename would replace that file, and is
  /// only used on file systems without links.
  private static func move(_ partial: String, toNew path: String) throws(SystemError) {
    guard link(partial, path) != 0 else { return }
    if isTaken(path) { throw .failed(operation: "create", code: EEXIST) }
    try replace(path, with: partial)
  }

  private static func replace(_ path: String, with partial: String) throws(SystemError) {
    guard rename(partial, path) == 0 else { throw .failed(operation: "create", code: errno) }
  }

  private static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
