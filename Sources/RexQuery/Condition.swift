/// What may hold after an action: a logical expression of RFC 9535, over states and the log.
///
///     $.cart.total < 0
///     count($.messages[*]) > 100 && @.type == "deleteMessage"
///     $.selected != $$.selected
///
/// It is what may stand between `[?` and `]`, with two extensions at the top level: `$$` is the
/// state before the action, and `@` the log's entry. Within a filter `@` is the node, as the RFC
/// has it, and `$` is the state after the action everywhere.
public struct Condition: Sendable {
  /// The expression as it was written.
  public let text: String

  /// Patterns in it that are ill-formed, which match nothing, by the RFC; worth telling a person.
  public let warnings: [QueryError]

  /// What the result depends on; a change of anything else leaves it as it is.
  public let dependencies: [Dependency]

  let expression: LogicalExpression
  let operands: [Operand]
  let limits: QueryLimits

  /// A document that a condition may read.
  public enum Document: Sendable, Hashable {
    /// The state after the action: `$`.
    case after
    /// The state before the action: `$$`.
    case before
    /// The action's entry in the log: `@`.
    case entry
  }

  /// A condition from its text.
  public init(_ text: String, limits: QueryLimits = .standard) throws(QueryError) {
    var parser = try Parser(text, limits: limits)
    expression = try parser.condition()
    warnings = parser.warnings
    operands = parser.operands
    dependencies = DependencyCollector.dependencies(of: expression)
    self.text = text
    self.limits = limits
  }

  /// Whether it holds; throws only where the evaluation exceeds a limit.
  public func holds(in moment: Moment) throws(QueryError) -> Bool {
    let evaluator = Evaluator(moment, limits: limits)
    let result = evaluator.holds(expression, node: nil)
    try evaluator.check()
    return result
  }

  /// Whether it reads a document at all.
  public func reads(_ document: Document) -> Bool {
    dependencies.contains { $0.document == document }
  }
}

extension Condition: CustomStringConvertible {
  /// The expression as it was written.
  public var description: String { text }
}
