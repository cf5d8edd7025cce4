package import RexJSON
import RexRedaction

/// The placeholders in a redacted log: values that stand for secrets, so what they were is unknown.
///
///     "redacted5f0c9a1b77e2d403"           was a text, and not an empty one
///     "Bearer redacted5f0c9a1b77e2d403"    was a text that began with "Bearer "
///     2130846021                           was a number
///     "left out: nested deeper than 128 levels"    was an array or an object, in any new log
package struct LogPlaceholders: Sendable, Equatable {
  /// The range of the integers that stand for numbers.
  package let numbers: ClosedRange<Int>?
  /// The number that stands for all numbers of one digit; nil in older logs.
  private let oneDigit: Int?

  /// Creates the placeholders of a log; nil if it has none: it is not redacted, and its recorder
  /// did not leave out what is nested too deep or too long.
  package init?(_ log: Log) {
    guard let redaction = log.session.redaction else {
      guard log.session.truncatesFailures else { return nil }
      (numbers, oneDigit) = (nil, nil)
      return
    }
    numbers = redaction.numbers ?? Placeholder.numbersInOlderLogs
    oneDigit = redaction.numbers?.lowerBound
  }

  /// Returns whether a value is or contains a placeholder, including in keys and longer texts.
  package func areContained(in value: JSON) -> Bool {
    numbers.map { Placeholder.isContained(in: value, numbers: $0) } ?? containsLeftOut(value)
  }

  /// Whether a value is, or contains, one that was left out: it was nested too deep, or too long.
  private func containsLeftOut(_ value: JSON) -> Bool {
    switch value {
    case .array(let elements): elements.contains(where: containsLeftOut)
    case .object(let members): members.contains { containsLeftOut($0.value) }
    default: isLeftOut(value)
    }
  }

  /// Returns whether two values that differ in the log could have been equal in the app.
  ///
  /// Even two different placeholders could, if a reducer made one from the other: removing the
  /// spaces around a password leaves a placeholder as it is.
  package func couldBeEqual(_ left: JSON, _ right: JSON) -> Bool {
    Self.couldBeEqual(left, of: self, right, of: self)
  }

  /// Returns whether different values of two logs could have been equal; nil is one without
  /// placeholders.
  static func couldBeEqual(
    _ left: JSON, of first: LogPlaceholders?, _ right: JSON, of second: LogPlaceholders?
  ) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      first?.isPlaceholder(left) == true || second?.isPlaceholder(right) == true
    case (.string(let left), .string(let right)):
      KnownParts(of: left, in: first).couldEqual(KnownParts(of: right, in: second))
    default: false
    }
  }

  func isPlaceholder(_ number: JSONNumber) -> Bool {
    numbers.map { Placeholder.isPlaceholder(number, numbers: $0) } ?? false
  }
}

/// What conditions ask of a redacted value.
extension LogPlaceholders {
  package func isUnknown(_ value: JSON) -> Bool {
    switch value {
    case .number, .string: areContained(in: value)
    default: false
    }
  }

  package func isLeftOut(_ value: JSON) -> Bool {
    value.string.map { LongValue.isMarker($0.utf8) } ?? false
  }

  /// All texts of one character have one placeholder, and so have all numbers of one digit.
  package func isAmbiguous(_ value: JSON) -> Bool {
    switch value {
    case .number(let number):
      oneDigit.map { Placeholder.isPlaceholder(number, numbers: $0...$0) } ?? false
    case .string where isLeftOut(value): true
    case .string(let text):
      numbers != nil && text.utf8.count >= Placeholder.oneCharacter.utf8.count
        && text.contains(Placeholder.oneCharacter)
    default: false
    }
  }

  /// In a session, equal secrets have equal placeholders.
  package func wereEqual(_ left: JSON, _ right: JSON) -> Bool? {
    if couldBeEqual(left, right), !arePlaceholders(left, right) { return nil }
    return false
  }

  private func arePlaceholders(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      isPlaceholder(left) && isPlaceholder(right)
    case (.string(let left), .string(let right)):
      Placeholder.isPlaceholder(left) && Placeholder.isPlaceholder(right)
    default: false
    }
  }
}

/// What is known of a text: all of it, or what is before and after its placeholders.
private struct KnownParts {
  private let start: Substring.UTF8View
  private let end: Substring.UTF8View
  private let isWhole: Bool

  init(of text: String, in placeholders: LogPlaceholders?) {
    let bytes = text[...].utf8
    let range = placeholders?.numbers == nil ? nil : Placeholder.range(in: text)
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
