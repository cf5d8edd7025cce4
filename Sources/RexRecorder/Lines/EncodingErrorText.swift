import RexJSON
import RexRedaction

extension Redactor {
  /// Returns the description of an error of the app's `encode(to:)`, without secrets.
  ///
  /// If there are rules, the description does not contain the value that could not be encoded. If a
  /// rule depends on paths, it does not contain the error's text either.
  func description(ofEncodingError error: any Error) -> String {
    guard case EncodingError.invalidValue(let value, let context) = error else {
      return rules.dependsOnPaths
        ? "an error of type \(type(of: error))" : redact(text: String(describing: error))
    }
    let path = JSONPointer(
      tokens: context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
    let place = path.tokens.isEmpty ? "" : " at '\(shortened(redact(path: path)))'"
    let subject = "a value of type \(type(of: value))\(place)"
    return rules.dependsOnPaths
      ? subject + " is invalid" : redact(text: "\(subject): \(context.debugDescription)")
  }

  /// A path on one short line: its first and last steps.
  private func shortened(_ path: JSONPointer) -> String {
    guard path.tokens.count > 8 else { return path.description }
    return JSONPointer(tokens: Array(path.tokens.prefix(4))).description + "/…"
      + JSONPointer(tokens: Array(path.tokens.suffix(2))).description
  }
}
