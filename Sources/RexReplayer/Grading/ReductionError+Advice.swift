import RexActions
import RexJSON
import RexTimeline

extension ReductionError {
  /// The path of what cannot be decoded; nil for another error.
  var advisedPath: AdvisedPath? {
    guard stage == .decodingState || stage == .decodingAction else { return nil }
    return switch cause {
    case DecodingError.keyNotFound(let key, let context): AdvisedPath(context.codingPath + [key])
    case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context),
      DecodingError.valueNotFound(_, let context):
      AdvisedPath(context.codingPath)
    default: nil
    }
  }

  /// The migration operation that would fix this error; nil if none is known.
  var operation: MigrationAdvice.Operation? {
    guard let path = advisedPath else { return nil }
    switch cause {
    case DecodingError.keyNotFound: return .setDefault(path, nil)
    case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
      return renaming(at: path, context.underlyingError)
    default: return nil
    }
  }

  /// Renames a case that an enum or a registry does not know.
  private func renaming(
    at path: AdvisedPath, _ error: (any Error)?
  ) -> MigrationAdvice.Operation? {
    let (found, known): ([String], [String])
    switch error {
    case let error as JSONError:
      guard case .noSuchCase(let names, let cases) = error.kind else { return nil }
      (found, known) = (names, cases ?? [])
    case let error as UnregisteredName: (found, known) = (error.found, error.known)
    default: return nil
    }
    guard found.count == 1 else { return nil }
    let similar = known.filter { $0.isSimilar(to: found[0]) }
    return .renameCase(found[0], similar.count == 1 ? similar[0] : nil, path)
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
