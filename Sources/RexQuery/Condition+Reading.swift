package import RexJSON

/// The values that a condition reads, which explain why it holds.
extension Condition {
  /// A query or function at the top level of a condition, with its value.
  ///
  ///     count($.messages[*]) > 100      count($.messages[*])   100 → 101
  package struct Reading: Sendable, Hashable {
    /// The text of the query or function.
    package var text: String
    /// Whether the condition only tests if the query selects a node, whatever its value.
    package var isTest = false
    /// The position of the value, for a singular query that selects one.
    package var pointer: JSONPointer?
    /// Its value.
    package var value: Value
    /// The first two nodes with equal values, if the condition asks whether there are any.
    package var double: [JSONNode] = []
    /// The values that differ from those one action earlier, if the condition asks whether any do.
    package var changes: Changes?
    /// Its value one action earlier; nil if it does not read `$`, or there is no earlier state.
    package var valueBefore: Value?

    /// The value of a query or function.
    package enum Value: Sendable, Hashable {
      /// No node is selected.
      case nothing
      /// The value of a singular query or a function.
      case value(JSON)
      /// The number of nodes of a query that can select several, and the first of them.
      case nodes(count: Int, first: [JSONNode])
      /// It depends on a redacted value, or may be in one that is left out.
      case unknown
    }

    /// The most nodes in a reading, since it is meant for printing.
    package static let nodesMax = 10
  }

  /// The value of each query and function at the top level, in order of appearance.
  ///
  /// All are evaluated, even those that `&&` and `||` skip.
  ///
  /// - Parameter nodesMax: the most nodes of a query that are kept.
  package func readings(
    in moment: Moment, nodesMax: Int = Reading.nodesMax
  ) throws(QueryError) -> [Reading] {
    var readings: [Reading] = []
    for operand in operands {
      let (value, pointer) = try operand.read(moment, limits: limits, nodesMax: nodesMax)
      var reading = Reading(
        text: operand.text, isTest: operand.isTest, pointer: pointer, value: value,
        double: operand.double(in: moment, limits: limits))
      if let before = moment.before, operand.readsState {
        var earlier = Moment(after: before, entry: moment.entry)
        earlier.redacted = moment.redacted
        reading.valueBefore = try operand.read(earlier, limits: limits, nodesMax: nodesMax).value
        reading.changes = try operand.changes(
          from: earlier, to: moment, limits: limits, nodesMax: nodesMax)
      }
      readings.append(reading)
    }
    return readings
  }

  /// A query or function at the top level.
  struct Operand: Sendable {
    var text: String
    var reads: Reads
    /// Whether only its existence counts.
    var isTest: Bool
    /// Whether the condition asks if its values are all different.
    var isUnique = false
    /// Whether the condition asks if its values are others than one action earlier.
    var isCompared = false

    enum Reads: Sendable {
      case value(ValueExpression)
      case nodes(Query)
    }
  }
}

extension Condition.Operand {
  /// Whether it reads `$` and not `$$`, so that it can also be evaluated one action earlier.
  var readsState: Bool {
    let dependencies =
      switch reads {
      case .value(let expression): DependencyCollector.dependencies(of: expression)
      case .nodes(let query): DependencyCollector.dependencies(of: .exists(query))
      }
    let documents = Set(dependencies.map(\.document))
    return documents.contains(.after) && !documents.contains(.before)
  }

  func read(
    _ moment: Moment, limits: QueryLimits, nodesMax: Int = Condition.Reading.nodesMax
  ) throws(QueryError) -> (value: Condition.Reading.Value, pointer: JSONPointer?) {
    let evaluator = Evaluator(moment, limits: limits, tracksPaths: true)
    var value = Condition.Reading.Value.nothing
    var pointer: JSONPointer?
    switch reads {
    case .nodes(let query):
      value = nodes(of: query, evaluator, atMost: nodesMax)
    case .value(.query(let query)):
      _ = evaluator.visit(query, node: nil) { found in
        value = evaluator.isUncertain ? .unknown : .value(found)
        pointer = NormalizedPath(steps: evaluator.path).pointer
        return true
      }
    case .value(let expression):
      switch evaluator.value(of: expression, node: nil) {
      case .nothing, .undefined: break
      case .unknown: value = .unknown
      case let found: value = .value(found.json)
      }
    }
    try evaluator.check()
    return (value, pointer)
  }

  /// The first two nodes with equal values, if it is asked whether all differ; else empty.
  func double(in moment: Moment, limits: QueryLimits) -> [JSONNode] {
    guard isUnique, case .nodes(let query) = reads else { return [] }
    let evaluator = Evaluator(moment, limits: limits, tracksPaths: true)
    func node(_ value: JSON) -> JSONNode {
      JSONNode(path: NormalizedPath(steps: evaluator.path), value: value)
    }
    var (first, second) = (JSONNode?.none, JSONNode?.none)
    guard evaluator.areUnique(query, node: nil, reportDouble: { second = node($0) }) == false,
      let second
    else { return [] }
    _ = evaluator.visit(query, node: nil) { value in
      guard evaluator.areEqual(value, second.value) == true else { return true }
      first = node(value)
      return false
    }
    return first.map { [$0, second] } ?? []
  }

  func nodes(
    of query: Query, _ evaluator: Evaluator, atMost nodesMax: Int
  ) -> Condition.Reading.Value {
    var count = 0
    var first: [JSONNode] = []
    let isKnown = evaluator.visit(query, node: nil) { value in
      if evaluator.isUncertain { return false }
      count += 1
      if first.count < nodesMax {
        first.append(JSONNode(path: NormalizedPath(steps: evaluator.path), value: value))
      }
      return true
    }
    if !isKnown { return .unknown }
    return count == 0 ? .nothing : .nodes(count: count, first: first)
  }
}
