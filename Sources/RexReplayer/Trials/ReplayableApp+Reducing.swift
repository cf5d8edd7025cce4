import RexLog
import RexQuery

extension ReplayableApp {
  /// Returns whether a condition holds when a log's actions are reduced again.
  ///
  ///     #expect(try !app.reduces(RecordedLog("few.jsonl"), to: "$.total < 0"))
  ///
  /// The reducer runs in this process, so a trap in it also ends the test run.
  ///
  /// - Parameters:
  ///   - log: The log to reduce.
  ///   - condition: A condition as in `when`: `$` is the state, `$$` the state before it, and `@`
  ///     the action.
  ///   - anywhere: Whether to check the condition after each action, rather than only at the end.
  public func reduces(
    _ log: RecordedLog, to condition: String, anywhere: Bool = false
  ) throws -> Bool {
    let (condition, log) = (try Condition(condition), try log.open())
    var oracle = try ReductionOracle(
      self, log, reading: condition.documents, asking: condition.holds(in:))
    oracle.evaluatesAfterEachAction = anywhere
    return try oracle.holds(oracle.candidates)
  }
}
