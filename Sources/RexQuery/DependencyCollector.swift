/// Collects the dependencies of an expression.
struct DependencyCollector {
  private var found: [Condition.Dependency] = []
  private var seen: Set<Condition.Dependency> = []
  /// Whether the name of a filter's node is read.
  private var readsNames = false

  /// How much of a node a result depends on.
  fileprivate enum Reach {
    /// Whether it exists, and its value if it is not a container.
    case node
    /// Also its number of children.
    case children
    /// Also all descendants.
    case descendants
  }

  /// The start of a query: a position in a document.
  private struct Origin {
    var document: Condition.Document
    var steps: [Condition.Dependency.Step] = []
  }

  static func dependencies(of expression: LogicalExpression) -> [Condition.Dependency] {
    var collector = DependencyCollector()
    collector.collect(expression, node: nil)
    return collector.found
  }

  static func dependencies(of expression: ValueExpression) -> [Condition.Dependency] {
    var collector = DependencyCollector()
    collector.collect(expression, reach: .descendants, node: nil)
    return collector.found
  }

  /// Whether what the children of a query add to a sum or a count depends on each of them alone.
  static func isLocal(_ expression: ValueExpression) -> Bool {
    var collector = DependencyCollector()
    // No selector makes this step.
    let child = Condition.Dependency.Step.oneOf([])
    let node = Origin(document: .after, steps: [child])
    switch expression {
    case .count(var query):
      query.root = .node
      collector.collect(.count(query), reach: .node, node: node)
    case .aggregate(let aggregate, var query, let each):
      query.root = .node
      collector.collect(.aggregate(aggregate, query, each: each), reach: .node, node: node)
    default: return false
    }
    return !collector.readsNames && collector.found.allSatisfy { $0.steps.first == child }
  }

  private mutating func collect(_ expression: LogicalExpression, node: Origin?) {
    switch expression {
    case .or(let expressions), .and(let expressions):
      for expression in expressions { collect(expression, node: node) }
    case .not(let expression): collect(expression, node: node)
    case .exists(let query): collect(query, reach: .node, node: node)
    case .comparison(let left, _, let right):
      collect(left, reach: right.comparedReach, node: node)
      collect(right, reach: left.comparedReach, node: node)
    case .matches(let text, let pattern, _):
      collect(text, reach: .node, node: node)
      if case .computed(let expression) = pattern {
        collect(expression, reach: .node, node: node)
      }
    case .near(let left, let right, let tolerance):
      collect(.comparison(left, .equal, right), node: node)
      collect(tolerance, reach: .node, node: node)
    case .contains(let query, let value):
      collect(query, reach: value.comparedReach, node: node)
      collect(value, reach: .descendants, node: node)
    case .unique(let query), .ordered(let query, _):
      collect(query, reach: .descendants, node: node)
    case .changed(let compared):
      var before = DependencyCollector()
      before.collect(compared.query, reach: .descendants, node: node)
      for dependency in before.found {
        add(dependency)
        if dependency.document == .after { add(dependency.of(.before)) }
      }
    }
  }

  private mutating func collect(_ expression: ValueExpression, reach: Reach, node: Origin?) {
    switch expression {
    case .literal: break
    case .query(let query), .value(let query): collect(query, reach: reach, node: node)
    case .length(let argument): collect(argument, reach: .children, node: node)
    case .count(let query): collect(query, reach: .node, node: node)
    case .calculation(let first, let steps):
      collect(first, reach: .node, node: node)
      for step in steps { collect(step.operand, reach: .node, node: node) }
    case .absolute(let argument), .floor(let argument), .lower(let argument):
      collect(argument, reach: .node, node: node)
    case .substring(let text, let first, let second?), .split(let text, let first, let second):
      for argument in [text, first, second] { collect(argument, reach: .node, node: node) }
    case .substring(let text, let start, nil):
      for argument in [text, start] { collect(argument, reach: .node, node: node) }
    case .index(let query, let value):
      collect(query.ofChildren, reach: value.comparedReach, node: node)
      collect(value, reach: .descendants, node: node)
    // Where the filter's nodes are is a dependency of its query.
    case .key: readsNames = true
    case .kept(_, let expression): collect(expression, reach: reach, node: node)
    case .aggregate(_, let query, let each):
      let origin = collect(query, reach: .node, node: node)
      if let each { collect(each, reach: .node, node: origin) }
    }
  }

  /// Returns the position of the nodes that the query selects.
  @discardableResult
  private mutating func collect(_ query: Query, reach: Reach, node: Origin?) -> Origin {
    var origin: Origin
    switch query.root {
    case .document(let document): origin = Origin(document: document)
    case .node:
      guard let node else { preconditionFailure("@ stands for a node only in a filter") }
      origin = node
    }
    for segment in query.segments {
      switch segment {
      case .step(let step): origin.steps.append(.init(step))
      case .calculated(let name):
        collect(name, reach: .node, node: node)
        origin.steps.append(.anyChild)
      case .children(let selectors): advance(&origin, by: selectors, node: node)
      case .descendants(let selectors):
        origin.steps.append(.anyDescendant)
        advance(&origin, by: selectors, node: node)
      }
    }
    var steps = origin.steps
    if case .children = reach { steps.append(.anyChild) }
    let includesDescendants = if case .descendants = reach { true } else { false }
    add(
      Condition.Dependency(
        document: origin.document, steps: steps, includesDescendants: includesDescendants))
    return origin
  }

  private mutating func advance(
    _ origin: inout Origin, by selectors: [Selector], node: Origin?
  ) {
    let steps = selectors.map(Condition.Dependency.Step.init)
    origin.steps.append(steps.count == 1 ? steps[0] : .oneOf(steps))
    for selector in selectors {
      switch selector {
      case .filter(let condition):
        var node = origin
        node.steps[node.steps.count - 1] = .anyChild
        collect(condition, node: node)
      case .calculated(let name): collect(name, reach: .node, node: node)
      case .step, .wildcard, .slice: break
      }
    }
  }

  private mutating func add(_ dependency: Condition.Dependency) {
    if seen.insert(dependency).inserted { found.append(dependency) }
  }
}

extension ValueExpression {
  /// How much of the other side a comparison with this expression depends on.
  ///
  /// In a comparison with a literal or a number, the contents of a container do not matter.
  fileprivate var comparedReach: DependencyCollector.Reach {
    switch self {
    case .literal, .length, .count, .calculation, .absolute, .floor, .aggregate, .substring, .lower,
      .split, .index, .key, .kept:
      .node
    case .query, .value: .descendants
    }
  }
}

extension Condition.Dependency.Step {
  fileprivate init(_ step: Segment.Step) {
    switch step {
    case .name(let name): self = .name(name)
    case .index(let index): self = index < 0 ? .anyElement : .index(index)
    }
  }

  fileprivate init(_ selector: Selector) {
    switch selector {
    case .step(let step): self.init(step)
    case .wildcard, .filter, .calculated: self = .anyChild
    case .slice: self = .anyElement
    }
  }
}
