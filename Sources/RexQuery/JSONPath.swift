public import RexJSON

/// A query for nodes of a document, as in RFC 9535: `$.messages[?@.likes > 3].body`.
///
/// It implements the whole RFC and no extensions; docs/reference/queries.md describes the language.
public struct JSONPath: Sendable {
  /// The query's text.
  public let text: String

  /// Warnings about ill-formed patterns, which match nothing according to the RFC.
  public let warnings: [QueryError]

  let query: Query
  private let limits: QueryLimits

  /// A query from its text.
  public init(_ text: String, limits: QueryLimits = .standard) throws(QueryError) {
    var parser = try Parser(text, limits: limits)
    query = try parser.path()
    warnings = parser.warnings
    self.text = text
    self.limits = limits
  }

  /// Whether the query selects at most one node by its syntax: only names and indexes.
  public var isSingular: Bool { query.isSingular }

  /// The selected nodes in the RFC's order; members in document order.
  public func nodes(in document: JSON) throws(QueryError) -> [JSONNode] {
    try collect(from: document, tracksPaths: true) { value, steps in
      JSONNode(path: NormalizedPath(steps: steps), value: value)
    }
  }

  /// The selected values, in the order of `nodes(in:)`.
  public func values(in document: JSON) throws(QueryError) -> [JSON] {
    try collect(from: document, tracksPaths: false) { value, _ in value }
  }

  private func collect<Result>(
    from document: JSON, tracksPaths: Bool, _ result: (JSON, [NormalizedPath.Step]) -> Result
  ) throws(QueryError) -> [Result] {
    let evaluator = Evaluator(Moment(after: document), limits: limits, tracksPaths: tracksPaths)
    var results: [Result] = []
    _ = evaluator.visit(query, node: nil) { value in
      guard results.count < limits.nodesMax else {
        evaluator.fail(.nodesExceeded(max: limits.nodesMax))
        return false
      }
      results.append(result(value, evaluator.path))
      return true
    }
    try evaluator.check()
    return results
  }
}

extension JSONPath: CustomStringConvertible {
  /// The query's text.
  public var description: String { text }
}

/// A value of a document with its path.
public struct JSONNode: Sendable, Hashable {
  /// The value's path.
  public var path: NormalizedPath
  /// The value.
  public var value: JSON

  /// A node with a path and a value.
  public init(path: NormalizedPath, value: JSON) {
    (self.path, self.value) = (path, value)
  }
}
