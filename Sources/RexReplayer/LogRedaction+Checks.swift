import RexJSON
import RexLog
import RexRedaction

/// Redacts values and keys of the state in the texts that a recorder writes about its own checks.
///
///     mark impure reducer         {"path":"/user/token","first":"\"abc\"","second":"\"def\"",…}
///     action encodingCorrected    a fresh encoding of Item differed at /contacts/ann
///
/// The rules apply at the paths in the state, not where these texts are in the log.
extension Redactor {
  /// Redacts a mark's data at the paths that it names, if a purity check wrote the mark.
  mutating func redactImpurity(in mark: inout LogMark) {
    guard mark.label == "impure reducer", var data = mark.data?.object,
      let differences = data["differences"]?.array
    else { return }
    data["differences"] = .array(differences.map { redacted(difference: $0) })
    mark.data = .object(data)
  }

  private mutating func redacted(difference: JSON) -> JSON {
    guard var members = difference.object,
      let path = members["path"]?.string.flatMap({ JSONPointer($0) })
    else { return difference }
    members["path"] = .string(redact(path: path).description)
    for key in ["first", "second"] {
      guard let text = members[key]?.string else { continue }
      members[key] = .string(redacted(value: text, at: path))
    }
    return .object(members)
  }

  /// Redacts a value's JSON text; all of it if it is truncated, since no rule can be applied then.
  private mutating func redacted(value text: String, at path: JSONPointer) -> String {
    guard let value = try? JSON(parsing: Array(text.utf8)) else { return redact(fingerprint: text) }
    let redacted = redact(value, at: path)
    return redacted == value ? text : redacted.description
  }

  /// Redacts the path in the description of a corrected encoding.
  mutating func redactPath(inCorrection text: String) -> String {
    let (before, after) = (" differed at ", "; now always encoded: ")
    guard let start = text.firstRange(of: before)?.upperBound else { return text }
    let end = text[start...].firstRange(of: after)?.lowerBound ?? text.endIndex
    guard let path = JSONPointer(String(text[start..<end])) else { return text }
    return text[..<start] + redact(path: path).description + text[end...]
  }
}
