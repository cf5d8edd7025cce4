public import RexJSON

/// What a condition reads, for a person who asks why it holds.
extension Condition {
  /// A query or function at the top level of a condition, with what it gives.
  ///
  ///     count($.messages[*]) > 100      count($.messages[*])   100 → 101
  public struct Reading: Sendable, Hashable {
    /// The query or function as it is written.
    public var text: String
    /// Whether the condition asks only whether the query selects anything, be it `false`.
    public var isTest = false
    /// Where its value is, for a singular query that selects one.
    public var pointer: JSONPointer?
    /// What it gives.
    public var value: Value
    /// What it gave one action earlier; nil where it does not read `$`, or nothing is earlier.
    public var valueBefore: Value?

    /// What a query or function gives.
    public enum Value: Sendable, Hashable {
      /// Nothing: there is no such node.
      case nothing
      /// The value of a singular query or a function.
      case value(JSON)
      /// The nodes of a query that can lead to several: how many, and the first of them.
      case nodes(count: Int, first: [JSONNode])
    }

    /// A reading holds at most so many nodes: it is to be printed.
    public static let nodesMax = 10
  }

  /// What each query and function at the top level gives, in the order in which they stand.
  ///
  /// Each is read, whether or not `&&` and `||` needed it for the result.
  public func readings(in moment: Moment) throws(QueryError) -> [Reading] {
    var readings: [Reading] = []
    for operand in operands {
      let (value, pointer) = try operand.read(moment, limits: limits)
      var reading = Reading(
        text: operand.text, isTest: operand.isTest, pointer: pointer, value: value)
      if let before = moment.before, operand.readsState {
        let earlier = Moment(after: before, entry: moment.entry)
        reading.valueBefore = try operand.read(earlier, limits: limits).value
      }
      readings.append(reading)
    }
    return readings
  }

  /// A query or function as it is written at the top level.
  struct Operand: Sendable {
    var text: String
    var reads: Reads
    /// Whether only its being there counts.
    var isTest: Bool

    enum Reads: Sendable {
      case value(ValueExpression)
      case nodes(Query)
    }
  }
}

extension Condition.Operand {
  /// Whether it reads the state after the action and not the one before, so that it can be asked
  /// of the state before in its stead.
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
    _ moment: Moment, limits: QueryLimits
  ) throws(QueryError) -> (value: Condition.Reading.Value, pointer: JSONPointer?) {
    let evaluator = Evaluator(moment, limits: limits, tracksPaths: true)
    var value = Condition.Reading.Value.nothing
    var pointer: JSONPointer?
    switch reads {
    case .nodes(let query):
      value = nodes(of: query, evaluator)
    case .value(.query(let query)):
      _ = evaluator.visit(query, node: nil) { found in
        value = .value(found)
        pointer = NormalizedPath(steps: evaluator.path).pointer
        return true
      }
    case .value(let expression):
      if let found = evaluator.value(of: expression, node: nil) { value = .value(found) }
    }
    try evaluator.check()
    return (value, pointer)
  }

  private func nodes(of query: Query, _ evaluator: Evaluator) -> Condition.Reading.Value {
    var count = 0
    var first: [JSONNode] = []
    _ = evaluator.visit(query, node: nil) { value in
      count += 1
      if first.count < Condition.Reading.nodesMax {
        first.append(JSONNode(path: NormalizedPath(steps: evaluator.path), value: value))
      }
      return true
    }
    return count == 0 ? .nothing : .nodes(count: count, first: first)
  }
}
