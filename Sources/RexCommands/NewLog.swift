import Foundation
import RexLog

/// Writes a new log beside its final place and gives it its name when it is whole.
///
/// Fails when anything stands at the path; when the body fails, nothing is left behind.
func writeNewLog(
  at path: String, _ body: (LogFile) throws(CommandError) -> Void
) throws(CommandError) {
  let partial = "\(path).partial-\(UUID().uuidString.prefix(8))"
  try refuseExisting(path)
  let sink = try reading { () throws(LogError) in try LogFile(creating: partial) }
  do throws(CommandError) {
    try body(sink)
  } catch {
    try? FileManager.default.removeItem(atPath: partial)
    throw error
  }
  // A link fails where the name was taken meanwhile; a rename would replace what stands there, and
  // is the way only where the file system has no links.
  do {
    if (try? FileManager.default.linkItem(atPath: partial, toPath: path)) != nil {
      try FileManager.default.removeItem(atPath: partial)
    } else {
      try refuseExisting(path)
      try FileManager.default.moveItem(atPath: partial, toPath: path)
    }
  } catch let error as CommandError {
    try? FileManager.default.removeItem(atPath: partial)
    throw error
  } catch {
    try? FileManager.default.removeItem(atPath: partial)
    throw .failed(
      "\(path):1:1: error: cannot create: \(error.localizedDescription)",
      hint: "choose another name", .unreadable)
  }
}

/// An existing file is never overwritten.
func refuseExisting(_ path: String) throws(CommandError) {
  guard (try? FileManager.default.attributesOfItem(atPath: path)) == nil else {
    throw .failed(
      "\(path):1:1: error: cannot create: it exists already",
      hint: "an existing file is never overwritten; choose another name", .unreadable)
  }
}
