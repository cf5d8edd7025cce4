import Foundation
import RexDiff
import RexJSON

#if canImport(os)
  import os
#endif

/// Where a recorder shows each action and its change while the app runs.
///
///     #12 cart.add {"id":3}
///         /total = 25
///         /items/2 + {"id":3,"count":1}
///
/// It shows what is in the log, redacted, and only the beginning of what is long. Without a patch,
/// as with `RecorderDetail.actions`, it shows the action alone.
public struct RecorderEcho: Sendable {
  let write: @Sendable (String) -> Void

  /// Shows actions with a function, which is called on a recording thread, or on a queue if states
  /// are diffed in the background, without the recorder's lock.
  public init(_ write: @escaping @Sendable (_ action: String) -> Void) { self.write = write }

  /// Prints actions to standard output.
  public static let print = RecorderEcho { Swift.print($0) }

  /// Writes actions to the unified log of Apple's systems, at level debug; elsewhere, prints them.
  public static let oslog = RecorderEcho { text in
    #if canImport(os)
      Logger(subsystem: "rexreplay", category: "actions").debug("\(text, privacy: .public)")
    #else
      Swift.print(text)
    #endif
  }
}

/// The text that an echo shows of an action.
enum EchoText {
  /// The limit on the lines of a change.
  private static let operationsMax = 12
  /// The limit on a value in bytes.
  private static let valueBytesMax = 120
  /// A longer patch is not parsed.
  private static let patchBytesMax = 1 << 16

  /// Returns an action's number, label and payload.
  static func heading(_ seq: Int, _ text: ActionText) -> String {
    "#\(seq) \(text.type) \(cut(text.seen ?? text.json))".escapedForDisplay
  }

  /// Returns the lines of an action: its heading, the error that was thrown, and its change.
  static func lines(_ heading: String, error: String?, patch: [UInt8]?) -> String {
    var lines = [heading]
    if let error {
      lines.append("    threw \(error.cut(toBytes: valueBytesMax).escapedForDisplay)")
    }
    if let patch, patch != JSONPatch.emptyText { lines += change(patch) }
    return lines.joined(separator: "\n")
  }

  private static func change(_ patch: [UInt8]) -> [String] {
    guard patch.count <= patchBytesMax,
      let parsed = try? patch.withUnsafeBytes({ try JSONPatch(text: $0, limits: .largest) })
    else { return ["    a change of \(patch.count) bytes"] }
    let operations = parsed.operations
    var lines = operations.prefix(operationsMax).map { "    \(line($0).escapedForDisplay)" }
    if operations.count > operationsMax {
      lines.append("    and \(operations.count - operationsMax) more")
    }
    return lines
  }

  private static func line(_ operation: JSONPatch.Operation) -> String {
    switch operation {
    case .add(let path, let value): "\(path) + \(cut(value.bytes))"
    case .replace(let path, let value), .test(let path, let value):
      "\(path) = \(cut(value.bytes))"
    case .remove(let path): "\(path) removed"
    case .move(let from, let path): "\(from) moved to \(path)"
    case .copy(let from, let path): "\(from) copied to \(path)"
    }
  }

  private static func cut(_ json: [UInt8]) -> String {
    String(decoding: json.prefix(valueBytesMax + 4), as: UTF8.self).cut(toBytes: valueBytesMax)
  }
}
