import Foundation
package import RexJSON
package import RexLog

/// A change in a row of a list, in parts, so that a row shows what it has room for.
///
///     /openCents   22700 → 19400 (-3300)
///     └─ path ─┘   └────── values ─────┘
package struct RowChange: Sendable, Equatable {
  package enum Sign: String, Sendable {
    case replaced = ""
    case added = "+ "
    case removed = "- "
    case moved = "> "
  }

  package var sign: Sign
  package var path: String
  /// The old and the new value, with the difference of numbers; empty for an array or an object
  /// that was added or removed.
  package var values: StyledText
  /// The difference of numbers alone, or the new value: `+520`, `→ "open"`.
  package var brief: StyledText

  /// The most changes in a row.
  private static let shownMax = 3

  /// The first changes, those near the root first.
  package static func changes(
    of difference: StateDifference, dates: LogDates?, marking placeholders: LogPlaceholders?
  ) -> [RowChange] {
    var first: [(depth: Int, leaf: StateDifference.Leaf)] = []
    for leaf in difference.leaves {
      let depth = (leaf.after ?? leaf.before)?.tokens.count ?? 0
      let index = first.lastIndex { $0.depth <= depth }.map { $0 + 1 } ?? 0
      guard index < shownMax else { continue }
      first.insert((depth, leaf), at: index)
      if first.count > shownMax { first.removeLast() }
    }
    return first.map { RowChange($0.leaf, dates, placeholders) }
  }

  private init(
    _ leaf: StateDifference.Leaf, _ dates: LogDates?, _ placeholders: LogPlaceholders?
  ) {
    path = leaf.path.isEmpty ? LogText.path(JSONPointer()) : leaf.path
    let position = leaf.after ?? leaf.before ?? JSONPointer()
    func date(_ value: JSON) -> String? {
      guard case .number = value else { return nil }
      return dates?.text(in: value, at: position).map(LogText.short)
    }
    func texts(_ values: [JSON]) -> [String] {
      zip(values, Self.cut(LogText.values(values, marking: placeholders))).map { value, text in
        date(value) ?? text
      }
    }
    switch leaf.change {
    case .added(let value):
      (sign, values) = (.added, value.isContainer ? "" : "\(texts([value])[0], style: .added)")
    case .removed(let value):
      (sign, values) = (.removed, value.isContainer ? "" : "\(texts([value])[0], style: .removed)")
    case .moved(let from, let to):
      (sign, values) = (.moved, "from \(from) to \(to)")
    case .replaced(let old, let new):
      let texts = texts([old, new])
      (sign, values) = (.replaced, "\(texts[0], style: .removed) → \(texts[1], style: .added)")
      let areNumbers = ![old, new].contains { value in
        date(value) != nil || placeholders?.isUnknown(value) ?? false
      }
      guard areNumbers, let difference = LogText.difference(from: old, to: new) else {
        brief = "→ \(texts[1], style: .added)"
        return
      }
      brief = "\(difference, style: difference.hasPrefix("-") ? .removed : .added)"
      values += " (" + brief + ")"
      return
    }
    brief = values
  }

  /// The scalars that are shown of a value, and those before a difference.
  private static let (valueScalarsMax, sharedScalarsMax) = (24, 8)

  /// Texts, cut before they differ, and at their ends.
  private static func cut(_ texts: [String]) -> [String] {
    var starts = texts.map { $0[...] }
    if texts.count == 2, texts.contains(where: { $0.unicodeScalars.count > valueScalarsMax }) {
      let shared = zip(texts[0].unicodeScalars, texts[1].unicodeScalars).prefix { $0 == $1 }.count
      if shared > 2 * sharedScalarsMax {
        starts = texts.map { text in
          Substring(text.unicodeScalars.dropFirst(shared - sharedScalarsMax))
        }
      }
    }
    return zip(texts, starts).map { text, start in
      let head = start.startIndex > text.startIndex ? "…" : ""
      let shown = start.prefix(scalars: valueScalarsMax)
      return head + shown + (shown.endIndex < start.endIndex ? "…" : "")
    }
  }
}

extension JSON {
  fileprivate var isContainer: Bool { array != nil || object != nil }
}

extension LogText {
  /// By how much a number changed: `+520`, `-0.1`; nil for other values, and for numbers that are
  /// so long that the difference of doubles is not theirs.
  package static func difference(from old: JSON, to new: JSON) -> String? {
    guard let old = old.number, let new = new.number else { return nil }
    if let before = old.exactly(Int.self), let after = new.exactly(Int.self) {
      let (difference, isOverflowing) = after.subtractingReportingOverflow(before)
      return isOverflowing || difference == 0 ? nil : (difference > 0 ? "+" : "") + "\(difference)"
    }
    guard let before = old.double, let after = new.double else { return nil }
    let difference = after - before
    let precision = abs(difference) / max(before.magnitude, after.magnitude).ulp
    // Of that many digits, those after the twelfth are noise of binary fractions.
    let digitCount = min(12, Int(log10(max(precision, 1))))
    guard difference.isFinite, digitCount > 0 else { return nil }
    let scale = pow(10, Double(digitCount - 1) - log10(abs(difference)).rounded(.down))
    let rounded = (difference * scale).rounded() / scale
    guard rounded.isFinite, let text = JSONNumber(rounded)?.text else { return nil }
    return (rounded > 0 ? "+" : "") + text
  }
}
