import RexJSON

/// A parsed expression, in the terms of the grammar of RFC 9535, appendix A.
///
///     $.messages[?@.likes > 3 && !@.read].body
///     └ root      └ filter: and           └ segment
///                   ├ comparison(query, >, literal)
///                   └ not(exists(query))
struct Query: Sendable {
  var root: Root
  var segments: [Segment] = []

  /// What a query starts from.
  enum Root: Sendable {
    /// The node that a filter is looking at: `@` within `[?…]`.
    case node
    /// A whole document: `$`, and at the top level of a condition `$$` and `@`.
    case document(Condition.Document)
  }

  /// Whether the query leads to one node at most, by its form.
  var isSingular: Bool {
    !segments.contains(where: \.isBranch)
  }
}

enum Segment: Sendable {
  /// One name or one index: `.body`, `['body']`, `[3]`.
  case step(Step)
  /// Children by several selectors, or by one that selects several.
  case children([Selector])
  /// The same for a node and all its descendants: `..`.
  case descendants([Selector])

  enum Step: Sendable {
    case name(String)
    /// From 0, or from -1 for the last.
    case index(Int)
  }

  /// Whether it can lead to several nodes.
  var isBranch: Bool {
    if case .step = self { false } else { true }
  }
}

enum Selector: Sendable {
  case step(Segment.Step)
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
  /// `match()`, where the pattern has to match the whole text, or `search()`.
  case matches(ValueExpression, Pattern, isWhole: Bool)
}

enum ComparisonOperator: String, Sendable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// What gives a value, or nothing.
indirect enum ValueExpression: Sendable {
  case literal(JSON)
  case query(Query)
  case length(ValueExpression)
  case count(Query)
  case value(Query)
}

enum Pattern: Sendable {
  /// A pattern that stands in the expression; nil when it is ill-formed, and so matches nothing.
  case literal(IRegexp?)
  /// A pattern that an evaluation finds.
  case computed(ValueExpression)
}
