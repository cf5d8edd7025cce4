package import RexDiff
import RexJSON
package import RexLog
package import RexTimeline

/// Formats parts of a frame: the action, what it changed, and its payload.
package enum FrameText {
  package static func heading(
    _ action: LogAction?, after seq: Int, in log: Log, clock: LogClock? = nil
  ) -> StyledText {
    guard let action else {
      return seq == log.session.after ? "#\(seq) start" : "#\(seq) after a gap"
    }
    return LogText.heading(action, in: log, clock: clock)
  }

  package static func content(of frame: Frame, marking placeholders: LogPlaceholders?) -> PrettyText
  {
    if let line = frame.line, line.action([])?.shown != nil { return .payload(of: line) }
    return content(of: frame.action, marking: placeholders)
  }

  /// The payload of an action, or the description of an opaque one.
  package static func content(
    of action: LogAction?, marking placeholders: LogPlaceholders?
  ) -> PrettyText {
    if let json = action?.shown { return .value(json) }
    guard let text = action?.payload.opaque else { return .value(nil) }
    return .line("\(placeholders?.marking(text) ?? text)\n")
  }

  /// The patch of a frame's action; empty without an action.
  package static func patch(by action: LogAction?) -> JSONPatch? {
    guard let action else { return JSONPatch() }
    return action.result?.patch
  }

  /// What an action changed; the patch itself if the difference of the states is unknown.
  package static func change(
    by action: LogAction, _ difference: StateDifference?, dates: LogDates? = nil,
    marking placeholders: LogPlaceholders?
  ) -> [StyledLine] {
    guard let patch = patch(by: action) else {
      guard let leftOut = action.result?.change.leftOut else {
        return [StyledLine("what it changed is not recorded")]
      }
      return [StyledLine("what it changed is left out: \(LogText.leftOut(leftOut))")]
    }
    if patch.isEmpty || difference?.isEmpty == true {
      return [StyledLine("\(DifferenceText.noChange)")]
    }
    guard let difference else {
      return PatchText.lines(patch, marking: placeholders)
        + [StyledLine("(the state before it is unknown)")]
    }
    return DifferenceText.lines(difference, .line, dates: dates, marking: placeholders)
  }
}

extension LogAction.Change {
  /// The stand-in for a patch that was too large.
  package var leftOut: LogLeftOut? {
    if case .leftOut(let leftOut) = self { leftOut } else { nil }
  }
}
