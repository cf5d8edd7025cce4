/// A condition on states and log entries: a logical expression of RFC 9535.
///
///     $.cart.total < 0
///     count($.messages[*]) > 100 && @.type == "deleteMessage"
///     $.selected != $$.selected
///
/// The syntax is that of a filter, `[?…]`, with three extensions: `$$` is the state before the
/// action, `@@` the log's entry, and values can be calculated. `$` is the state after the action.
/// `@` is the node in a filter, as in the RFC, and outside of filters the entry.
public struct Condition: Sendable {
  /// The expression's text.
  public let text: String

  /// Warnings about ill-formed patterns, which match nothing according to the RFC, and about
  /// comparisons of a value with itself.
  public let warnings: [QueryError]

  /// The values that the result depends on; other changes do not affect it.
  package let dependencies: [Dependency]

  let expression: LogicalExpression
  /// Whether it holds where the expression does not, also where that is undefined.
  private var isInverted = false
  let operands: [Operand]
  let limits: QueryLimits

  /// A document that a condition can read.
  package enum Document: Sendable, Hashable {
    /// The state after the action: `$`.
    case after
    /// The state before the action: `$$`.
    case before
    /// The action's entry in the log: `@@`, or `@` outside of filters.
    case entry
  }

  /// A condition from its text.
  public init(_ text: String, limits: QueryLimits = .standard) throws(QueryError) {
    var parser = try Parser(text, limits: limits, isExtended: true)
    expression = try parser.condition()
    warnings = parser.warnings
    operands = parser.operands
    dependencies = DependencyCollector.dependencies(of: expression)
    documents = Set(dependencies.map(\.document))
    self.text = text
    self.limits = limits
  }

  /// Whether the condition holds; throws only if the evaluation exceeds a limit.
  public func holds(in moment: Moment) throws(QueryError) -> Bool {
    try result(in: moment) == true
  }

  /// Whether the condition holds; nil if that depends on a redacted value.
  package func result(in moment: Moment) throws(QueryError) -> Bool? {
    var warning: QueryError?
    return try result(in: moment, warning: &warning)
  }

  /// The same; also sets the warning about a filter that tests whether a Boolean exists, about a
  /// comparison of null with nothing or of a text with an object, or about a rounded number.
  package func result(
    in moment: Moment, warning: inout QueryError?
  ) throws(QueryError) -> Bool? {
    var memory: ConditionMemory?
    return try result(in: moment, &memory, warning: &warning)
  }

  /// The same; what the evaluation keeps for the next one is in a memory, which has to follow the
  /// changes of the state in between.
  package func result(
    in moment: Moment, _ memory: inout ConditionMemory?, warning: inout QueryError?
  ) throws(QueryError) -> Bool? {
    let missing = documents.filter { moment[$0] == nil }
    let evaluator = Evaluator(moment, missing: missing, limits: limits)
    swap(&evaluator.memory, &memory)
    let outcome = evaluator.holds(expression, node: nil)
    swap(&evaluator.memory, &memory)
    memory?.add(stepCount: evaluator.stepCount)
    try evaluator.check()
    if warning == nil, let query = evaluator.testedBoolean {
      warning = QueryError(kind: .testedBoolean(written(query)))
    } else if warning == nil, let query = evaluator.comparedWithNull {
      warning = QueryError(kind: .absentIsNotNull(written(query)))
    } else if warning == nil, let (query, name) = evaluator.comparedWithKey {
      let member = Query(root: query.root, segments: query.segments + [.step(.name(name))])
      warning = QueryError(kind: .objectIsNotText(written(query), member: written(member)))
    } else if warning == nil, let (query, name) = evaluator.memberOfText {
      let text = NormalizedPath.quoted(name)
      warning = QueryError(kind: .textIsNotObject(written(query), text: text))
    } else if warning == nil, evaluator.wasRounded {
      warning = QueryError(kind: .rounded)
    }
    return isInverted ? outcome.holds.map(!) : outcome.holds
  }

  /// A query's text; outside of filters, the entry may be written as `@`.
  private func written(_ query: Query) -> String {
    let isShort = query.description.hasPrefix("@@") && !text.contains("@@")
    return isShort ? String(query.description.dropFirst()) : query.description
  }

  /// The condition that this one does not hold.
  ///
  /// It is not that of `!(…)`, which does not hold either where a calculation has no result.
  package var inverted: Condition {
    var condition = self
    condition.isInverted.toggle()
    return condition
  }

  /// The condition that a text without roots may stand for, such as `$.total < 0` for `total < 0`.
  package static func meant(by text: String) -> String? {
    var text = text
    for _ in 0..<meantWordsMax {
      do throws(QueryError) {
        return try Condition(text).text
      } catch {
        let offset = (error.column ?? 1) - 1
        guard let start = text.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex)
        else { return nil }
        if let name = error.kind.unquoted, text[start...].hasPrefix(name) {
          let end = text.index(start, offsetBy: name.count)
          if text[..<start].hasSuffix(".") {
            text.replaceSubrange(text.index(before: start)..<end, with: "['\(name)']")
          } else {
            text.replaceSubrange(start..<end, with: "'\(name)'")
          }
          continue
        }
        let word = text[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard word.first.map({ !$0.isNumber }) ?? false else { return nil }
        let next = text[word.endIndex...].first
        if let literal = literals[word.lowercased()], literal != word {
          text.replaceSubrange(word.startIndex..<word.endIndex, with: literal)
        } else if word == "state", next == "." || next == "[" {
          text.replaceSubrange(word.startIndex..<word.endIndex, with: "$")
        } else if case .unexpected(_, expected: .comparable) = error.kind, next != "." {
          text.replaceSubrange(word.startIndex..<word.endIndex, with: "\"\(word)\"")
        } else {
          text.insert(contentsOf: entryMembers.contains(String(word)) ? "@." : "$.", at: start)
        }
      }
    }
    return nil
  }

  /// More words without a root are no condition.
  private static let meantWordsMax = 8
  private static let entryMembers = ["type", "cause", "seq", "timeMs", "action"]
  /// The literals that words of other languages stand for, and operators.
  static let literals = [
    "nil": "null", "none": "null", "undefined": "null", "null": "null", "true": "true",
    "false": "false", "and": "&&", "or": "||",
  ]

  /// The documents that it reads.
  package let documents: Set<Document>

  /// Whether it reads a document.
  package func reads(_ document: Document) -> Bool {
    dependencies.contains { $0.document == document }
  }
}

extension Condition: CustomStringConvertible {
  /// The expression's text.
  public var description: String { text }
}
