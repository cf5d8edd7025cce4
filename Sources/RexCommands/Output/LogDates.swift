import RexJSON
import RexLog
import RexReplayer
import RexTimeline

/// The dates in what is printed about a log, for people.
///
///     ~ /tasks/3/due  785000000 → 785086400  (2025-11-16T15:33:20.000Z → 2025-11-17T15:33:20.000Z)
///
/// In a log, a date is a number. Only the app's types say which numbers are dates.
struct LogDates: Sendable {
  private let app: ReplayableApp
  private let secrets: LogPlaceholders?
  private var states = DatePaths()

  /// The most dates shown on a line, and below a document.
  private static let onLineMax = 3
  private static let belowMax = 10

  init(_ app: ReplayableApp, in log: Log) { (self.app, secrets) = (app, LogPlaceholders(log)) }

  /// Learns where states have dates.
  mutating func learn(from state: JSON?) {
    if let state { states.formUnion(app.dates(inState: state)) }
  }

  /// The dates that changed, to go after what changed; empty if there are none.
  func note(on leaf: StateDifference.Leaf) -> StyledText {
    let position = leaf.after ?? leaf.before ?? JSONPointer()
    func text(_ value: JSON) -> String {
      Self.text(
        states.dates(in: value, at: position, atMost: Self.onLineMax + 1, besides: secrets))
    }
    switch leaf.change {
    case .moved: return ""
    case .added(let value), .removed(let value): return Self.note(text(value))
    case .replaced(let old, let new):
      let texts = (text(old), text(new))
      return texts == ("", "") ? "" : Self.note("\(texts.0) → \(texts.1)")
    }
  }

  /// The dates in a payload, to go after it; empty if there are none.
  func note(onPayload payload: JSON) -> StyledText {
    let paths = app.dates(inAction: payload)
    return Self.note(
      Self.text(
        paths.dates(
          in: payload, at: JSONPointer(), atMost: Self.onLineMax + 1, besides: secrets)))
  }

  /// The dates in a part of a state, each on a line.
  func lines(in value: JSON, at position: JSONPointer) -> StyledText {
    lines(states, value, position)
  }

  /// The dates in a payload, each on a line.
  func lines(inPayload payload: JSON) -> StyledText {
    lines(app.dates(inAction: payload), payload, JSONPointer())
  }

  private func lines(_ paths: DatePaths, _ value: JSON, _ position: JSONPointer) -> StyledText {
    let found = paths.dates(
      in: value, at: position, atMost: Self.belowMax + 1, besides: secrets)
    var text = StyledText()
    for date in found.prefix(Self.belowMax) {
      let path = JSONPointer(tokens: position.tokens + date.path.tokens)
      text += "  \(path.description.isEmpty ? "" : "\(path)  ")\(date.text)\n"
    }
    return found.count > Self.belowMax ? text + "  … and more dates (--at)\n" : text
  }

  private static func note(_ text: String) -> StyledText {
    text.isEmpty ? "" : "  \("(\(text))", style: .dim)"
  }

  private static func text(_ found: [DatePaths.Found]) -> String {
    if let first = found.first, first.path.tokens.isEmpty { return first.text }
    let shown = found.prefix(onLineMax).map { "\($0.path) \($0.text)" }
    return (shown + (found.count > onLineMax ? ["…"] : [])).joined(separator: ", ")
  }
}

extension CommandCall {
  /// What is known of the dates in a log; nil for JSON, and if this tool does not have the app.
  ///
  /// - Parameter states: have dates where the states that are printed do.
  func dates(in log: Log, learningFrom states: JSON?...) -> LogDates? {
    guard !wantsJSON, let app = try? app(for: log) else { return nil }
    var dates = LogDates(app, in: log)
    for state in states { dates.learn(from: state) }
    return dates
  }
}
