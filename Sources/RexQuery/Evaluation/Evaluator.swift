import RexJSON

/// One evaluation of an expression over documents.
///
/// Evaluation is depth first: each selected node is followed through the remaining segments before
/// the next one. This gives nodes in the RFC's order without intermediate lists.
///
///     $.a[*].b      $.a ─▶ [0] ─▶ .b ─▶ a node
///                       ─▶ [1] ─▶ .b ─▶ a node
///
/// Functions that take a visitor return false when it, or a limit, has stopped the evaluation.
final class Evaluator {
  let moment: Moment
  /// The documents that are read, but do not exist at the start of a log.
  private let missing: Set<Condition.Document>
  /// What earlier evaluations kept; nil if nothing is to be kept.
  var memory: ConditionMemory?
  private let stepsMax: Int
  private var stepsLeft: Int

  /// The reason the evaluation stopped early; its result is then invalid.
  private(set) var failure: QueryError.Kind?

  /// Whether the visited node is selected only if an unknown comparison in a filter is true.
  private(set) var isUncertain = false

  /// The steps to the visited node, if paths are tracked.
  var path: [NormalizedPath.Step] = []
  private var isTracking: Bool

  /// The first query by which a filter tested whether a Boolean exists.
  private(set) var testedBoolean: Query?

  /// The first query that selected nothing where it was asked whether it equals null.
  var comparedWithNull: Query?

  /// The first query that selected an object, and the text that it was compared with: its only key.
  var comparedWithKey: (Query, key: String)?

  /// The first query that selected a text where its member of that name was asked for.
  private(set) var memberOfText: (Query, name: String)?

  /// What `@` is in the filter around what is being evaluated, and its index or name there.
  private var node: JSON?
  private(set) var nodeStep: NormalizedPath.Step?

  /// Whether `$` stands for the state before the action.
  private(set) var isEarlier = false

  /// Whether a calculation took the double of a number that is another one.
  var wasRounded = false

  /// The last compiled pattern from a document; `regexp` is nil if it is ill-formed.
  private var lastPattern: (text: String, regexp: IRegexp?)?
  let limits: QueryLimits

  init(
    _ moment: Moment, missing: Set<Condition.Document> = [], limits: QueryLimits,
    tracksPaths: Bool = false
  ) {
    (self.moment, self.missing) = (moment, missing)
    self.limits = limits
    stepsMax = limits.stepsMax
    stepsLeft = limits.stepsMax
    isTracking = tracksPaths
  }

  /// The values of the documents that are redacted; nil if none are.
  var redacted: (any RedactedValues)? { moment.redacted }

  /// Uses up some steps; false if too few are left.
  func spend(_ count: Int = 1) -> Bool {
    stepsLeft -= count
    if stepsLeft < 0 { fail(.stepsExceeded(max: stepsMax)) }
    return failure == nil
  }

  var stepCount: Int { stepsMax - stepsLeft }

  func fail(_ kind: QueryError.Kind) {
    if failure == nil { failure = kind }
  }

  /// Throws if the evaluation stopped early.
  func check() throws(QueryError) {
    if let failure { throw QueryError(kind: failure) }
  }
}

extension Evaluator {
  typealias Visitor = (JSON) -> Bool

  /// Visits the nodes that a query selects; `node` is what `@` is in a filter.
  func visit(_ query: Query, node: JSON?, _ visitor: Visitor) -> Bool {
    guard let root = root(of: query, node: node) else { return true }
    let outer = self.node
    self.node = node
    defer { self.node = outer }
    return follow(query.segments[...], from: root, visitor)
  }

  /// Visits the nodes that some segments select from a value outside of filters.
  func visit(_ segments: ArraySlice<Segment>, from value: JSON, _ visitor: Visitor) -> Bool {
    let outer = node
    node = nil
    defer { node = outer }
    return follow(segments, from: value, visitor)
  }

  /// The value of a singular query; unknown if it may be in a value that is left out.
  func value(of query: Query, node: JSON?) -> EvaluatedValue {
    guard spend(query.segments.count + 1), var value = root(of: query, node: node) else {
      return .nothing
    }
    for (index, segment) in query.segments.enumerated() {
      let name: Name
      switch segment {
      case .step(let step): name = .step(step)
      case .calculated(let expression): name = self.name(expression, node: node)
      case .children, .descendants: preconditionFailure("a singular query does not branch")
      }
      switch name {
      case .step(let step):
        guard let child = value.child(step) else {
          if memberOfText == nil, case (.name(let name), .string(let text)) = (step, value),
            text.hasSameBytes(as: name)
          {
            let owner = Query(root: query.root, segments: Array(query.segments[..<index]))
            memberOfText = (owner, name)
          }
          return isLeftOut(value) ? .unknown : .nothing
        }
        value = child
      case .unknown: return value.childCount > 0 || isLeftOut(value) ? .unknown : .nothing
      case .nothing: return isLeftOut(value) ? .unknown : .nothing
      }
    }
    return .value(value)
  }

