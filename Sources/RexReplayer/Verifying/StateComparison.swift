import RexDiff
public import RexJSON
import RexRedaction

/// What of two states may differ without being a divergence.
public struct ComparisonRules: Sendable, Codable, Equatable {
  /// Paths whose values are not compared; the token `*` stands for any one.
  public var ignoredPaths: [JSONPointer]
  /// Numbers are equal when they differ by no more, times the larger of both where that is over 1.
  public var epsilon: Double

  /// Rules that ignore these paths, and differences of numbers up to this one.
  public init(ignoredPaths: [JSONPointer] = [], epsilon: Double = 0) {
    (self.ignoredPaths, self.epsilon) = (ignoredPaths, epsilon)
  }

  /// Whether a difference does not count.
  func ignores(_ difference: JSONDifference) -> Bool {
    ignoredPaths.contains { $0.matches(startOf: difference.path) }
      || epsilon > 0 && isWithinEpsilon(difference)
  }

  private func isWithinEpsilon(_ difference: JSONDifference) -> Bool {
    guard let old = difference.old?.number?.double, let new = difference.new?.number?.double else {
      return false
    }
    return abs(old - new) <= epsilon * max(1, abs(old), abs(new))
  }
}

extension JSONPointer {
  /// Whether this leads to the value of another pointer, or to one that holds it.
  fileprivate func matches(startOf path: JSONPointer) -> Bool {
    tokens.count <= path.tokens.count
      && zip(tokens, path.tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

/// Two states side by side: the differences that count.
struct StateComparison {
  var rules: ComparisonRules
  /// Whether values may be placeholders, so that their difference tells nothing.
  var isRedacted: Bool

  /// How two states differ.
  enum Outcome {
    case equal
    /// Only where a value holds a placeholder.
    case redacted(JSONDifference)
    /// At these paths, of which the first is given in full.
    case different(JSONDifference, paths: [JSONPointer])
  }

  /// Compares the recorded state with the re-reduced one.
  func outcome(of recorded: JSON, _ reduced: JSON) -> Outcome {
    var first: JSONDifference?
    var paths: [JSONPointer] = []
    var redacted: JSONDifference?
    _ = JSON.firstDifference(from: recorded, to: reduced) { difference in
      if rules.ignores(difference) { return false }
      guard !isRedacted || !difference.holdsPlaceholder else {
        redacted = redacted ?? difference
        return false
      }
      first = first ?? difference
      paths.append(difference.path)
      return paths.count == Divergence.pathsMax
    }
    if let first { return .different(first, paths: paths) }
    return redacted.map(Outcome.redacted) ?? .equal
  }

  /// Compares what both threw.
  func outcome(ofErrors recorded: String?, _ reduced: String?) -> Outcome {
    guard recorded != reduced else { return .equal }
    let difference = JSONDifference(
      path: JSONPointer(), old: recorded.map(JSON.string), new: reduced.map(JSON.string))
    let isUnknown = isRedacted && difference.holdsPlaceholder
    return isUnknown ? .redacted(difference) : .different(difference, paths: [])
  }
}

extension JSONDifference {
  fileprivate var holdsPlaceholder: Bool {
    [old, new].compactMap(\.self).contains(where: Placeholder.isHeld)
  }
}
