import RexLog

/// Writes a new log beside its final place and gives it its name when it is whole.
///
/// Fails when anything stands at the path; when the body fails, nothing is left behind.
func writeNewLog(
  at path: String, _ body: (LogFile) throws(CommandError) -> Void
) throws(CommandError) {
  try LogFile.write(newLogAt: path, wording: { CommandError($0) }, body)
}
