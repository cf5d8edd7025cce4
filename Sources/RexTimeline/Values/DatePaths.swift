import Foundation
package import RexJSON
package import RexLog

/// The places of dates in documents, in which a date is a number of seconds since 2001.
///
///     /tasks/*/due        the date of every element
///
/// A number in a path, whether index or key, is a `*`.
package struct DatePaths: Sendable {
  private var isDate = false
  private var children: [String: DatePaths] = [:]

  package init() {}

  /// The places at which a document has a mark; the document is as deep as what Codable encodes.
  package init(ofEach mark: JSON, in document: JSON) {
    switch document {
    case .array(let elements): for element in elements { insert(mark, in: element, at: "*") }
    case .object(let members):
      for (key, member) in members { insert(mark, in: member, at: Self.name(key)) }
    default: isDate = document == mark
    }
  }

  private mutating func insert(_ mark: JSON, in child: JSON, at name: String) {
    let found = DatePaths(ofEach: mark, in: child)
    if found.isDate || !found.children.isEmpty {
      children[name, default: DatePaths()].formUnion(found)
    }
  }

  private static func name(_ token: String) -> String {
    token.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? "*" : token
  }

  /// Adds the places of other dates.
  package mutating func formUnion(_ others: DatePaths) {
    isDate = isDate || others.isDate
    children.merge(others.children) { first, second in
      var both = first
      both.formUnion(second)
      return both
    }
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
    var paths = self
    for token in position.tokens {
      guard let child = paths.children[Self.name(token)] else { return [] }
      paths = child
    }
    var found: [Found] = []
    paths.collect(value, JSONPointer(), limit, secrets, into: &found)
    return found
  }

  /// The depth is that of the app's types.
  private func collect(
    _ value: JSON, _ path: JSONPointer, _ limit: Int, _ secrets: LogPlaceholders?,
    into found: inout [Found]
  ) {
    if isDate, case .number(let number) = value, secrets?.areContained(in: value) != true,
      let text = number.double.flatMap(LogText.date(seconds:))
    {
      found.append(Found(path: path, text: text))
    }
    guard !children.isEmpty else { return }
    switch value {
    case .array(let elements):
      guard let child = children["*"] else { return }
      for (index, element) in elements.enumerated() where found.count < limit {
        child.collect(element, path.appending(index), limit, secrets, into: &found)
      }
    case .object(let members):
      for (key, member) in members where found.count < limit {
        guard let child = children[Self.name(key)] else { continue }
        child.collect(member, path.appending(key), limit, secrets, into: &found)
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
