package import RexJSON

/// A value that is calculated at a moment, in the syntax of a condition's operands.
///
///     $.cart.total - $$.cart.total
///     count($.messages[*])
///     @.cause
///     $.cart.total < 0                a condition, which is true or false
///
/// A query must be singular; `value()`, `count()` and others make one value of several nodes.
package struct Calculation: Sendable {
  /// The expression's text.
  package let text: String

  /// Warnings, as those of a condition.
  package let warnings: [QueryError]

  /// The values that the result depends on; other changes do not affect it.
  package let dependencies: [Condition.Dependency]

  private let expression: Expression
  private let limits: QueryLimits

  private enum Expression: Sendable {
    case value(Condition.Operand)
    case condition(LogicalExpression)
  }

  /// What a calculation gives at a moment.
  package enum Result: Sendable, Hashable {
    /// A value; of a query alone, with its position in the document.
    case value(JSON, at: JSONPointer?)
    /// There is no value: the query selects nothing, or the calculation has no result.
    case nothing
    /// It depends on a redacted value.
    case unknown
  }

  /// A calculation from its text.
  package init(_ text: String, limits: QueryLimits = .standard) throws(QueryError) {
    var parser = try Parser(text, limits: limits, isExtended: true)
    let operand = try parser.calculationAlone()
    if case .logical(let condition) = operand.kind {
      expression = .condition(condition)
      dependencies = DependencyCollector.dependencies(of: condition)
    } else {
      let value = try parser.value(of: operand, expected: .comparable)
      expression = .value(Condition.Operand(text: text, reads: .value(value), isTest: false))
      dependencies = DependencyCollector.dependencies(of: value)
    }
    warnings = parser.warnings
    (self.text, self.limits) = (text, limits)
  }

  /// The result at a moment; throws only if the evaluation exceeds a limit.
  package func result(in moment: Moment) throws(QueryError) -> Result {
    switch expression {
    case .value(let operand):
      let (value, pointer) = try operand.read(moment, limits: limits)
      return switch value {
      case .value(let value): .value(value, at: pointer)
      case .nothing, .nodes: .nothing
      case .unknown: .unknown
      }
    case .condition(let condition):
      let missing = Set(dependencies.map(\.document)).filter { moment[$0] == nil }
      let evaluator = Evaluator(moment, missing: missing, limits: limits)
      let outcome = evaluator.holds(condition, node: nil)
      try evaluator.check()
      if outcome == .undefined { return .nothing }
      return outcome.holds.map { .value(.bool($0), at: nil) } ?? .unknown
    }
  }

  /// Whether it reads a document.
  package func reads(_ document: Condition.Document) -> Bool {
    dependencies.contains { $0.document == document }
  }
}

extension Calculation: CustomStringConvertible {
  /// The expression's text.
  package var description: String { text }
}
