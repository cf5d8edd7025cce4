import RexDebug
import RexJSON
import RexLog
import RexReplayer

extension Command {
  static let grade = Command(
    name: "grade", operands: "LOG…",
    summary: "whether this build can still decode a log; exit 1 when risky, 125 when impossible",
    options: [.app]
  ) { call in
    guard !call.arguments.operands.isEmpty else { throw CommandError.usage("LOG is missing") }
    var logs: [LogPaths] = []
    for path in call.arguments.operands { logs += try LogPaths.logs(at: path) }
    var statuses: [CommandStatus] = []
    for log in logs {
      do {
        statuses.append(try grade(log, call))
      } catch let error where logs.count > 1 {
        statuses.append(try call.report(error))
      }
    }
    return CommandStatus.ofSeveralLogs(statuses)
  }

  private static func grade(
    _ paths: LogPaths, _ call: CommandCall
  ) throws -> CommandStatus {
    let log = try paths.open()
    let replayer = Replayer(try call.app(for: log))
    let grade = try replayer.grade(log)
    let report = GradeReport(log: log, grade: grade)
    if call.wantsJSON {
      call.environment.print(report.json)
    } else {
      call.environment.print(report.text)
    }
    return switch grade.level {
    case .fine: .success
    case .risky: .negative
    case .impossible: .noVerdict
    }
  }
}

/// Formats a grade as text and as JSON.
struct GradeReport {
  let log: Log
  let grade: LogGrade

  /// The most findings shown; `--json` lists more.
  private static let findingsShownMax = 10

  var text: StyledText {
    var text: StyledText = "\(log.name): \(grade.level.word): "
    text += StyledText(LogText.count(grade.keyframeCount, "keyframe")) + ", "
    text += StyledText(LogText.count(grade.actionCount, "action"))
    if grade.opaqueCount > 0 { text += ", \(grade.opaqueCount) opaque" }
    if grade.findingCount > 0 { text += ", \(grade.findingCount) not fine" }
    text += "\n"
    let shown = grade.findings.prefix(GradeReport.findingsShownMax)
    for finding in shown { text += line(finding) }
    let more = grade.findingCount - shown.reduce(0) { $0 + $1.count }
    if more > 0 { text += "and \(more) more\n" }
    let swift = grade.advice.swift(after: log.session.app.version)
    guard !swift.isEmpty else { return text }
    text += "hint: add to the app's migrations:\n"
    return swift.reduce(into: text) { $0 += "  \($1)\n" }
  }

  private func line(_ finding: LogGrade.Finding) -> StyledText {
    let what: StyledText =
      finding.type.map { "action \(finding.seq), \($0)," } ?? "the state after \(finding.seq)"
    let heading: StyledText =
      "\(finding.log):\(finding.location.line):1: \(finding.level.word): \(what)"
    let end: StyledText = finding.count == 1 ? "\n" : " (and \(finding.count - 1) more like it)\n"
    switch finding.problem {
    case .differs(let paths):
      let list = paths.map(LogText.path).joined(separator: " ")
      return "\(heading) is encoded differently: \(LogText.cut(list))" + end
    case .undecodable(let error):
      return "\(heading) cannot be \(error.stage.description): \(error.reason)" + end
    case .redacted(let path):
      return "\(heading) cannot be decoded, since \(LogText.path(path)) was redacted" + end
    }
  }

  var json: JSON {
    let swift = grade.advice.swift(after: log.session.app.version)
    return LogJSON.object([
      "log": .string(log.name), "grade": .string(grade.level.word),
      "keyframes": LogJSON.number(grade.keyframeCount),
      "actions": LogJSON.number(grade.actionCount), "opaque": LogJSON.number(grade.opaqueCount),
      "findings": LogJSON.number(grade.findingCount),
      "list": .array(grade.findings.map(json)),
      "migration": swift.isEmpty ? nil : .string(swift.joined(separator: "\n")),
    ])
  }

  private func json(_ finding: LogGrade.Finding) -> JSON {
    var (paths, reason): ([JSONPointer], String?) = ([], nil)
    switch finding.problem {
    case .differs(let differing): paths = differing
    case .undecodable(let error): (paths, reason) = ([error.path], error.reason)
    case .redacted(let path): (paths, reason) = ([path], "redacted")
    }
    return LogJSON.object([
      "seq": LogJSON.number(finding.seq), "type": finding.type.map(JSON.string),
      "line": LogJSON.number(finding.location.line), "grade": .string(finding.level.word),
      "paths": .array(paths.map { .string($0.description) }), "reason": reason.map(JSON.string),
      "count": LogJSON.number(finding.count),
    ])
  }
}

extension LogGrade.Level {
  fileprivate var word: String {
    switch self {
    case .fine: "fine"
    case .risky: "risky"
    case .impossible: "impossible"
    }
  }
}
