package import RexDiff
public import RexJSON

/// Rules for which differences between states count.
public struct ComparisonRules: Sendable, Codable, Equatable {
  /// Paths whose values are not compared; the token `*` matches any key or index.
  public var ignoredPaths: [JSONPointer]
  /// The tolerance for numbers: absolute, or relative to the larger one if that exceeds 1.
  public var epsilon: Double

  /// Rules that ignore some paths, and small differences between numbers.
  public init(ignoredPaths: [JSONPointer] = [], epsilon: Double = 0) {
    (self.ignoredPaths, self.epsilon) = (ignoredPaths, epsilon)
  }

  /// Whether every difference counts.
  package var areExact: Bool { ignoredPaths.isEmpty && epsilon == 0 }

  /// Whether a difference is ignored.
  package func ignores(_ difference: JSONDifference) -> Bool {
    ignores(difference.path) || areClose(difference.old, difference.new)
  }

  /// Whether the values at a path are not compared.
  package func ignores(_ path: JSONPointer) -> Bool {
    ignoredPaths.contains { $0.matches(startOf: path) }
  }

  /// Whether two values are numbers within the tolerance.
  package func areClose(_ old: JSON?, _ new: JSON?) -> Bool {
    guard epsilon > 0, let old = old?.number?.double, let new = new?.number?.double else {
      return false
    }
    return abs(old - new) <= epsilon * max(1, abs(old), abs(new))
  }

  /// Whether no difference between two states counts at some paths and below, other than known
  /// ones.
  package func areEqual(
    _ old: JSON, _ new: JSON, at paths: [JSONPointer], isKnown: (JSONPointer) -> Bool
  ) -> Bool {
    paths.allSatisfy { path in
      guard let old = old[path], let new = new[path] else {
        return old[path] == new[path] || ignores(path) || isKnown(path)
      }
      let difference = JSON.firstDifference(from: old, to: new) { found in
        let place = JSONPointer(tokens: path.tokens + found.path.tokens)
        return !ignores(JSONDifference(path: place, old: found.old, new: found.new))
          && !isKnown(place)
      }
      return difference == nil
    }
  }
}

extension JSONPointer {
  /// Whether this pattern matches a pointer, or one of its ancestors.
  fileprivate func matches(startOf path: JSONPointer) -> Bool {
    tokens.count <= path.tokens.count
      && zip(tokens, path.tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
