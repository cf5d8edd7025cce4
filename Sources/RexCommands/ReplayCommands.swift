import RexJSON
import RexLog
import RexReplayer

extension Command {
  static let replay = Command(
    name: "replay", operands: "LOG -o NEW",
    summary: "reduces the actions again and writes the log that results",
    options: [.output, .app]
  ) { call throws(CommandError) in
    let path = try call.newLog("NEW")
    let log = try call.open(call.operands("LOG")[0])
    let replayer = Replayer(try call.app(for: log))
    var outcome = ReplayOutcome()
    try writeNewLog(at: path) { (sink) throws(CommandError) in
      outcome = try reducing { () throws(ReplayError) in try replayer.replay(log, into: sink) }
    }
    if call.wantsJSON {
      call.environment.print(
        LogJSON.object([
          "log": .string(log.name), "output": .string(path),
          "actions": LogJSON.number(outcome.actionCount),
          "undecodable": LogJSON.number(outcome.undecodableCount),
          "undecodables": .array(outcome.undecodables.map(LogJSON.undecodable)),
          "incomplete": LogJSON.incomplete(log),
        ]))
    } else {
      call.environment.print(
        "\(log.name): \(LogText.count(outcome.actionCount, "action")) reduced again into \(path)\n")
      call.environment.print(LogText.undecodables(outcome.undecodables))
    }
    call.environment.printIncompleteness(of: log)
    return .success
  }

  static let verify = Command(
    name: "verify", operands: "LOG…",
    summary:
      "reduces the actions again and compares each step with the record; exit 1 on a divergence",
    options: [.app]
  ) { call throws(CommandError) in
    guard !call.arguments.rest.isEmpty else { throw .usage("LOG is missing") }
    var logs: [LogPaths] = []
    for path in call.arguments.rest { logs += try LogPaths.logs(at: path) }
    if logs.count == 1 { return try verify(logs[0], call) }
    var worst = CommandStatus.success
    for log in logs {
      do throws(CommandError) {
        worst = worse(worst, try verify(log, call))
      } catch .failed(let problem, let hint, let status) {
        call.environment.printError("\(problem)\nhint: \(hint)\n")
        worst = worse(worst, status)
      } catch {
        throw error
      }
    }
    return worst
  }

  private static func verify(
    _ paths: LogPaths, _ call: CommandCall
  ) throws(CommandError) -> CommandStatus {
    let log = try paths.open()
    let replayer = Replayer(try call.app(for: log))
    let result = try reducing { () throws(ReplayError) in try replayer.verify(log) }
    if call.wantsJSON {
      call.environment.print(VerificationReport(log: log, verification: result).json)
    } else {
      call.environment.print(VerificationReport(log: log, verification: result).text)
    }
    call.environment.printIncompleteness(of: log)
    return result.holds ? .success : .no
  }

  /// The status that tells more: an error before a divergence before success.
  private static func worse(_ left: CommandStatus, _ right: CommandStatus) -> CommandStatus {
    left.rawValue >= right.rawValue ? left : right
  }
}

/// A verification in words and as a document.
struct VerificationReport {
  let log: Log
  let verification: Verification

  var text: StyledText {
    var text: StyledText = "\(log.name): \(LogText.count(verification.actionCount, "action")), "
    text += StyledText(LogText.count(verification.divergenceCount, "divergence"))
    if verification.redactedCount > 0 { text += ", \(verification.redactedCount) by redaction" }
    if verification.opaqueCount > 0 { text += ", \(verification.opaqueCount) opaque" }
    if verification.inexactCount > 0 { text += ", \(verification.inexactCount) not exact" }
    if verification.undecodableCount > 0 {
      text += ", \(verification.undecodableCount) undecodable by redaction"
    }
    if verification.lostCount > 0 { text += ", \(verification.lostCount) lost" }
    if verification.uncheckedCount > 0 { text += ", \(verification.uncheckedCount) unchecked" }
    text += "\n" + LogText.undecodables(verification.undecodables)
    if let first = verification.divergences.first { text += details(first) }
    for divergence in verification.divergences.dropFirst().prefix(9) {
      text += "\(place(divergence))  \(LogText.path(divergence.path))\n"
    }
    let shown = min(verification.divergences.count, 10)
    if verification.divergenceCount > shown {
      text += "and \(verification.divergenceCount - shown) more\n"
    }
    return text
  }

  private func place(_ divergence: Divergence) -> StyledText {
    let what: StyledText =
      divergence.type.map { "action \(divergence.seq), \($0)" }
      ?? "the keyframe after action \(divergence.seq)"
    let after: StyledText = divergence.after.map { "after action \($0), up to " } ?? ""
    return "\(divergence.log):\(divergence.location.line):1: divergence: \(after)\(what)"
  }

  private func details(_ divergence: Divergence) -> StyledText {
    var text = place(divergence) + "\n"
    if divergence.after == nil {
      text += "  source    \(divergence.source.map { LogText.source($0) } ?? "unknown")\n"
    } else {
      text +=
        "  suspect   \(divergence.suspect.map(suspect) ?? "none changes it when reduced again")\n"
    }
    return text + """
        path      \(LogText.path(divergence.path))
        recorded  \(LogText.value(divergence.recorded), style: .removed)
        reduced   \(LogText.value(divergence.reduced), style: .added)

      """
  }

  private func suspect(_ suspect: Divergence.Suspect) -> StyledText {
    let source = suspect.source.map { "  \(LogText.source($0))" } ?? ""
    return "action \(suspect.seq), \(suspect.type)\(source)"
  }

  var json: JSON {
    LogJSON.object([
      "log": .string(log.name), "holds": .bool(verification.holds),
      "actions": LogJSON.number(verification.actionCount),
      "opaque": LogJSON.number(verification.opaqueCount),
      "inexact": LogJSON.number(verification.inexactCount),
      "undecodable": LogJSON.number(verification.undecodableCount),
      "undecodables": .array(verification.undecodables.map(LogJSON.undecodable)),
      "lost": LogJSON.number(verification.lostCount),
      "unchecked": LogJSON.number(verification.uncheckedCount),
      "divergences": LogJSON.number(verification.divergenceCount),
      "redacted": LogJSON.number(verification.redactedCount),
      "first": verification.divergences.first.map(LogJSON.divergence),
      "list": .array(verification.divergences.map(LogJSON.divergence)),
      "incomplete": LogJSON.incomplete(log),
    ])
  }
}

extension CommandEnvironment {
  /// Says on standard error what is missing at a log's end.
  func printIncompleteness(of log: Log) {
    guard let trouble = LogText.incompleteness(log) else { return }
    printError("\(log.name): \(trouble)\n")
  }
}
