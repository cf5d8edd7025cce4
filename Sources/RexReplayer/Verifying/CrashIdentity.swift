/// What two crashes have in common if they are the same: the action's type, the reason, the place
/// and the message, less what varies from run to run.
///
///     A.swift:12: Fatal error: no user 17 in [3, 4]   ┐ A.swift:12
///     A.swift:12: Fatal error: no user 40 in [4]      ┴ Fatal error: no user * in
package struct CrashIdentity: Equatable {
  package let type: String?
  package let reason: String
  /// Where and why the process ended, in its own words; nil if it printed neither.
  package let place, message: String?

  package init(_ crash: Crash) {
    let printed = CrashMessage(crash.message)
    (type, reason) = (crash.type, crash.reason)
    (place, message) = (printed?.place, printed?.text.withoutNumbers)
  }
}

/// A crash message of the Swift runtime: `Chat/Messages.swift:55: Fatal error: Index out of range`.
package struct CrashMessage {
  /// The file and the line, if the message has them.
  package let place: String?
  /// The first line from `Fatal error` on.
  package let text: String

  /// Finds the message in what a process printed; nil if it printed something else.
  package init?(_ printed: String) {
    guard let line = printed.split(separator: "\n").first,
      let start = Self.start(in: line)
    else { return nil }
    let place = line[..<start]
    self.place = place.isEmpty ? nil : String(place.dropLast(2))
    text = String(line[start...])
  }

  /// Where a crash message starts in a line, after its place; nil if the line has none.
  package static func start(in line: Substring) -> String.Index? {
    let kinds = #/(^|: )(Fatal error|Precondition failed|Assertion failed|Could not cast value)/#
    return line.firstMatch(of: kinds)?.output.2.startIndex
  }
}

extension String {
  /// A message without addresses, numbers, and words that contain digits, and without what follows
  /// a bracket or a quote, such as a set, whose order varies.
  fileprivate var withoutNumbers: String {
    String(prefix { !"[{\"".contains($0) }).replacing(#/[^\s()']*[0-9][^\s()']*/#, with: "*")
  }
}
