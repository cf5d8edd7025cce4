import RexDebug
import RexLog
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let all = Option("--all", "show actions that repeat, one per line")
}

extension Command {
  static let causes = Command(
    name: "causes", operands: "LOG SEQ",
    summary: "the causes and effects of an action; exit 1 if none are known",
    example: "causes session.jsonl 12",
    options: [Options.all, Options.clock],
    notes: """
      The first cause comes first, effects are indented below their cause, and > marks the
      requested action. Types that cause each other again and again, as a timer does, are shown
      once. Logs contain causes if the app's recorder was given them.

      """,
    isPaged: true, isStoppable: true
  ) { call in
    let words = try call.operands("LOG", "SEQ")
    let log = try call.open(words[0])
    let seq = try call.seq(words[1], what: "SEQ", in: log)
    let report = try CauseTree(of: seq, in: log, call.control)
    let clock = try call.clock(of: log)
    call.print(
      CausesText(report, clock: clock).lines(folded: !call.has(Options.all), hint: " (--all)").text,
      lines: report.lines)
    if let warning = report.warning(log) { call.environment.printError(warning) }
    return call.status(
      report.causes.isEmpty ? .negative : .success, stoppedAt: report.causes.stoppedSeq, about: log)
  }
}

extension CauseTree {
  /// The causes and effects of an action.
  init(of seq: Int, in log: Log, _ control: QuestionControl) throws {
    guard seq > 0 else { throw CommandError.startHasNoCauses(log) }
    let causes = try ActionCauses(of: seq, in: log) { _ in control.isStopped() }
    self.init(seq: seq, causes: causes)
  }

  /// A warning if there is no answer, or part of it may be missing.
  func warning(_ log: Log) -> StyledText? {
    if causes.damageCount > 0 {
      let lines = LogText.count(causes.damageCount, "damaged line")
      return "\(log.name): \(lines) skipped: their effects are unknown\n"
    }
    guard causes.isEmpty else { return nil }
    return "\(log.name): no cause and no effect of action \(seq) is known\n"
  }
}

extension CommandError {
  static func startHasNoCauses(_ log: Log) -> CommandError {
    CommandError(
      "\(log.name):1:1: error: \(DebugMiss.startHasNoCauses.description)",
      hint: "list LOG shows the actions and their causes", .negative)
  }
}
