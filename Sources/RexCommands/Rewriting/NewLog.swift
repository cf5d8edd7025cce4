import RexLog

/// Writes a new log to a temporary file, and renames it when it is complete.
///
/// Throws if the path exists, unless that is to be replaced. If `body` throws, or a signal ends the
/// process, nothing is left behind.
func writeNewLog(
  at path: String, replaces: Bool = false, _ body: (FileSink) throws -> Void
) throws {
  try writeNewFile(at: path, replaces: replaces) { partial in
    try body(try FileSink(creating: partial, named: path))
  }
}

/// Like `writeNewLog`, with a body that creates the temporary file itself.
func writeNewFile(
  at path: String, replaces: Bool = false, _ body: (_ partial: String) throws -> Void
) throws {
  let wording: (LogError) -> any Error = { $0 }
  try FileSink.write(newFileAt: path, replaces: replaces, wording: wording) { partial in
    PartialFile.begin(partial)
    defer { PartialFile.end() }
    try body(partial)
  }
}
