import RexLog
import RexQuery
public import RexReplayer

extension ReplayableApp {
  /// Whether a condition holds when a log's actions are reduced again.
  ///
  ///     #expect(try !app.reduces(RecordedLog("few.jsonl"), to: "$.total < 0"))
  ///
  /// The reducer runs in this process, so one that traps takes a test down with it.
  ///
  /// - Parameters:
  ///   - condition: as `when` takes it: `$` is a state, `$$` the one before it, `@` the action.
  ///   - anywhere: whether it may hold after any action; else it is asked at the end.
  public func reduces(
    _ log: RecordedLog, to condition: String, anywhere: Bool = false
  ) throws -> Bool {
    let condition = try Condition(condition)
    var oracle = try ReductionOracle(
      self, log.open(), readsEntry: condition.reads(.entry)
    ) { try condition.holds(in: Moment($0)) }
    oracle.isAskedAnywhere = anywhere
    return try oracle.holds(oracle.candidates)
  }
}
