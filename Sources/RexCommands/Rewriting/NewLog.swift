import RexLog

/// Writes a new log to a temporary file, and renames it when it is complete.
///
/// Throws if the path exists. If `body` throws, nothing is left behind.
func writeNewLog(
  at path: String, _ body: (FileSink) throws(CommandError) -> Void
) throws(CommandError) {
  try FileSink.write(newLogAt: path, wording: { CommandError($0) }, body)
}
