import RexLog
import RexQuery
package import RexQuestions
import RexTimeline

extension StopCondition {
  /// What is told of actions at which it is unknown whether it stops; nil if there are none.
  package static func note(unknownCount count: Int) -> String? {
    count == 0
      ? nil : "\(LogText.count(count, "action")) could not be decided: the state is unknown there"
  }
}

/// All actions at which a condition stops.
extension DebugSession {
  /// Finds the actions of the current branch at which a condition stops, in their order.
  ///
  /// - Parameter body: receives an action that was searched, and whether the condition stops there,
  ///   nil if that is unknown; returns whether to go on. A search for a text passes the found ones
  ///   only.
  /// - Returns: what the condition may mean otherwise than it seems; nil if nothing.
  package func forEachStop(
    at condition: StopCondition, _ control: QuestionControl, _ body: (Int, Bool?) -> Bool
  ) throws -> QuestionNote? {
    switch condition {
    case .condition(let holds):
      var scan = try ConditionScan(holds, in: states, from: first)
      while let result = try scan.next() {
        guard !control.isStopped(), body(result.seq, result.holds) else { break }
      }
      return scan.warning.map { .warning($0) }
    case .start(let condition):
      var held: Bool? = false
      return try forEachStop(at: .condition(holds: condition), control) { seq, holds in
        defer { held = holds }
        let isStart = holds == false || held == true ? false : held.flatMap { _ in holds }
        return body(seq, isStart)
      }
    case .type(let type):
      let holds = try TypePattern(type).condition()
      return try forEachStop(at: .condition(holds: holds), control, body)
    case .change(let path):
      var scan = try ActionScan([], [path], in: states, from: first)
      while let result = try scan.next() {
        guard !control.isStopped(), body(result.seq, result.changes[0].isChanged) else { break }
      }
    case .text(let text):
      var search = LogSearch(
        TextPattern(smartCase: text), in: states, Set(TextMatch.Part.allCases),
        seqs: first...(end - 1))
      search.isStopped = control.isStopped(at:)
      while let hit = try search.next() {
        guard body(hit.seq, true) else { break }
      }
    case .action(let seqs):
      for seq in seqs where (first...last).contains(seq) {
        guard !control.isStopped(), body(seq, true) else { break }
      }
    }
    return nil
  }
}
