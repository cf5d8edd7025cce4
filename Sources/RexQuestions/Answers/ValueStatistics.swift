package import RexJSON
package import RexLog
import RexQuery
import RexTimeline

/// The numbers that a value had over a session, and the actions that changed it.
package struct ValueStatistics: Sendable {
  /// A number, and the action after which it was the value.
  package struct Point: Sendable {
    package var seq: Int
    package var value: Double
  }

  /// A change from one number to another.
  package struct Jump: Sendable {
    package var seq: Int
    package var type: String?
    package var old: Double
    package var new: Double

    fileprivate var size: Double { (new - old).magnitude }
  }

  private let path: String
  private let placeholders: LogPlaceholders?
  /// The number of changes.
  package private(set) var changeCount = 0
  /// The number of changes whose values are redacted.
  package private(set) var redactedCount = 0
  /// The numbers, in order: the first known one, and one for each change to a number.
  package private(set) var points: [Point] = []
  /// The largest changes, the largest first; of equal ones, the earlier first.
  package private(set) var jumps: [Jump] = []
  private var typeCounts: [String: Int] = [:]

  /// The most jumps that are kept.
  private static let jumpsMax = 5

  /// Statistics of no changes yet.
  ///
  /// - Parameter placeholders: those of the log, which are no numbers of the app.
  package init(path: String, without placeholders: LogPlaceholders?) {
    (self.path, self.placeholders) = (path, placeholders)
  }

  /// What statistics need of an answer, without its payload and its values.
  package struct Change: Sendable {
    fileprivate var seq: Int
    fileprivate var type: String?
    fileprivate var old: Double?
    fileprivate var new: Double?
    fileprivate var isRedacted: Bool
  }

  package func change(_ answer: ChangeAnswer) -> Change {
    let (old, new) = (answer.change.old, answer.change.new)
    return Change(
      seq: answer.change.seq, type: answer.action?.type, old: number(old), new: number(new),
      isRedacted: [old, new].contains(where: isRedacted))
  }

  /// Adds the next change, in the order of the actions.
  package mutating func add(_ change: Change) {
    changeCount += 1
    if let type = change.type { typeCounts[type, default: 0] += 1 }
    if change.isRedacted { redactedCount += 1 }
    if points.isEmpty, let old = change.old {
      points.append(Point(seq: change.seq - 1, value: old))
    }
    if let new = change.new { points.append(Point(seq: change.seq, value: new)) }
    guard let old = change.old, let new = change.new else { return }
    let jump = Jump(seq: change.seq, type: change.type, old: old, new: new)
    let index = jumps.firstIndex { $0.size < jump.size } ?? jumps.count
    jumps.insert(jump, at: index)
    if jumps.count > Self.jumpsMax { jumps.removeLast() }
  }

  private func number(_ value: JSON?) -> Double? {
    isRedacted(value) ? nil : value?.number?.double
  }

  private func isRedacted(_ value: JSON?) -> Bool {
    guard let value else { return false }
    return placeholders?.isUnknown(value) ?? false
  }

  /// The least and the greatest number; nil if there are none.
  package var range: ClosedRange<Double>? {
    guard let first = points.first?.value else { return nil }
    return points.reduce(first...first) { range, point in
      min(range.lowerBound, point.value)...max(range.upperBound, point.value)
    }
  }

  /// The types of the actions that made the changes, the most frequent first.
  package var types: [(type: String, count: Int)] {
    typeCounts.map { (type: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.type) < ($0.count, $1.type) }
  }

  package var json: JSON {
    LogJSON.object([
      "path": .string(path), "changes": LogJSON.number(changeCount),
      "redacted": redactedCount > 0 ? .some(LogJSON.number(redactedCount)) : Optional.none,
      "min": range.map { LogJSON.number($0.lowerBound) },
      "max": range.map { LogJSON.number($0.upperBound) },
      "points": .array(
        points.map {
          LogJSON.object(["seq": LogJSON.number($0.seq), "value": LogJSON.number($0.value)])
        }),
      "jumps": .array(
        jumps.map { jump in
          LogJSON.object([
            "seq": LogJSON.number(jump.seq), "type": jump.type.map(JSON.string),
            "old": LogJSON.number(jump.old), "new": LogJSON.number(jump.new),
          ])
        }),
      "types": .array(
        types.map {
          LogJSON.object(["type": .string($0.type), "count": LogJSON.number($0.count)])
        }),
    ])
  }
}
