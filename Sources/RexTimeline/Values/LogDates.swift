package import RexJSON
package import RexLog

/// The dates in what is shown about a log.
///
///     ~ /tasks/3/due  785000000 → 785086400  (2025-11-16T15:33:20.000Z → 2025-11-17T15:33:20.000Z)
///
/// In a log, a date is a number; the log tells at which places.
package struct LogDates: Sendable {
  private let states: DatePaths
  private let actions: DatePaths
  private let secrets: LogPlaceholders?

  /// The most dates of a text on one line.
  private static let onLineMax = 3

  /// The dates of a log; nil if it tells no places, as a log of an older version.
  package init?(_ log: Log) {
    guard let places = try? log.datePlaces(), places != LogDatePlaces() else { return nil }
    (states, actions) = (DatePaths(places.states), DatePaths(places.actions))
    secrets = LogPlaceholders(log)
  }

  /// The first dates in the value at a position in a state.
  package func found(
    in value: JSON, at position: JSONPointer = JSONPointer(), atMost limit: Int
  ) -> [DatePaths.Found] {
    states.isEmpty ? [] : states.dates(in: value, at: position, atMost: limit, besides: secrets)
  }

  /// The first dates in a payload.
  package func found(inPayload payload: JSON, atMost limit: Int) -> [DatePaths.Found] {
    actions.isEmpty
      ? [] : actions.dates(in: payload, at: JSONPointer(), atMost: limit, besides: secrets)
  }

  /// The date that a value at a position is, or those in it; nil if there are none.
  package func text(in value: JSON?, at position: JSONPointer?) -> String? {
    guard let value, let position else { return nil }
    return Self.text(found(in: value, at: position, atMost: Self.onLineMax + 1))
  }

  /// The dates in a payload; nil if there are none.
  package func text(inPayload payload: JSON) -> String? {
    Self.text(found(inPayload: payload, atMost: Self.onLineMax + 1))
  }

  /// The dates that changed; nil if there are none.
  package func text(of leaf: StateDifference.Leaf) -> String? {
    let position = leaf.after ?? leaf.before ?? JSONPointer()
    switch leaf.change {
    case .moved: return nil
    case .added(let value), .removed(let value): return text(in: value, at: position)
    case .replaced(let old, let new): return text(from: old, to: new, at: position)
    }
  }

  /// The dates in a value before and after a change; nil if there are none.
  package func text(from old: JSON?, to new: JSON?, at position: JSONPointer?) -> String? {
    let texts = [old, new].map { text(in: $0, at: position) }
    return texts == [nil, nil] ? nil : "\(texts[0] ?? "") → \(texts[1] ?? "")"
  }

  private static func text(_ found: [DatePaths.Found]) -> String? {
    guard let first = found.first else { return nil }
    if first.path.tokens.isEmpty { return first.text }
    let shown = found.prefix(onLineMax).map { "\($0.path) \($0.text)" }
    return (shown + (found.count > onLineMax ? ["…"] : [])).joined(separator: ", ")
  }
}
