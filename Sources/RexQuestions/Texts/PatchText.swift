import RexDiff
import RexJSON
import RexLog

/// Formats a patch whose effect on the state is unknown: a line per operation.
enum PatchText {
  static func lines(_ patch: JSONPatch, marking placeholders: LogPlaceholders?) -> [StyledLine] {
    patch.operations.map { StyledLine(line($0, placeholders)) }
  }

  private static func line(
    _ operation: JSONPatch.Operation, _ placeholders: LogPlaceholders?
  ) -> StyledText {
    func shown(_ value: JSON?) -> String { LogText.value(value, marking: placeholders) }
    let path = LogText.path(operation.path)
    switch operation {
    case .add(_, let value): return "+ \(path)  \(shown(value), style: .added)"
    case .remove: return "- \(path)"
    case .replace(_, let value): return "~ \(path)  \(shown(value), style: .added)"
    case .move(let from, _): return "> \(path)  from \(LogText.path(from))"
    case .copy(let from, _): return "= \(path)  as \(LogText.path(from))"
    case .test(_, let value): return "? \(path)  \(shown(value))"
    }
  }
}
