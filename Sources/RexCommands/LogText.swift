import RexDiff
import RexJSON
import RexLog

/// Pieces of a log as styled text.
extension LogText {
  /// The cause of an action, to stand behind its type: ` ← 28`.
  static func cause(_ seq: Int?) -> String { seq.map { " ← \($0)" } ?? "" }

  /// An action in a line: `#41 deleteMessage ← 28  Chat/ChatView.swift:42`.
  static func heading(_ action: LogAction) -> StyledText { heading(action, origin: "") }

  /// An action of a log; where that was made of another, with its number there.
  static func heading(_ action: LogAction, in log: Log) -> StyledText {
    guard let from = log.session.origin?.from, action.seq >= from else { return heading(action) }
    guard let origin = action.originSeq else { return heading(action, origin: " (inserted)") }
    return heading(action, origin: origin == action.seq ? "" : " (was #\(origin))")
  }

  private static func heading(_ action: LogAction, origin: StyledText) -> StyledText {
    var text: StyledText = "#\(action.seq) \(action.type, style: .bold)\(cause(action.cause))"
    text += origin
    if case .opaque = action.payload { text += " (opaque)" }
    if !action.isExact { text += " (not exact)" }
    if let error = action.result?.error { text += " (threw \(error))" }
    if let source = action.source {
      text += "  " + StyledText(LogText.source(source), style: .dim)
    }
    return text
  }

  /// The size and fingerprint of something that was too large to be written.
  static func leftOut(_ leftOut: LogLeftOut) -> String {
    "\(leftOut.byteCount) bytes, fingerprint \(leftOut.fingerprint)"
  }

  /// What an action changed, in words: the first few paths.
  static func change(_ patch: JSONPatch?) -> String {
    guard let patch else { return "(not recorded)" }
    return patch.isEmpty ? "(no change)" : paths(patch, atMost: 3)
  }

  /// The paths a patch changes, the first few in words.
  static func paths(_ patch: JSONPatch, atMost limit: Int) -> String {
    var paths: [String] = []
    for operation in patch.operations {
      let path = LogText.path(operation.path)
      if paths.last != path { paths.append(path) }
    }
    guard paths.count > limit else { return paths.joined(separator: " ") }
    return paths.prefix(limit).joined(separator: " ") + " and \(paths.count - limit) more"
  }

  /// What is wrong with a log, where, and what it costs.
  static func damage(_ damage: LogDamage) -> StyledText {
    let error = damage.error
    var text: StyledText =
      "\(error.log):\(error.location.line):\(error.location.column): "
    text += StyledText(error.kind.words.problem)
    guard let frames = damage.frames else { return text }
    return text + "; frames \(frames.lowerBound) to \(frames.upperBound) cannot be told"
  }

  /// How a log ends, where that is not as it should be.
  static func incompleteness(_ log: Log) -> StyledText? {
    switch log.ending {
    case .closed: return nil
    case .missing:
      return "incomplete: there is no end line; the recording stopped after action \(log.lastSeq)"
    case .torn(let line):
      guard line.kind == "action" else {
        return """
          incomplete: the last line is torn after \(line.byteCount) bytes; action \(log.lastSeq) \
          is the last
          """
      }
      let seq = log.lastSeq + 1
      guard let type = line.type else {
        return "incomplete: action \(seq) began and never finished; its line is torn"
      }
      let source = line.source.map { " (\(LogText.source($0)))" } ?? ""
      let doubt = line.mayHaveFinished ? ", unless within 50 ms of the log's end" : ""
      return """
        incomplete: action \(seq), \(type)\(cause(line.cause))\(source), began and never \
        finished\(doubt)
        """
    }
  }
}

/// A patch for people: one line for each operation, with the value before and after.
enum PatchText {
  /// The operations' lines; `state` is the document that the patch is applied to.
  static func lines(_ patch: JSONPatch, from state: JSON) -> StyledText {
    var text = StyledText()
    var state = state
    for operation in patch.operations {
      text += line(operation, in: state) + "\n"
      guard (try? state.apply(JSONPatch([operation]))) != nil else { break }
    }
    return text
  }

  private static func line(_ operation: JSONPatch.Operation, in state: JSON) -> StyledText {
    let path = LogText.path(operation.path)
    switch operation {
    case .add(_, let value):
      return "  + \(path)  \(LogText.value(value), style: .added)"
    case .remove(let pointer):
      return "  - \(path)  \(LogText.value(state[pointer]), style: .removed)"
    case .replace(let pointer, let value):
      let before = LogText.value(state[pointer])
      return """
          ~ \(path)  \(before, style: .removed) → \(LogText.value(value), style: .added)
        """
    case .move(let from, _):
      return "  > \(path)  from \(LogText.path(from))"
    case .copy(let from, _):
      return "  = \(path)  as \(LogText.path(from))"
    case .test(_, let value):
      return "  ? \(path)  \(LogText.value(value))"
    }
  }
}
