package import RexJSON
package import RexLog
import RexRedaction

/// The placeholders in a log: values that stand for secrets, so what they were is not known.
///
///     "redacted5f0c9a1b77e2d403"           was a text, and not an empty one
///     "Bearer redacted5f0c9a1b77e2d403"    was a text that began with "Bearer "
///     2130846021                           was a number
package struct LogPlaceholders: Sendable {
  /// The range of the integers that stand for numbers; nil if the log is not redacted.
  package let numbers: ClosedRange<Int>?

  /// No placeholders: every value is what it is.
  package static let none = LogPlaceholders(numbers: nil)

  private init(numbers: ClosedRange<Int>?) { self.numbers = numbers }

  /// Creates the placeholders of a log; in one that is not redacted, no value is one.
  package init(_ log: Log) {
    numbers = log.session.redaction.map { $0.numbers ?? Placeholder.numbersInOlderLogs }
  }

  /// Returns whether a value is or contains a placeholder, including in keys and longer texts.
  package func areContained(in value: JSON) -> Bool {
    numbers.map { Placeholder.isContained(in: value, numbers: $0) } ?? false
  }

  /// Returns whether two values that differ in a log could have been equal in the app.
  ///
  /// Even two different placeholders could: a reducer that removes the spaces around a password
  /// leaves a placeholder as it is.
  package func couldBeEqual(_ left: JSON, _ right: JSON) -> Bool {
    guard let numbers else { return false }
    switch (left, right) {
    case (.number(let left), .number(let right)):
      return Placeholder.isPlaceholder(left, numbers: numbers)
        || Placeholder.isPlaceholder(right, numbers: numbers)
    case (.string(let left), .string(let right)):
      return KnownParts(of: left).couldEqual(KnownParts(of: right))
    default: return false
    }
  }
}

/// What is known of a text: all of it, or what is before and after its placeholders.
private struct KnownParts {
  private let start: Substring.UTF8View
  private let end: Substring.UTF8View
  private let isWhole: Bool

  init(of text: String) {
    let bytes = text[...].utf8
    let range = Placeholder.range(in: text)
    start = range.map { bytes.prefix($0.lowerBound) } ?? bytes
    end = range.map { bytes.dropFirst($0.upperBound) } ?? bytes
    isWhole = range == nil
  }

  /// Whether two different texts could have been equal.
  func couldEqual(_ other: KnownParts) -> Bool {
    if isWhole, other.isWhole { return false }
    // A placeholder stands for at least one byte.
    if isWhole, start.count <= other.start.count + other.end.count { return false }
    if other.isWhole, other.start.count <= start.count + end.count { return false }
    return zip(start, other.start).allSatisfy { $0 == $1 }
      && zip(end.reversed(), other.end.reversed()).allSatisfy { $0 == $1 }
  }
}
