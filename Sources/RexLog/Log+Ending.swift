public import RexFormat

extension Log {
  /// Whether the log ends with an `end` line; if not, it was not closed, as most are.
  public var isComplete: Bool {
    if case .closed = ending { true } else { false }
  }

  /// The names of the log's files, in order.
  public var fileNames: [String] { lines.files.files.map(\.bytes.name) }

  /// The action whose line has no ending, if the log ends with one.
  public var unfinished: LogTornLine? {
    if case .torn(let line) = ending, line.kind == "action" { line } else { nil }
  }

  /// The same as an action without an outcome, if its line contains the type.
  ///
  /// Its payload is an empty opaque text if the line ends before it.
  package var unfinishedAction: LogAction? {
    guard let line = unfinished, let type = line.type else { return nil }
    let seq = lastSeq + 1
    var action = LogAction(
      seq: seq, timeMs: line.timeMs ?? 0, cause: LogAction.validCause(line.cause, of: seq),
      type: type, payload: line.payload ?? .opaque(""), source: line.source)
    (action.inputs, action.seen) = (line.inputs, line.seen)
    return action
  }

  /// The unfinished action as a line without an outcome; nil if there is none, or without a type.
  package var unfinishedLine: KeptAction? {
    guard let unfinishedAction else { return nil }
    var line: [UInt8] = []
    LogEntry.action(unfinishedAction).write(into: &line)
    line.append(UInt8(ascii: "}"))
    return line.withUnsafeBytes(KeptAction.init)
  }

  /// Returns this log with `other`'s ending.
  package func ending(like other: Log) -> Log {
    var copy = self
    copy.ending = other.ending
    return copy
  }
}
