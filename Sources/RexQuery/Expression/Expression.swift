import RexJSON

/// A parsed query, in the terms of the grammar of RFC 9535, appendix A.
///
///     $.messages[?@.likes > 3 && !@.read].body
///     └ root      └ filter: and           └ segment
///                   ├ comparison(query, >, literal)
///                   └ not(exists(query))
struct Query: Sendable {
  var root: Root
  var segments: [Segment] = []

  /// The start of a query.
  enum Root: Sendable {
    /// The current node of a filter: `@` within `[?…]`.
    case node
    /// A whole document: `$`, and in a condition `$$`, `@@` and, outside of filters, `@`.
    case document(Condition.Document)
  }

  /// Whether the query selects at most one node, by its syntax.
  var isSingular: Bool {
    !segments.contains(where: \.isBranch)
  }
}

enum Segment: Sendable {
  /// One name or one index: `.body`, `['body']`, `[3]`.
  case step(Step)
  /// The same, calculated: `[$.selected]`.
  case calculated(ValueExpression)
  /// Children selected by several selectors, or by one that can select several.
  case children([Selector])
  /// The same for a node and all its descendants: `..`.
  case descendants([Selector])

  enum Step: Sendable {
    case name(String)
    /// From 0, or from -1 for the last.
    case index(Int)
  }

  /// Whether it can select several nodes.
  var isBranch: Bool {
    switch self {
    case .step, .calculated: false
    case .children, .descendants: true
    }
  }
}

enum Selector: Sendable {
  case step(Segment.Step)
  case calculated(ValueExpression)
  case wildcard
  case slice(Slice)
  case filter(LogicalExpression)
}

struct Slice: Sendable {
  var start: Int?
  var end: Int?
  var step = 1
}

indirect enum LogicalExpression: Sendable {
  case or([LogicalExpression])
  case and([LogicalExpression])
  case not(LogicalExpression)
  case exists(Query)
  case comparison(ValueExpression, ComparisonOperator, ValueExpression)
  /// `match()`, which must match the whole text, or `search()`.
  case matches(ValueExpression, Pattern, isWhole: Bool)
  /// `left == right within tolerance`.
  case near(ValueExpression, ValueExpression, tolerance: ValueExpression)
  /// `unique()`: no two nodes have equal values.
  case unique(Query)
  /// `contains()`: a node has this value.
  case contains(Query, ValueExpression)
  /// `ascending()` or `descending()`: each value compares like this with the next.
  case ordered(Query, ComparisonOperator)
  /// `changed()`: the values differ from those before the action.
  case changed(ComparedQuery)
}

/// A query of `$` that is also evaluated in the state before.
struct ComparedQuery: Sendable {
  var query: Query
  /// What the values depend on in the state; nil if not on that alone.
  var dependencies: [Condition.Dependency]?

  /// - Parameter isInFilter: whether it may depend on the node of a filter around it.
  init(_ query: Query, isInFilter: Bool) {
    self.query = query
    guard !isInFilter else { return }
    let found = DependencyCollector.dependencies(of: .query(query))
    if found.allSatisfy({ $0.document == .after }) { dependencies = found }
  }
}

enum ComparisonOperator: String, Sendable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// An expression that gives a value, or nothing.
indirect enum ValueExpression: Sendable {
  case literal(JSON)
  case query(Query)
  case length(ValueExpression)
  case count(Query)
  case value(Query)
  /// `a + b - c` or `a * b / c`: operators that bind equally, from left to right.
  case calculation(ValueExpression, [CalculationStep])
  /// `abs()`.
  case absolute(ValueExpression)
  /// `floor()`.
  case floor(ValueExpression)
  /// `substring()`: a part of a text by its characters, to the end without `length`.
  case substring(ValueExpression, from: ValueExpression, length: ValueExpression?)
  /// `lower()`: a text in lower case.
  case lower(ValueExpression)
  /// `split()`: one of a text's parts between separators.
  case split(ValueExpression, by: ValueExpression, part: ValueExpression)
  /// `index()`: the index or the name under which a query finds a value.
  case index(Query, ValueExpression)
  /// `key()`: the index or the name of the node of a filter.
  case key
  /// The nodes' values put together; `each` is a value calculated for each node instead.
  case aggregate(Aggregate, Query, each: ValueExpression?)
  /// A sum or a count, of which the parts can be kept for the next evaluation.
  case kept(KeptPlan, ValueExpression)
}

/// An operator and its right operand.
struct CalculationStep: Sendable {
  var arithmetic: ArithmeticOperator
  var operand: ValueExpression
}

enum ArithmeticOperator: Sendable {
  case plus
  case minus
  case times
  case dividedBy
  /// The rest of a division that is rounded toward zero, with the sign of the left operand.
  case remainder
}

enum Aggregate: String, Sendable {
  case sum
  case min
  case max
}

enum Pattern: Sendable {
  /// A literal pattern; nil if it is ill-formed, so that it matches nothing.
  case literal(IRegexp?)
  /// A pattern that is computed by an expression.
  case computed(ValueExpression)
}