  /// Whether a singular query selects something; nil if that may be in a value that is left out.
  func selectsValue(_ query: Query, node: JSON?) -> Bool? {
    switch value(of: query, node: node) {
    case .nothing, .undefined: return false
    case .unknown: return nil
    case let found:
      if node != nil, testedBoolean == nil, case .value(.bool) = found { testedBoolean = query }
      return true
    }
  }

  func isLeftOut(_ value: JSON) -> Bool { redacted?.isLeftOut(value) ?? false }

  /// Visits a value that is left out, in place of what a query may select in it.
  private func visitLeftOut(_ value: JSON, _ visitor: Visitor) -> Bool {
    guard isLeftOut(value) else { return true }
    let wasUncertain = isUncertain
    isUncertain = true
    defer { isUncertain = wasUncertain }
    return visitor(value)
  }

  /// Whether an expression outside of filters depends on a document that does not exist, other than
  /// by asking whether that document or a part of it exists.
  func isUndefined(_ expression: LogicalExpression) -> Bool {
    if missing.isEmpty { return false }
    switch expression {
    case .or, .and, .not, .changed: return false
    case .exists(let query):
      if case .document(let root) = query.root, missing.contains(root) { return false }
    default: break
    }
    return DependencyCollector.dependencies(of: expression).contains {
      missing.contains($0.document)
    }
  }

  private func root(of query: Query, node: JSON?) -> JSON? {
    switch query.root {
    case .node: node
    case .document(let document): moment[isEarlier && document == .after ? .before : document]
    }
  }

  private func follow(
    _ segments: ArraySlice<Segment>, from value: JSON, _ visitor: Visitor
  ) -> Bool {
    var (value, segments) = (value, segments)
    let depth = path.count
    defer { if isTracking { path.removeLast(path.count - depth) } }
    // Iterative, since documents can be deeper than the recursion limit.
    while let name = segments.first.flatMap(name) {
      guard spend() else { return false }
      if case .unknown = name {
        return selectAny(of: value, then: segments.dropFirst(), visitor)
      }
      guard case .step(let step) = name, let position = value.position(of: step) else {
        return visitLeftOut(value, visitor)
      }
      if isTracking { path.append(value.step(to: position)) }
      value = value.child(at: position)
      segments.removeFirst()
    }
    guard spend() else { return false }
    switch segments.popFirst() {
    case nil, .step?, .calculated?: return visitor(value)
    case .children(let selectors)?:
      return select(selectors, of: value, then: segments, visitor)
    case .descendants(let selectors)?:
      return descend(selectors, from: value, then: segments, visitor)
    }
  }

  private func select(
    _ selectors: [Selector], of value: JSON, then segments: ArraySlice<Segment>,
    _ visitor: Visitor
  ) -> Bool {
    if value.childCount == 0 { return visitLeftOut(value, visitor) }
    for selector in selectors {
      guard select(selector, of: value, then: segments, visitor) else { return false }
    }
    return true
  }

  private func select(
    _ selector: Selector, of value: JSON, then segments: ArraySlice<Segment>, _ visitor: Visitor
  ) -> Bool {
    switch selector {
    case .step(let step):
      guard let position = value.position(of: step) else { return true }
      return follow(segments, fromChild: position, of: value, visitor)
    case .calculated(let expression):
      switch name(expression, node: node) {
      case .step(let step): return select(.step(step), of: value, then: segments, visitor)
      case .unknown: return selectAny(of: value, then: segments, visitor)
      case .nothing: return failure == nil
      }
    case .wildcard:
      for position in 0..<value.childCount {
        guard follow(segments, fromChild: position, of: value, visitor) else { return false }
      }
    case .slice(let slice):
      guard case .array(let elements) = value else { return true }
      for position in slice.positions(count: elements.count) {
        guard follow(segments, fromChild: position, of: value, visitor) else { return false }
      }
    case .filter(let condition):
      for position in 0..<value.childCount {
        let passes = passes(condition, position, of: value)
        if passes == false { continue }
        let wasUncertain = isUncertain
        isUncertain = wasUncertain || passes == nil
        defer { isUncertain = wasUncertain }
        guard follow(segments, fromChild: position, of: value, visitor) else { return false }
      }
      return failure == nil
    }
    return true
  }

  private func follow(
    _ segments: ArraySlice<Segment>, fromChild position: Int, of value: JSON, _ visitor: Visitor
  ) -> Bool {
    if isTracking { path.append(value.step(to: position)) }
    defer { if isTracking { path.removeLast() } }
    return follow(segments, from: value.child(at: position), visitor)
  }

