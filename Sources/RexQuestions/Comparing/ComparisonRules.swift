package import RexDiff
public import RexJSON
package import RexLog

/// Rules for which differences between states count.
public struct ComparisonRules: Sendable, Codable, Equatable {
  /// Paths whose values are not compared; the token `*` matches any key or index.
  public var ignoredPaths: [JSONPointer]
  /// The tolerance for numbers: absolute, or relative to the larger one if that exceeds 1.
  public var epsilon: Double
  /// The placeholders of the compared logs; what they could stand for is not compared.
  package var placeholders: PlaceholderPair?

  /// Rules that ignore some paths, and small differences between numbers.
  public init(ignoredPaths: [JSONPointer] = [], epsilon: Double = 0) {
    (self.ignoredPaths, self.epsilon) = (ignoredPaths, epsilon)
  }

  private enum CodingKeys: CodingKey { case ignoredPaths, epsilon }

  /// Whether every difference counts, except in redacted values.
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

  /// These rules for two logs with placeholders.
  package func hiding(_ placeholders: PlaceholderPair?) -> ComparisonRules {
    var rules = self
    rules.placeholders = placeholders
    return rules
  }

  /// Whether a value that is redacted could be the same as the other log's.
  package func isHidden(_ difference: JSONDifference) -> Bool {
    guard let placeholders, let old = difference.old, let new = difference.new
    else { return false }
    return placeholders.couldBeEqual(old, new)
  }

  /// Whether no difference between two states counts at some paths and below, other than known
  /// ones.
  package func areEqual(
    _ old: JSON, _ new: JSON, at paths: [JSONPointer], isKnown: (JSONDifference) -> Bool
  ) -> Bool {
    paths.allSatisfy { path in
      guard let old = old[path], let new = new[path] else {
        return old[path] == new[path] || ignores(path)
          || isKnown(JSONDifference(path: path, old: old[path], new: new[path]))
      }
      let difference = JSON.firstDifference(from: old, to: new) { found in
        let place = JSONPointer(tokens: path.tokens + found.path.tokens)
        let difference = JSONDifference(path: place, old: found.old, new: found.new)
        return !ignores(difference) && !isKnown(difference)
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
