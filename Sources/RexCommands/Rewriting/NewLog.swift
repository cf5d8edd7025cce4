import RexLog

/// Writes a new log to a temporary file, and renames it when it is complete.
///
/// Throws if the path exists. If `body` throws, nothing is left behind.
func writeNewLog(
  at path: String, _ body: (LogFile) throws(CommandError) -> Void
) throws(CommandError) {
  try LogFile.write(newLogAt: path, wording: { CommandError($0) }, body)
}
