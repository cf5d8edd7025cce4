package import RexJSON
package import RexLog

/// The dates in what is shown about a log.
///
///     ~ /tasks/3/due  785000000 → 785086400  (2025-11-16T15:33:20.000Z → 2025-11-17T15:33:20.000Z)
///
/// In a log, a date is a number; the log tells at which places.
package struct LogDates: Sendable, Equatable {
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

  /// The date that a value in an action is, whose payload is the member `action`; else nil.
  package func text(of value: JSON, inAction position: JSONPointer) -> String? {
    guard position.tokens.first == "action" else { return nil }
    let position = JSONPointer(tokens: Array(position.tokens.dropFirst()))
    return Self.text(actions.dates(in: value, at: position, atMost: 1, besides: secrets))
  }

  /// The dates in a payload; nil if there are none.
  package func text(inPayload payload: JSON) -> String? {
    Self.text(found(inPayload: payload, atMost: Self.onLineMax + 1))
  }

  /// The value at a position in a state, or the date that it is, as a text.
  package func shown(_ value: JSON, at position: JSONPointer) -> JSON {
    guard case .number = value, let date = text(in: value, at: position) else { return value }
    return .string(date)
  }

  /// The payload, with the first dates in it as texts.
  package func shown(payload: JSON) -> JSON {
    found(inPayload: payload, atMost: Self.shownMax).reduce(payload) { payload, date in
      payload.replacing(date.path.tokens[...], with: .string(date.text))
    }
  }

  /// The most dates that are shown in a payload; a line has no room for more.
  private static let shownMax = 20

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

extension JSON {
  /// The document with another value at a path that it has.
  fileprivate func replacing(_ path: ArraySlice<String>, with new: JSON) -> JSON {
    guard let token = path.first else { return new }
    let rest = path.dropFirst()
    switch self {
    case .object(var members):
      members[token] = members[token]?.replacing(rest, with: new)
      return .object(members)
    case .array(var elements):
      guard let index = JSONPointer.arrayIndex(token), index < elements.count else { return self }
      elements[index] = elements[index].replacing(rest, with: new)
      return .array(elements)
    default: return self
    }
  }
}
