import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// Renders a patch for people: one line per operation, with the values before and after.
enum PatchRenderer {
  /// The lines of a patch that is applied to `state`.
  static func lines(
    _ patch: JSONPatch, from state: JSON, marking placeholders: LogPlaceholders?
  ) -> StyledText {
    var text = StyledText()
    var state = state
    for operation in patch.operations {
      text += line(operation, in: state, placeholders) + "\n"
      guard (try? state.apply(JSONPatch([operation]))) != nil else { break }
    }
    return text
  }

  private static func line(
    _ operation: JSONPatch.Operation, in state: JSON, _ placeholders: LogPlaceholders?
  ) -> StyledText {
    func shown(_ value: JSON?) -> String { LogText.value(value, marking: placeholders) }
    let path = LogText.path(operation.path)
    switch operation {
    case .add(_, let value):
      return "  + \(path)  \(shown(value), style: .added)"
    case .remove(let pointer):
      return "  - \(path)  \(shown(state[pointer]), style: .removed)"
    case .replace(let pointer, let value):
      let before = shown(state[pointer])
      return """
          ~ \(path)  \(before, style: .removed) → \(shown(value), style: .added)
        """
    case .move(let from, _):
      return "  > \(path)  from \(LogText.path(from))"
    case .copy(let from, _):
      return "  = \(path)  as \(LogText.path(from))"
    case .test(_, let value):
      return "  ? \(path)  \(shown(value))"
    }
  }
}
