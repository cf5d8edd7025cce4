import Foundation
package import RexJSON

/// What most likely makes two reductions of the same action and state differ.
package enum DifferenceCause: Sendable {
  /// The elements of a set or dictionary in a different order.
  case order
  /// Identifiers made with `UUID()`.
  case uuid
  /// The current time.
  case clock
  /// Text that depends on the time zone or locale.
  case locale
  /// Random numbers, or another cause.
  case random

  /// The likely cause of a difference between two values at one path.
  ///
  /// - Parameter nowMs: The time of the reductions, in milliseconds since 1970.
  package init(_ first: JSON?, _ other: JSON?, nowMs: Double) {
    if let first = first?.array, let other = other?.array, first.isReordering(of: other) {
      self = .order
      return
    }
    let values = [first, other].compactMap(\.self)
    let (texts, numbers) = (values.compactMap(\.string), values.compactMap { $0.number?.double })
    if !values.isEmpty, numbers.count == values.count {
      self = numbers.allSatisfy { Self.isTime($0, nowMs: nowMs) } ? .clock : .random
    } else if !values.isEmpty, texts.count == values.count {
      self = Self.cause(texts, nowMs: nowMs)
    } else {
      self = .random
    }
  }

  private static func cause(_ texts: [String], nowMs: Double) -> Self {
    if texts.allSatisfy({ $0.utf8.count == 36 && UUID(uuidString: $0) != nil }) { return .uuid }
    let digits = texts.map { $0.filter(\.isNumber) }
    if texts.count == 2, digits[0] == digits[1], !digits[0].isEmpty { return .locale }
    let year = 1970 + Int(nowMs / yearMs)
    guard texts.allSatisfy({ $0.contains(#/\d{1,2}[:.]\d{2}|\d{4}-\d{2}-\d{2}/#) }) else {
      return .random
    }
    return texts.allSatisfy { $0.contains(String(year)) } ? .clock : .locale
  }

  /// Whether a number is near the current time, in seconds since 1970 or 2001, or in milliseconds.
  private static func isTime(_ number: Double, nowMs: Double) -> Bool {
    let seconds = nowMs / 1000
    let times = [seconds, seconds - referenceSeconds, nowMs]
    return times.contains { abs(number - $0) <= abs($0) * nearness }
  }

  /// The mean year of the Gregorian calendar.
  private static let yearMs = 365.2425 * 86_400_000
  /// The time from 1970 to the reference date of `Date`, in 2001.
  private static let referenceSeconds = 978_307_200.0
  /// The relative tolerance: one or two days.
  private static let nearness = 1e-4
}

extension [JSON] {
  /// Whether these are the same elements in another order.
  package func isReordering(of other: [JSON]) -> Bool {
    guard count == other.count, count > 1, self != other else { return false }
    return map(\.description).sorted() == other.map(\.description).sorted()
  }
}
