package import RexJSON

/// Transforms the texts of lines before they are written to a log.
///
/// Each text is JSON, and is replaced by the result. A log's texts are passed one at a time, in the
/// order of its lines.
package protocol LineFilter: AnyObject, Sendable {
  /// Returns the text to write.
  func filter(_ json: [UInt8], as part: LinePart) -> [UInt8]

  /// Returns the string to write, for a part that is a string.
  func filter(_ text: String, as part: LinePart) -> String

  /// Returns the path to write in a description, for a path in a state or an action.
  func filter(_ path: JSONPointer) -> JSONPointer

  /// Calls a closure that encodes values of the app.
  func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result

  /// The number of values redacted so far.
  var redactedCount: Int { get }
}

extension LineFilter {
  package func filter(_ text: String, as part: LinePart) -> String {
    (try? JSON(parsing: filter(JSON.string(text).bytes, as: part)))?.string ?? ""
  }

  package func filter(_ path: JSONPointer) -> JSONPointer { path }

  package var redactedCount: Int { 0 }

  package func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result {
    try body()
  }
}

/// A part of a line that contains values of the app.
package enum LinePart: Sendable {
  /// An action's label, a string.
  case type
  /// An encoded action.
  case action
  /// The description of an action that is not shown, a string.
  case opaque
  /// The description of an error that a reducer threw, a string.
  case error
  /// An action's patch.
  case patch
  /// A whole state that no patch leads to, such as the first one, or one after a gap.
  case start
  /// A whole state that the patches lead to.
  case state
  /// A mark's label, a string.
  case label
  /// A mark's data.
  case data
}
