import RexDiff
public import RexJSON
import RexLog
import RexQuestions
import RexTimeline

/// Rules for which differences between states count as divergences.
public struct ComparisonRules: Sendable, Codable, Equatable {
  /// Paths whose values are not compared; the token `*` matches any key or index.
  public var ignoredPaths: [JSONPointer]
  /// The tolerance for numbers: absolute, or relative to the larger one if that exceeds 1.
  public var epsilon: Double

  /// Rules that ignore some paths, and small differences between numbers.
  public init(ignoredPaths: [JSONPointer] = [], epsilon: Double = 0) {
    (self.ignoredPaths, self.epsilon) = (ignoredPaths, epsilon)
  }

  /// Whether a difference is ignored.
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
  /// Whether this pattern matches a pointer, or one of its ancestors.
  fileprivate func matches(startOf path: JSONPointer) -> Bool {
    tokens.count <= path.tokens.count
      && zip(tokens, path.tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

/// Compares two states by the rules.
struct StateComparison {
  var rules: ComparisonRules
  /// A redacted log's placeholders: what they could stand for does not count as a difference.
  var placeholders: LogPlaceholders?

  /// How two states differ.
  enum Outcome {
    case equal
    /// They differ only where a placeholder could stand for the other value.
    case redacted(JSONDifference)
    /// They differ at these paths; the first difference is given in full.
    case different(JSONDifference, paths: [JSONPointer])
  }

  /// Compares the recorded state with the re-reduced one.
  ///
  /// - Parameters:
  ///   - recorded: The recorded state.
  ///   - reduced: The re-reduced state.
  ///   - logged: The recorded state as it is in the log, if `recorded` was decoded and encoded
  ///     again. Only its numbers show whether they are placeholders.
  func outcome(of recorded: JSON, _ reduced: JSON, logged: JSON? = nil) -> Outcome {
    var first: JSONDifference?
    var paths: [JSONPointer] = []
    var redacted: JSONDifference?
    _ = JSON.firstDifference(from: recorded, to: reduced) { difference in
      if rules.ignores(difference) { return false }
      guard !isRedacted(difference, old: logged?[difference.path]) else {
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

  /// Compares the recorded error with the re-reduced one.
  func outcome(ofErrors recorded: String?, _ reduced: String?) -> Outcome {
    guard recorded != reduced else { return .equal }
    let difference = JSONDifference(
      path: JSONPointer(), old: recorded.map(JSON.string), new: reduced.map(JSON.string))
    return isRedacted(difference) ? .redacted(difference) : .different(difference, paths: [])
  }

  private func isRedacted(_ difference: JSONDifference, old: JSON? = nil) -> Bool {
    guard let old = old ?? difference.old, let new = difference.new else { return false }
    return placeholders?.couldBeEqual(old, new) ?? false
  }
}

extension JSON {
  /// Whether an array at the path, or around it, has the same elements in a different order.
  func isReordered(in other: JSON, at path: JSONPointer) -> Bool {
    for count in (0...path.tokens.count).reversed() {
      let pointer = JSONPointer(tokens: Array(path.tokens.prefix(count)))
      guard let own = self[pointer]?.array, let others = other[pointer]?.array else { continue }
      if own.isReordering(of: others) { return true }
    }
    return false
  }
}
