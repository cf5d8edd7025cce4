import Foundation
package import RexJSON
package import RexLog

/// The places of dates in documents, in which a date is a number of seconds since 2001.
///
///     /tasks/*/due        the date of every element
///
/// A `*` stands for every index and key.
package struct DatePaths: Sendable, Equatable {
  private var isDate = false
  private var children: [String: DatePaths] = [:]

  /// The places that JSON Pointers name, as a log tells them.
  package init(_ places: [String] = []) {
    for pointer in places.lazy.compactMap({ JSONPointer($0) }) { insert(pointer.tokens[...]) }
  }

  private mutating func insert(_ tokens: ArraySlice<String>) {
    guard let token = tokens.first else {
      isDate = true
      return
    }
    children[token, default: DatePaths()].insert(tokens.dropFirst())
  }

  /// Whether there are none.
  package var isEmpty: Bool { !isDate && children.isEmpty }

  /// The places below a token: those of the token itself, and of every token.
  private subscript(token: String) -> [DatePaths] {
    (token == "*" ? [children["*"]] : [children[token], children["*"]]).compactMap { $0 }
  }

  /// A date in a value: its path from there, and its text.
  package struct Found: Sendable, Equatable {
    package var path: JSONPointer
    package var text: String
  }

  /// The first dates in a value at a position; numbers that stand for secrets are no dates.
  package func dates(
    in value: JSON, at position: JSONPointer, atMost limit: Int, besides secrets: LogPlaceholders?
  ) -> [Found] {
    let paths = position.tokens.reduce([self]) { paths, token in paths.flatMap { $0[token] } }
    var found: [Found] = []
    Self.collect(paths, value, JSONPointer(), limit, secrets, into: &found)
    return found
  }

  /// A path has at most as many tokens as the longest place, so the depth is limited.
  private static func collect(
    _ paths: [DatePaths], _ value: JSON, _ path: JSONPointer, _ limit: Int,
    _ secrets: LogPlaceholders?, into found: inout [Found]
  ) {
    if case .number(let number) = value {
      guard paths.contains(where: \.isDate), secrets?.areContained(in: value) != true,
        let text = number.double.flatMap(LogText.date(seconds:))
      else { return }
      return found.append(Found(path: path, text: text))
    }
    guard paths.contains(where: { !$0.children.isEmpty }) else { return }
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() where found.count < limit {
        let inner = paths.flatMap { $0[String(index)] }
        guard !inner.isEmpty else { continue }
        collect(inner, element, path.appending(index), limit, secrets, into: &found)
      }
    case .object(let members):
      for (key, member) in members where found.count < limit {
        let inner = paths.flatMap { $0[key] }
        guard !inner.isEmpty else { continue }
        collect(inner, member, path.appending(key), limit, secrets, into: &found)
      }
    default: break
    }
  }
}

extension LogText {
  /// A date as `Date` encodes it: `2026-11-25T09:30:00.250Z`; nil for one that no calendar has.
  package static func date(seconds: Double) -> String? {
    guard abs(seconds) < dateSecondsMax else { return nil }
    // Formatting cuts what is below a millisecond.
    return Date(timeIntervalSinceReferenceDate: seconds + 0.0005).formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// Some thousand years; a calendar is not asked for stranger dates.
  private static let dateSecondsMax = 1e11
}
