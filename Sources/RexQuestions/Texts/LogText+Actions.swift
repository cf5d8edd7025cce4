package import RexDiff
import RexJSON
package import RexLog

/// Formats parts of a log as styled text.
extension LogText {
  /// The cause of an action, shown after its type: ` ← 28`.
  package static func cause(_ seq: Int?) -> String { seq.map { " ← \($0)" } ?? "" }

  /// An action in a line: `#41 deleteMessage ← 28  Chat/ChatView.swift:42`.
  ///
  /// - Parameter clock: tells the time of day, too.
  package static func heading(
    _ action: LogAction, showsSource: Bool = true, clock: LogClock? = nil
  ) -> StyledText {
    heading(action, origin: "", showsSource: showsSource, clock)
  }

  /// An action in a line, with what a replay with edits changed: `(was #40, edited)`.
  package static func heading(
    _ action: LogAction, in log: Log, showsSource: Bool = true, clock: LogClock? = nil
  ) -> StyledText {
    var origin: StyledText = ""
    if let from = log.session.origin?.from, action.seq >= from {
      switch (action.originSeq, action.isEdited) {
      case (nil, _): origin = " (inserted)"
      case (action.seq, false): break
      case (action.seq, true): origin = " (edited)"
      case (let seq?, false): origin = " (was #\(seq))"
      case (let seq?, true): origin = " (was #\(seq), edited)"
      }
    }
    return heading(action, origin: origin, showsSource: showsSource, clock)
  }

  private static func heading(
    _ action: LogAction, origin: StyledText, showsSource: Bool, _ clock: LogClock?
  ) -> StyledText {
    var text: StyledText = "#\(action.seq) \(action.type, style: .bold)\(cause(action.cause))"
    text += origin
    if case .opaque = action.payload { text += action.seen == nil ? " (opaque)" : " (seen)" }
    if !action.isExact { text += " (not exact)" }
    if let error = action.result?.error { text += " (threw \(beginning(of: error)))" }
    if let clock { text += "  \(clock.text(atMs: action.timeMs))" }
    if showsSource, let source = action.source {
      text += "  " + StyledText(LogText.source(source), style: .source)
    }
    return text
  }

  /// An error's text, unless it is long; `show --json` has all of it.
  private static func beginning(of error: String) -> String {
    let shown = error.prefix(scalars: errorScalarsMax)
    return shown.endIndex == error.endIndex ? error : "\(shown)…"
  }

  /// The most scalars of an error in a heading.
  private static let errorScalarsMax = 1000

  /// The size and fingerprint of omitted content.
  package static func leftOut(_ leftOut: LogLeftOut) -> String {
    "\(leftOut.byteCount) bytes, fingerprint \(leftOut.fingerprint)"
  }

  /// The paths that an action changed, those near the root first, and where a moved value was;
  /// the first few unless they are shown whole.
  ///
  /// - Parameter hint: how to see the others.
  package static func change(
    _ patch: JSONPatch?, isWhole: Bool = false, hint: String = ""
  ) -> String {
    guard let patch else { return "(not recorded)" }
    let limit = isWhole ? Int.max : pathsMax
    return patch.isEmpty ? "(no change)" : paths(patch, atMost: limit, hint: hint)
  }

  private static func paths(_ patch: JSONPatch, atMost limit: Int, hint: String) -> String {
    let shown = patch.nearRootFirst.map { operation in
      guard case .move(let from, let to) = operation else { return path(operation.path) }
      return "\(path(from)) → \(path(to))"
    }
    return paths(shown, atMost: limit, hint: hint)
  }

  /// The most paths that a line shows.
  private static let pathsMax = 3

  /// The first few of some paths.
  package static func paths(
    _ all: [String], atMost limit: Int = pathsMax, hint: String = ""
  ) -> String {
    var paths: [String] = []
    for path in all where paths.last != path { paths.append(path) }
    guard paths.count > limit else { return paths.joined(separator: " ") }
    return paths.prefix(limit).joined(separator: " ") + " and \(paths.count - limit) more\(hint)"
  }

  /// The position of damage, the problem, and the affected frames.
  package static func damage(_ damage: LogDamage) -> StyledText {
    let error = damage.error
    var text: StyledText =
      "\(error.log):\(error.location.line):\(error.location.column): "
    text += StyledText(error.problem.message.problem)
    guard let frames = damage.frames else { return text }
    return text + "; frames \(frames.lowerBound) to \(frames.upperBound) are unknown"
  }

  /// A type in a sentence, in quotes if it could be taken for a part of that.
  private static func quoted(_ type: String) -> String {
    let isWord = type.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic && $0.isASCII || "0123456789._-:/()".unicodeScalars.contains($0)
    }
    return isWord ? type : JSON.string(type).description
  }

  /// How a log ends; most are not closed, since apps are ended at any time.
  package static func ending(of log: Log) -> StyledText {
    if let unfinished = unfinished(in: log) { return unfinished }
    switch log.ending {
    case .closed(let end): return StyledText(end.reason)
    case .missing:
      if let gap = try? log.gap(with: log.lastSeq) {
        return "not closed; nothing was recorded from action \(gap.from) on: \(gap.reason)"
      }
      return "not closed, after action \(log.lastSeq)"
    case .torn(let line):
      return "not closed, after action \(log.lastSeq) and \(line.byteCount) bytes of another line"
    }
  }

  /// The action that began and never finished; nil if there is none.
  package static func unfinished(in log: Log) -> StyledText? {
    guard let line = log.unfinished else { return nil }
    let seq = log.lastSeq + 1
    guard let type = line.type else {
      return "action \(seq) began and never finished; its line is torn"
    }
    let source = line.source.map { " (\(LogText.source($0)))" } ?? ""
    let doubt =
      switch line.doubt {
      case nil: ""
      case .failure: ", or recording failed there"
      case .deferredEnding: ", unless within 50 ms of the log's end"
      case .background: ", unless its change was still being recorded"
      }
    return """
      action \(seq), \(quoted(type))\(cause(line.cause))\(source), began and never \
      finished\(doubt)
      """
  }
}

extension JSONPatch {
  /// The operations, those near the root first, since what matters seldom is deep in a list.
  package var nearRootFirst: [Operation] {
    let order = operations.indices.sorted {
      (operations[$0].path.tokens.count, $0) < (operations[$1].path.tokens.count, $1)
    }
    return order.map { operations[$0] }
  }
}
