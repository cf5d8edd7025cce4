public import RexJSON

/// A query for nodes of a document, as in RFC 9535: `$.messages[?@.likes > 3].body`.
///
/// The whole RFC, and nothing else; docs/query.md has the language on one page.
public struct JSONPath: Sendable {
  /// The query as it was written.
  public let text: String

  /// Patterns in it that are ill-formed, which match nothing, by the RFC; worth telling a person.
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

  /// Whether it leads to one node at most, by its form: through names and indexes only.
  public var isSingular: Bool { query.isSingular }

  /// The nodes that the query selects, in the RFC's order; members in the order of the document.
  public func nodes(in document: JSON) throws(QueryError) -> [JSONNode] {
    try collect(from: document, tracksPaths: true) { value, steps in
      JSONNode(path: NormalizedPath(steps: steps), value: value)
    }
  }

  /// The values that the query selects, in the order of `nodes(in:)`, without their places.
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
  /// The query as it was written.
  public var description: String { text }
}

/// A value of a document, with its place.
public struct JSONNode: Sendable, Hashable {
  /// Where the value is.
  public var path: NormalizedPath
  /// The value.
  public var value: JSON

  /// A value at a place.
  public init(path: NormalizedPath, value: JSON) {
    (self.path, self.value) = (path, value)
  }
}
