package import RexJSON
package import RexLog
package import RexQuery

/// Values side by side, so that their difference is seen.
extension LogText {
  /// Values on one line each; long ones that begin alike are cut before they differ.
  ///
  ///     [0,1,2,…,98,99]      …,97,98,99]
  ///     [0,1,2,…,98,77]      …,97,98,77]
  package static func values(
    _ values: [JSON?], areWhole: Bool = false, marking placeholders: LogPlaceholders?
  ) -> [String] {
    if areWhole {
      let texts = values.map { $0?.description ?? value(nil) }
      return texts.map { placeholders?.marking($0) ?? $0 }
    }
    let shown = values.map { value($0) }
    return values.indices.map { index in
      let text = excerpt(of: index, values, shown) ?? shown[index]
      return placeholders?.marking(text) ?? text
    }
  }

  /// A value on one line.
  package static func value(
    _ value: Presence<JSON>, marking placeholders: LogPlaceholders?
  ) -> String {
    value.isUnknown ? "unknown" : self.value(value.value, marking: placeholders)
  }

  /// What is known of a value that may have changed: `1 → unknown`, or `1 → unknown → 1`.
  package static func course(
    of change: ValueChange, marking placeholders: LogPlaceholders?
  ) -> String {
    let ends = [change.oldValue, change.newValue].map { end in
      change.isLong && !end.isUnknown ? "(long)" : value(end, marking: placeholders)
    }
    let areKnown = !change.oldValue.isUnknown && !change.newValue.isUnknown
    return areKnown ? "\(ends[0]) → unknown → \(ends[1])" : "\(ends[0]) → \(ends[1])"
  }

  /// The number of bytes shown before a difference.
  private static let sharedBytesMax = 20

  /// The part of a value in which it differs from others that look the same; nil if none does.
  private static func excerpt(of index: Int, _ values: [JSON?], _ shown: [String]) -> String? {
    guard let value = values[index] else { return nil }
    let alike = values.indices.filter { shown[$0] == shown[index] && values[$0] != value }
      .prefix(alikeMax)
    guard !alike.isEmpty else { return nil }
    let text = Array(value.bytes)
    let sharedCounts = alike.map { other in
      zip(text, values[other]?.bytes ?? []).prefix { $0 == $1 }.count
    }
    let start = max(0, (sharedCounts.max() ?? 0) - sharedBytesMax)
    let rest = text[start...].drop { $0 & 0xC0 == 0x80 }
    return "…" + cut(String(decoding: rest.prefix(valueBytesMax), as: UTF8.self))
  }

  /// The most values that one is compared with, since they can be long.
  private static let alikeMax = 8
}

/// A value that a condition read, as text, and the one before the action if it is another.
package struct ReadingText {
  package var text: String
  package var before: String?
  package var value: String

  /// The texts of the values that a condition read.
  ///
  /// - Parameter isFull: whether all of them are shown, and whole.
  package static func texts(
    of readings: [Condition.Reading], isFull: Bool = false, marking placeholders: LogPlaceholders?
  ) -> [ReadingText] {
    let pairs = readings.map { ReadingPair($0, isFull: isFull) }
    let all = pairs.flatMap(\.values)
    var values = LogText.values(all, areWhole: isFull, marking: placeholders)[...]
    return zip(readings, pairs).map { reading, pair in
      let before = pair.before.map { pair.text(of: $0, &values) }
      let value = pair.text(of: pair.after, &values)
      if let changes = reading.changes, changes.count > 0 {
        return ReadingText(
          text: reading.text, value: text(of: changes, isFull: isFull, placeholders))
      }
      let double = Self.text(ofDouble: reading.double, placeholders)
      return ReadingText(text: reading.text, before: before, value: value + double)
    }
  }

  /// The values that an action changed: `/rows/0/count 1 → 2, and 20 more`.
  private static func text(
    of changes: Condition.Reading.Changes, isFull: Bool, _ placeholders: LogPlaceholders?
  ) -> String {
    let shown = changes.first.prefix(isFull ? .max : ReadingPair.nodesMax)
    let values = LogText.values(
      shown.flatMap { [$0.before, $0.after] }, areWhole: isFull, marking: placeholders)
    let texts = shown.enumerated().map { index, change in
      "\(change.pointer) \(values[2 * index]) → \(values[2 * index + 1])"
    }
    let more = changes.count - shown.count
    return texts.joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
  }

  /// The value that two nodes have, and where.
  private static func text(ofDouble nodes: [JSONNode], _ placeholders: LogPlaceholders?) -> String {
    guard let value = nodes.first?.value else { return "" }
    let places = nodes.map(\.path.pointer.description).joined(separator: " and ")
    return "; \(LogText.value(value, marking: placeholders)) is at \(places)"
  }
}

/// What was read before and after an action.
private struct ReadingPair {
  /// Nil if it is the same as after the action.
  let before: Condition.Reading.Value?
  let after: Condition.Reading.Value
  /// The number of equal nodes at the start that are not shown.
  private let hiddenCount: Int

  /// The most nodes shown, unless all are.
  static let nodesMax = 3

  private let nodesMax: Int

  init(_ reading: Condition.Reading, isFull: Bool) {
    nodesMax = isFull ? .max : Self.nodesMax
    after = reading.value
    before = reading.valueBefore == reading.value ? nil : reading.valueBefore
    var equalCount = 0
    if case .nodes(_, let old)? = before, case .nodes(_, let new) = after {
      equalCount = zip(old, new).prefix { $0 == $1 }.count
    }
    hiddenCount = equalCount < nodesMax ? 0 : equalCount
  }

  /// The values that are shown, in the order of their texts.
  var values: [JSON?] { (before.map(values) ?? []) + values(of: after) }

  private func values(of value: Condition.Reading.Value) -> [JSON?] {
    switch value {
    case .nothing, .unknown: []
    case .value(let value): [value]
    case .nodes(_, let first): nodes(of: first).map(\.value)
    }
  }

  private func nodes(of first: [JSONNode]) -> ArraySlice<JSONNode> {
    first.dropFirst(hiddenCount).prefix(nodesMax)
  }

  /// The text of a value; takes the texts of its parts from `shown`.
  func text(of value: Condition.Reading.Value, _ shown: inout ArraySlice<String>) -> String {
    switch value {
    case .nothing: return LogText.value(nil)
    case .unknown: return "(unknown)"
    case .value: return shown.popFirst() ?? ""
    case .nodes(let count, let first):
      let nodes = nodes(of: first)
      let texts = nodes.map { "\($0.path.pointer) \(shown.popFirst() ?? "")" }
      // All nodes that were kept are the same before and after.
      if texts.isEmpty { return LogText.count(count, "value") }
      return "\(LogText.count(count, "value")): "
        + ((hiddenCount > 0 ? ["…"] : []) + texts
        + (count > hiddenCount + nodes.count ? ["…"] : [])).joined(separator: ", ")
    }
  }
}
