package import RexJSON

/// What the evaluations of a condition keep for the next one: what each child adds to a sum or a
/// count, until an action changes that child.
///
///     sum($.rows[?@.isOpen == true].price)      $.rows[0]   $.rows[1]    $.rows[2]
///                                               1.5         none, as     forgotten, since
///                                                           it is shut   #17 changed it
package struct ConditionMemory: Sendable {
  private var kept: [Int: KeptParts] = [:]
  /// The last action's changes, which change the state before the next action; nil if unknown.
  private var last: [Change]?
  /// The steps of all evaluations.
  package private(set) var stepCount = 0

  package init() {}

  /// What an action does at a position of the state.
  package enum Change: Sendable {
    /// Sets the value there, or changes it.
    case set(JSONPointer)
    /// Adds a member, or inserts an element.
    case add(JSONPointer)
    case remove(JSONPointer)
  }

  /// Follows an action's changes of the state; nil if they are unknown.
  package mutating func follow(_ changes: [Change]?) {
    for id in Array(kept.keys) {
      guard let followed = kept[id]?.plan.document == .before ? last : changes else {
        kept[id] = nil
        continue
      }
      for change in followed { kept[id]?.follow(change) }
    }
    last = changes
  }

  /// Forgets everything, since the state is another one.
  package mutating func forget() { (kept, last) = ([:], nil) }

  mutating func add(stepCount count: Int) { stepCount += count }

  mutating func take(_ plan: KeptPlan) -> KeptParts {
    kept.removeValue(forKey: plan.id) ?? KeptParts(plan: plan)
  }

  mutating func keep(_ parts: KeptParts) { kept[parts.plan.id] = parts }
}

/// The children of one container whose parts of a sum or a count are kept.
struct KeptPlan: Sendable {
  /// The place among those of a condition.
  var id: Int
  var document: Condition.Document
  /// The container.
  var tokens: [String]
  /// The child's filter; nil if there is none.
  var filter: LogicalExpression?
  /// The segments after the child's.
  var rest: ArraySlice<Segment>
  /// What is calculated for each node.
  var each: ValueExpression?
  /// Whether nodes are counted.
  var isCount: Bool

  /// A plan for an expression; nil if what a child adds depends on more than the child.
  init?(_ expression: ValueExpression, id: Int) {
    let query: Query
    switch expression {
    case .count(let counted): (query, isCount) = (counted, true)
    case .aggregate(.sum, let added, let each): (query, self.each, isCount) = (added, each, false)
    default: return nil
    }
    guard case .document(let document) = query.root, document != .entry,
      let branch = query.segments.firstIndex(where: \.isBranch),
      case .children(let selectors) = query.segments[branch], selectors.count == 1,
      let tokens = Query(root: query.root, segments: Array(query.segments[..<branch])).tokens,
      // What is inserted into an array moves the elements behind it.
      !tokens.contains(where: JSONPointer.isArrayPosition)
    else { return nil }
    switch selectors[0] {
    case .wildcard: break
    case .filter(let condition): filter = condition
    default: return nil
    }
    guard DependencyCollector.isLocal(expression) else { return nil }
    (self.id, self.document, self.tokens) = (id, document, tokens)
    rest = query.segments[(branch + 1)...]
  }
}

/// What each child adds, as far as it is known.
struct KeptParts: Sendable {
  let plan: KeptPlan
  private var children = Children.none

  private enum Children {
    case none
    case elements([[Double]?])
    case members([JSON: [Double]])
  }

  init(plan: KeptPlan) { self.plan = plan }

