import RexDiff
import RexJSON
import RexLog
import RexQuestions
import RexTimeline

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
