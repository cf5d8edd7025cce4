import RexJSON
import RexQuery
import RexTimeline

extension TrialQuestion {
  typealias Ask = (Moment) throws -> Bool

  /// Returns a predicate on states, and whether it reads actions' entries.
  func asking() throws -> (readsEntry: Bool, ask: Ask) {
    switch self {
    case .condition(let text):
      let condition: Condition
      do throws(QueryError) {
        condition = try Condition(text)
      } catch {
        throw CommandError.usage("--when \(error.description)")
      }
      return (condition.reads(.entry), condition.holds(in:))
    case .command(let test):
      return (true, { try test.answer(for: $0.after, seq: $0.seq) == .bad })
    case .crash: return (false, { _ in false })
    }
  }
}

extension Moment {
  /// The number of the action; 0 at the start.
  var seq: Int { entry?["seq"]?.number?.exactly(Int.self) ?? 0 }
}
