package import RexJSON
package import RexLog

/// Formats the differences of states: a line per value, with the old and the new value.
///
///     ~ /messages[id=m-17]/body  "hi" → "hello"
///     + /messages[id=m-18]  {"id":"m-18","body":"new"}
///     > /messages[id=m-3]  from 3 to 7
///
/// A line leads to its value.
package enum DifferenceText {
  /// Whether long values are truncated to a line.
  package enum Length { case line, whole }

  /// The line for no difference.
  package static let noChange = "no change"

  /// The lines of a difference; beyond the limit, a count, and a hint at how to see the others.
  package static func lines(
    _ difference: StateDifference, _ length: Length, atMost limit: Int = .max,
    hint: StyledText = "", dates: LogDates? = nil, marking placeholders: LogPlaceholders?
  ) -> [StyledLine] {
    var lines = difference.leaves.prefix(limit).map { leaf in
      StyledLine(
        line(leaf, length, placeholders) + (dates?.note(on: leaf) ?? ""),
        pointer: leaf.after ?? leaf.before?.parent)
    }
    let more = difference.leaves.count - limit
    if more > 0 {
      lines.append(StyledLine("… and \(LogText.count(more, "more difference"))" + hint))
    }
    return lines
  }

  private static func line(
    _ leaf: StateDifference.Leaf, _ length: Length, _ placeholders: LogPlaceholders?
  ) -> StyledText {
    let path = leaf.path.isEmpty ? "(the whole state)" : leaf.path
    switch leaf.change {
    case .added(let value):
      return "+ \(path)  \(shown(value, length, placeholders), style: .added)"
    case .removed(let value):
      return "- \(path)  \(shown(value, length, placeholders), style: .removed)"
    case .moved(let from, let to):
      return "> \(path)  from \(from) to \(to)"
    case .replaced(let old, let new):
      return "~ \(path)  " + change(old, new, length, marking: placeholders)
    }
  }

  /// A value, or the old and the new one if they differ, which may be unknown.
  package static func value(
    from old: Presence<JSON>, to new: Presence<JSON>, marking placeholders: LogPlaceholders?
  ) -> StyledText {
    if old == new { return "\(LogText.value(new, marking: placeholders))" }
    guard old.isUnknown || new.isUnknown else {
      return change(old.value, new.value, marking: placeholders)
    }
    let values = [old, new].map { LogText.value($0, marking: placeholders) }
    return "\(values[0], style: .removed) → \(values[1], style: .added)"
  }

  /// A value before and after: `3 → 4`.
  private static func change(
    _ old: JSON?, _ new: JSON?, _ length: Length = .line, marking placeholders: LogPlaceholders?
  ) -> StyledText {
    if case .string(let old)? = old, case .string(let new)? = new,
      let (old, new) = differingParts(old, new)
    {
      let parts = [old, new].map { placeholders?.marking($0) ?? $0 }
      return "\(parts[0], style: .removed) → \(parts[1], style: .added)"
    }
    let texts =
      length == .line
      ? LogText.values([old, new], marking: placeholders)
      : [old, new].map { shown($0, length, placeholders) }
    let (old, new) = (texts[0], texts[1])
    return "\(old, style: .removed) → \(new, style: .added)"
  }

  private static func shown(
    _ value: JSON?, _ length: Length, _ placeholders: LogPlaceholders?
  ) -> String {
    guard length == .whole, let value else { return LogText.value(value, marking: placeholders) }
    return placeholders?.marking(value.description) ?? value.description
  }

  /// The differing parts of long texts, with some context.
  private static func differingParts(_ old: String, _ new: String) -> (String, String)? {
    let (old, new) = (old.unicodeScalars, new.unicodeScalars)
    guard min(old.count, new.count) > 60 else { return nil }
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = min(
      zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count,
      min(old.count, new.count) - head)
    guard max(head, tail) > 20 else { return nil }
    func part(_ text: String.UnicodeScalarView) -> String {
      let start = max(head - 10, 0)
      let end = min(tail, 10) - tail + text.count
      let middle = text.dropFirst(start).prefix(end - start)
      return (start > 0 ? "…" : "") + JSON.string(String(middle)).description
        + (end < text.count ? "…" : "")
    }
    return (part(old), part(new))
  }
}