  /// Selects from a value and all its descendants, parents first.
  private func descend(
    _ selectors: [Selector], from value: JSON, then segments: ArraySlice<Segment>,
    _ visitor: Visitor
  ) -> Bool {
    guard select(selectors, of: value, then: segments, visitor) else { return false }
    // The enclosing containers, each with the position of the next child.
    var ancestors = [(container: value, position: 0)]
    while let (container, position) = ancestors.last {
      guard position < container.childCount else {
        ancestors.removeLast()
        if isTracking, !ancestors.isEmpty { path.removeLast() }
        continue
      }
      ancestors[ancestors.count - 1].position += 1
      let child = container.child(at: position)
      guard child.childCount > 0 else {
        guard spend(), visitLeftOut(child, visitor) else { return false }
        continue
      }
      if isTracking { path.append(container.step(to: position)) }
      guard spend(), select(selectors, of: child, then: segments, visitor) else { return false }
      ancestors.append((child, 0))
    }
    return true
  }

  /// Whether a child passes a filter; paths in the filter are not tracked.
  func passes(
    _ condition: LogicalExpression, _ position: Int, of value: JSON
  ) -> Bool? {
    let (wasTracking, wasUncertain, outerStep) = (isTracking, isUncertain, nodeStep)
    (isTracking, isUncertain, nodeStep) = (false, false, value.step(to: position))
    defer { (isTracking, isUncertain, nodeStep) = (wasTracking, wasUncertain, outerStep) }
    return spend() ? holds(condition, node: value.child(at: position)).holds : false
  }
}

/// Names and indexes that are calculated.
extension Evaluator {
  /// What a calculation selects.
  private enum Name {
    case step(Segment.Step)
    /// Neither a name nor an index.
    case nothing
    /// It depends on a redacted value.
    case unknown
  }

  /// The name of a segment that selects one node at most; nil for others.
  private func name(_ segment: Segment) -> Name? {
    switch segment {
    case .step(let step): .step(step)
    case .calculated(let expression): name(expression, node: node)
    case .children, .descendants: nil
    }
  }

  private func name(_ expression: ValueExpression, node: JSON?) -> Name {
    switch value(of: expression, node: node) {
    case .unknown: return .unknown
    case .value(let value) where isUnknown(value): return .unknown
    case .value(.string(let name)): return .step(.name(name))
    case .value(.number(let number)):
      let index = Int(number.text) ?? number.double.flatMap(Int.init(exactly:))
      return index.map { .step(.index($0)) } ?? .nothing
    case .nothing, .undefined, .double, .value: return .nothing
    }
  }

  /// Follows each child that an unknown name may select.
  private func selectAny(
    of value: JSON, then segments: ArraySlice<Segment>, _ visitor: Visitor
  ) -> Bool {
    if value.childCount == 0 { return visitLeftOut(value, visitor) }
    let wasUncertain = isUncertain
    isUncertain = true
    defer { isUncertain = wasUncertain }
    return (0..<value.childCount).allSatisfy {
      follow(segments, fromChild: $0, of: value, visitor)
    }
  }

  /// Evaluates something with the state before as `$`.
  func earlier<Result>(_ evaluate: () -> Result) -> Result {
    let wasEarlier = isEarlier
    isEarlier = true
    defer { isEarlier = wasEarlier }
    return evaluate()
  }

  /// Visits a query's nodes with the steps to each.
  func visitPaths(
    _ query: Query, node: JSON?, _ visitor: ([NormalizedPath.Step], JSON) -> Bool
  ) -> Bool {
    let outer = (path, isTracking)
    (path, isTracking) = ([], true)
    defer { (path, isTracking) = outer }
    return visit(query, node: node) { visitor(path, $0) }
  }
}

extension Evaluator {
  /// The compiled form of a pattern from a document, cached for the next node.
  func regexp(_ text: String) -> IRegexp? {
    if let lastPattern, lastPattern.text.hasSameBytes(as: text) { return lastPattern.regexp }
    // A repetition can expand to the maximum number of instructions.
    let isRepeating = text.utf8.contains(UInt8(ascii: "{"))
    guard spend(text.utf8.count + (isRepeating ? limits.patternSizeMax : 0)) else { return nil }
    var regexp: IRegexp?
    do throws(QueryError) {
      regexp = try IRegexp(text, limits: limits)
    } catch {
      // An ill-formed pattern matches nothing; one that exceeds a limit is an error.
      if case .unexpected = error.kind {} else { fail(error.kind) }
    }
    lastPattern = (text, regexp)
    return regexp
  }

  func matches(_ regexp: IRegexp, _ text: String, isWhole: Bool) -> Bool {
    guard let result = regexp.matches(text, isWhole: isWhole, steps: &stepsLeft) else {
      return spend(1)
    }
    return result
  }
}
