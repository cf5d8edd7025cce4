import RexJSON
import RexQuery

/// Laws that hold for any expression, checked by fuzzing.
public enum QueryLaws {
  /// The law that these bytes break as an expression, a pattern or a path; nil if they break none.
  ///
  /// The text after the first line feed is matched against the pattern.
  public static func violation(of bytes: [UInt8]) -> String? {
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let expression = String(decoding: parts[0], as: UTF8.self)
    let text = String(decoding: parts.dropFirst().first ?? [], as: UTF8.self)
    return pathViolation(expression) ?? conditionViolation(expression)
      ?? patternViolation(expression, text) ?? valuePathViolation(expression)
  }

  private static let document: JSON = [
    "a": [1, "a", ["b": nil, "id": 17], [], -0.0, "é😀", 1.5], "b": ["a": ["a": true, "b": [[0]]]],
    "id": "a*", "": ["'": 0, "\\": "loom"],
  ]

  private static let limits: QueryLimits = {
    var limits = QueryLimits.standard
    (limits.stepsMax, limits.nodesMax) = (20_000, 2_000)
    return limits
  }()

  private static func pathViolation(_ expression: String) -> String? {
    do throws(QueryError) {
      let path = try JSONPath(expression, limits: limits)
      guard let nodes = try? path.nodes(in: document) else { return nil }
      guard (try? path.values(in: document)) == nodes.map(\.value) else {
        return "values are those of the nodes"
      }
      guard let condition = try? Condition(expression, limits: limits) else {
        return "a query is a condition"
      }
      if let holds = try? condition.holds(in: Moment(after: document)), holds == nodes.isEmpty {
        return "a query means the same in a condition"
      }
      for node in nodes.prefix(20) where document[node.path.pointer] != node.value {
        return "a node's pointer leads to it"
      }
      for node in nodes.prefix(20) {
        let path = try JSONPath(node.path.description)
        let found = try path.nodes(in: document)
        guard path.isSingular, found == [node] else {
          return "a normalized path is a singular query for its node"
        }
      }
      return path.isSingular && nodes.count > 1 ? "a singular query has one node at most" : nil
    } catch {
      return violation(of: error, in: expression)
    }
  }

  private static func conditionViolation(_ expression: String) -> String? {
    let condition: Condition
    do throws(QueryError) {
      condition = try Condition(expression, limits: limits)
    } catch {
      return violation(of: error, in: expression)
    }
    let moment = Moment(after: document, before: document["b"], entry: document["a"])
    _ = try? condition.readings(in: moment)
    guard let holds = try? condition.holds(in: moment) else { return nil }
    for (place, member) in (document.object ?? JSONObject()).enumerated() {
      guard var changed = document.object else { break }
      changed[member.key] = place.isMultiple(of: 2) ? nil : 2
      let pointer = JSONPointer(tokens: [member.key])
      if !condition.isAffected(byChangeAt: pointer),
        let other = try? condition.holds(
          in: Moment(after: .object(changed), before: moment.before, entry: moment.entry)),
        other != holds
      {
        return "what touches no dependency leaves the result"
      }
    }
    return nil
  }

  private static func patternViolation(_ pattern: String, _ text: String) -> String? {
    do throws(QueryError) {
      let regexp = try IRegexp(pattern, limits: limits)
      let isWhole = regexp.matchesWhole(text)
      guard !isWhole || regexp.isFound(in: text) else { return "a whole match is a match" }
      let group = try IRegexp("(\(pattern))", limits: .standard)
      return group.matchesWhole(text) == isWhole ? nil : "a group matches what its pattern does"
    } catch {
      return violation(of: error, in: pattern)
    }
  }

  private static func valuePathViolation(_ text: String) -> String? {
    do throws(QueryError) {
      let path = try ValuePath(text, limits: limits)
      guard let pointer = path.resolve(in: document) else {
        return path.value(in: document) == nil ? nil : "what has a value has a place"
      }
      return document[pointer] == path.value(in: document) ? nil : "a path's pointer leads there"
    } catch {
      return violation(of: error, in: text)
    }
  }

  private static func violation(of error: QueryError, in text: String) -> String? {
    if let column = error.column, !(1...text.unicodeScalars.count + 1).contains(column) {
      return "an error's column is in the text"
    }
    guard
      error.description.unicodeScalars.allSatisfy({ 0x20..<0x7F ~= $0.value || $0 == "…" })
    else { return "an error's text is printable" }
    return nil
  }
}