  /// Forgets what a change may change.
  mutating func follow(_ change: ConditionMemory.Change) {
    let pointer =
      switch change {
      case .set(let pointer), .add(let pointer), .remove(let pointer): pointer
      }
    let isOnPath = zip(plan.tokens, pointer.tokens).allSatisfy { $0.hasSameBytes(as: $1) }
    guard isOnPath else { return }
    guard pointer.tokens.count > plan.tokens.count else {
      children = .none
      return
    }
    let token = pointer.tokens[plan.tokens.count]
    let isChild = pointer.tokens.count == plan.tokens.count + 1
    switch children {
    case .none: break
    case .members(var members):
      children = .none
      members[.string(token)] = nil
      children = .members(members)
    case .elements(var elements):
      children = .none
      let index = token == "-" ? elements.count : JSONPointer.arrayIndex(token) ?? -1
      switch change {
      case .add where isChild && (0...elements.count).contains(index):
        elements.insert(nil, at: index)
      case .remove where isChild && elements.indices.contains(index): elements.remove(at: index)
      case _ where elements.indices.contains(index): elements[index] = nil
      default: return
      }
      children = .elements(elements)
    }
  }

  /// The total, in the order of the children; nil if it cannot be calculated from parts.
  ///
  /// - Parameter parts: what a child at a position adds; nil if that is not a plain number.
  mutating func total(of container: JSON, _ parts: (Int) -> [Double]?) -> Double? {
    let known = children
    children = .none
    var total = 0.0
    /// Within these bounds, whole numbers are exact in any order.
    func add(_ parts: [Double]) -> Bool {
      for part in parts {
        total += part
        guard total.magnitude <= 0x1p53 else { return false }
      }
      return true
    }
    switch container {
    case .array(let values):
      var elements = [[Double]?](repeating: nil, count: values.count)
      if case .elements(let kept) = known, kept.count == values.count { elements = kept }
      for position in elements.indices {
        let isKnown = elements[position] != nil
        guard let found = elements[position] ?? parts(position), add(found) else { return nil }
        if !isKnown { elements[position] = found }
      }
      children = .elements(elements)
    case .object(let values):
      var members: [JSON: [Double]] = [:]
      if case .members(let kept) = known { members = kept }
      for (position, member) in values.enumerated() {
        let name = JSON.string(member.key)
        let kept = members[name]
        guard let found = kept ?? parts(position), add(found) else { return nil }
        if kept == nil { members[name] = found }
      }
      children = .members(members)
    default: return nil
    }
    return total
  }
}

extension Evaluator {
  /// A sum or a count from what its children added before, where that is still so.
  func value(of expression: ValueExpression, _ plan: KeptPlan) -> EvaluatedValue {
    guard !isEarlier, var kept = memory?.take(plan), let root = moment[plan.document],
      let container = root[JSONPointer(tokens: plan.tokens)], container.childCount > 0,
      let total = kept.total(of: container, { parts(ofChild: $0, of: container, plan) }),
      failure == nil
    else { return value(of: expression, node: nil) }
    memory?.keep(kept)
    return EvaluatedValue(total)
  }

  /// What a child adds; nil if that is not plain numbers.
  private func parts(ofChild position: Int, of container: JSON, _ plan: KeptPlan) -> [Double]? {
    guard spend() else { return nil }
    if let filter = plan.filter {
      guard let passes = passes(filter, position, of: container) else { return nil }
      if !passes { return [] }
    }
    var parts: [Double] = []
    let isComplete = visit(plan.rest, from: container.child(at: position)) { found in
      guard !isUncertain, parts.count < limits.nodesMax else { return false }
      guard !plan.isCount else {
        parts.append(1)
        return true
      }
      let value = plan.each.map { self.value(of: $0, node: found) } ?? .value(found)
      guard let part = plainNumber(value) else { return false }
      parts.append(part)
      return true
    }
    return isComplete && failure == nil ? parts : nil
  }

  /// A number that a double holds exactly as far as a sum is concerned.
  private func plainNumber(_ value: EvaluatedValue) -> Double? {
    switch number(value) {
    case .double(let double): double
    case .value(.number(let number)):
      number.isRoundedByDouble ? nil : number.double
    default: nil
    }
  }
}
