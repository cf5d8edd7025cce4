import RexJSON
import RexTimeline

extension ReductionError {
  /// The migration operation that would fix this error; nil if none is known.
  var operation: MigrationAdvice.Operation? {
    guard stage == .decodingState || stage == .decodingAction else { return nil }
    switch cause {
    case DecodingError.keyNotFound(let key, let context):
      return .setDefault(AdvisedPath(context.codingPath + [key]), nil)
    case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
      return unknownCase(context) ?? .document(AdvisedPath(context.codingPath))
    case DecodingError.valueNotFound(_, let context):
      return .document(AdvisedPath(context.codingPath))
    default: return nil
    }
  }

  /// Renames a case that an enum or a registry does not know.
  private func unknownCase(_ context: DecodingError.Context) -> MigrationAdvice.Operation? {
    let text = context.debugDescription.replacing(#/ \(line \d+, column \d+\)$/#, with: "")
    guard let (name, known) = enumCase(text) ?? registeredName(text) else { return nil }
    let similar = known.filter { $0.isSimilar(to: name) }
    return .renameCase(
      name, similar.count == 1 ? similar[0] : nil, AdvisedPath(context.codingPath))
  }

  /// Parses the decoder's message for enums: `No case "add"; the cases are "added", "removed".`.
  private func enumCase(_ text: String) -> (name: String, known: [String])? {
    guard text.hasPrefix("No case "), text.hasSuffix(".") else { return nil }
    let parts = text.dropFirst("No case ".count).dropLast().split(separator: "; the cases are ")
    guard let name = parts.first.flatMap({ try? JSON(parsing: Array($0.utf8)) })?.string else {
      return nil
    }
    let known = parts.dropFirst().first.flatMap { try? JSON(parsing: Array("[\($0)]".utf8)) }
    return (name, known?.array?.compactMap(\.string) ?? [])
  }

  /// Parses a registry's message: `no action is named Add; there are Added, Removed`.
  private func registeredName(_ text: String) -> (name: String, known: [String])? {
    let start = "no action is named "
    guard text.hasPrefix(start) else { return nil }
    let parts = text.dropFirst(start.count).split(separator: "; there are ")
    guard parts.count == 2, !parts[0].contains(", ") else { return nil }
    return (String(parts[0]), parts[1].split(separator: ", ").map(String.init))
  }
}

extension String {
  /// Whether one name is a prefix or suffix of the other, ignoring case.
  fileprivate func isSimilar(to other: String) -> Bool {
    let (short, long) = utf8.count < other.utf8.count ? (self, other) : (other, self)
    let (part, whole) = (short.lowercased(), long.lowercased())
    return !part.isEmpty && (whole.hasPrefix(part) || whole.hasSuffix(part))
  }
}
