import RexJSON
import RexLog
import RexQuery
import RexReplayer
import RexTimeline

extension TrialQuestion {
  typealias Ask = (ReductionOracle.Moment) throws -> Bool

  /// Returns a predicate on a log's states, and whether it reads actions' entries.
  func asking(in log: Log) throws -> (readsEntry: Bool, ask: Ask) {
    switch self {
    case .condition(let text):
      let condition: Condition
      do throws(QueryError) {
        condition = try Condition(text)
      } catch {
        throw CommandError.usage("--when \(error.description)")
      }
      let placeholders = LogPlaceholders(log)
      return (
        condition.reads(.entry), { try condition.holds(in: Moment($0, redacted: placeholders)) }
      )
    case .command(let test):
      return (true, { try test.answer(for: $0.after, seq: $0.seq) == .bad })
    case .crash: return (false, { _ in false })
    }
  }
}

extension ReductionOracle.Moment {
  /// The number of the action; 0 at the start.
  var seq: Int { entry?["seq"]?.number?.exactly(Int.self) ?? 0 }
}

extension Moment {
  init(_ moment: ReductionOracle.Moment, redacted: LogPlaceholders?) {
    self.init(after: moment.after, before: moment.before, entry: moment.entry)
    self.redacted = redacted
  }
}
