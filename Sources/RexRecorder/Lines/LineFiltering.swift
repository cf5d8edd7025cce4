import RexActions
import RexJSON
import RexLog

/// A recording's line filter, if it has one; otherwise, texts are not changed.
struct LineFiltering {
  let filter: (any LineFilter)?
  /// Whether a rule depends on paths, so that it cannot be applied to free text.
  let dependsOnPaths: Bool

  init(_ configuration: RecorderConfiguration) {
    filter = configuration.lineFilter
    dependsOnPaths = configuration.redaction.dependsOnPaths
  }

  /// Lets the filter call a closure that encodes values of the app.
  func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let filter else { return try body() }
    return try filter.whileEncoding(body)
  }

  /// Returns the source of a dispatch, with filtered information.
  func filtered(_ source: ActionSource?) -> LogSource? {
    var source = source.map(LogSource.init)
    if let info = source?.info { source?.info = filtered(info, as: .label) }
    return source
  }

  /// Returns the filtered text.
  func filtered(_ json: [UInt8], as part: LinePart) -> [UInt8] {
    filter?.filter(json, as: part) ?? json
  }

  /// Returns the filtered document.
  func filtered(_ json: JSON, as part: LinePart) -> JSON {
    guard let filter else { return json }
    return (try? JSON(parsing: filter.filter(json.bytes, as: part))) ?? .null
  }

  /// Returns the filtered description of an error of the app's `encode(to:)`.
  ///
  /// If there is a filter, the description does not contain the value that could not be encoded. If
  /// a rule depends on paths, it does not contain the error's text either.
  func description(ofEncodingError error: any Error) -> String {
    guard let filter else { return String(describing: error) }
    guard case EncodingError.invalidValue(let value, let context) = error else {
      return dependsOnPaths
        ? "an error of type \(type(of: error))"
        : filter.filter(String(describing: error), as: .error)
    }
    let path = JSONPointer(
      tokens: context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
    let subject = "a value of type \(type(of: value)) at '\(filter.filter(path))'"
    return dependsOnPaths
      ? subject + " is invalid"
      : filter.filter("\(subject): \(context.debugDescription)", as: .error)
  }

  /// Returns the filtered path in a state.
  func filtered(_ path: JSONPointer) -> JSONPointer { filter?.filter(path) ?? path }

  /// Returns the filtered string.
  func filtered(_ text: String, as part: LinePart) -> String {
    filter?.filter(text, as: part) ?? text
  }
}
