import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let last = Option(
    "--last", "TIME", .seconds(), "at least this much of the end: 90s, 5m or 1h"
  ).conflicting(with: "--from", "--to")
  static let partFrom = Option(
    "--from", "SEQ", .seq, "from this action on, or from a keyframe before it")
}

extension Command {
  static let slice = Command(
    name: "slice", operands: "LOG -o NEW",
    summary: "writes a part of a log, or all of a folder's segments, as one log",
    example: "slice session.jsonl -o end.jsonl --last 30s",
    options: [Options.output, Options.last, Options.partFrom, Options.to]
  ) { call in
    let path = try call.newLog("NEW")
    let log = try call.open(call.operands("LOG")[0])
    let slice =
      try call[Options.last].map { try LogSlice(log, lastSeconds: $0) } ?? call.part(of: log)
    try slice.check()
    var count = 0
    try writeNewLog(at: path) { sink in
      count = try slice.write(into: sink)
    }
    call.print(
      SliceOutcome(
        log: log.name, output: path, after: slice.after, actions: count,
        incomplete: Incompleteness(log)))
    call.environment.printUnfinished(of: log)
    return .success
  }
}

/// The result of `slice`.
private struct SliceOutcome: CommandResult {
  let log, output: String
  /// The action before the first one copied, and the number of actions copied.
  let after, actions: Int
  let incomplete: Incompleteness?

  var text: StyledText {
    "\(log): \(LogText.count(actions, "action")) after \(after) copied into \(output)\n"
  }
}

extension CommandCall {
  /// The part of a log that `--from` and `--to` name; says if it has to begin earlier.
  func part(of log: Log) throws -> LogSlice {
    let (first, last) = try ends(Options.partFrom, in: log)
    let slice = try LogSlice(log, from: first, through: last)
    if let first, slice.after + 1 < first {
      environment.printError(
        """
        \(log.name): begins with action \(slice.after + 1), after the last keyframe before action \
        \(first)

        """)
    }
    return slice
  }
}
