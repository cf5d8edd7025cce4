import RexJSON

/// What the texts of lines go through before they become bytes of a log.
///
/// Each text is JSON, and what comes back stands in its place. All texts of one log come in the
/// order of its lines, one at a time.
package protocol LineFilter: AnyObject, Sendable {
  /// The text that the log shows.
  func filter(_ json: [UInt8], as part: LinePart) -> [UInt8]

  /// The string that the log shows: of a part that is one.
  func filter(_ text: String, as part: LinePart) -> String

  /// Runs a body in which values of the app are encoded.
  func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result

  /// How many values have been covered so far.
  var coveredCount: Int { get }
}

extension LineFilter {
  package func filter(_ text: String, as part: LinePart) -> String {
    (try? JSON(parsing: filter(JSON.string(text).bytes, as: part)))?.string ?? ""
  }

  package var coveredCount: Int { 0 }

  package func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result {
    try body()
  }
}

/// The parts of lines in which something of the app appears.
package enum LinePart: Sendable {
  /// An action's label, a string.
  case type
  /// An encoded action.
  case action
  /// What is said of an action that is not shown, a string.
  case opaque
  /// What a reducer threw, a string.
  case error
  /// An action's patch.
  case patch
  /// A whole state that no patch leads to: the first, and after a gap.
  case start
  /// The whole state that the patches lead to.
  case state
  /// A mark's label, a string.
  case label
  /// A mark's data.
  case data
}
