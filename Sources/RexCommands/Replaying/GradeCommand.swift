import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexReplayer

extension Command {
  static let grade = Command(
    name: "grade", operands: "LOG…",
    summary: "whether this build can still decode a log; exit 1 when risky, 125 when impossible",
    example: "grade session.jsonl",
    options: [Options.app, Options.jobs], isStoppable: true, givesVerdict: true
  ) { call in
    let check = LogsCheck(
      call: call, suite: "grade", holds: "fine", broken: "risky", unknown: "impossible")
    return try check.run(on: call.logs()) { call, paths in (try grade(paths, call), "") }
  }

  private static func grade(
    _ paths: LogPaths, _ call: CommandCall
  ) throws -> CommandStatus {
    let log = try paths.open()
    let replayer = Replayer(try call.app(for: log))
    let grade = try replayer.grade(log)
    call.print(GradeReport(log: log, grade: grade))
    return switch grade.level {
    case .fine: .success
    case .risky: .negative
    case .impossible: .noVerdict
    }
  }
}

/// The result of `grade`.
struct GradeReport: CommandResult {
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
    if more > 0 { text += "and \(more) more (--json)\n" }
    if !grade.advice.lost.isEmpty {
      let paths = LogText.cut(grade.advice.lost.map(\.description).joined(separator: " "))
      text += "note: no migration is suggested that would lose the values at \(paths)\n"
    }
    guard !migration.isEmpty else { return text }
    text += "hint: add to the app's migrations:\n"
    return migration.reduce(into: text) { $0 += "  \($1)\n" }
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

  /// The lines of Swift to add to the app's migrations.
  private var migration: [String] { grade.advice.swift(after: log.session.app.version) }

  func encode(to encoder: any Encoder) throws {
    let document = Document(
      log: log.name, grade: grade.level.word, keyframes: grade.keyframeCount,
      actions: grade.actionCount, opaque: grade.opaqueCount, findings: grade.findingCount,
      list: grade.findings.map(Document.Finding.init),
      migration: migration.isEmpty ? nil : migration.joined(separator: "\n"),
      lost: grade.advice.lost.isEmpty ? nil : grade.advice.lost.map(\.description))
    try document.encode(to: encoder)
  }

  private struct Document: Encodable {
    let log, grade: String
    let keyframes, actions, opaque, findings: Int
    let list: [Finding]
    let migration: String?
    let lost: [String]?

    struct Finding: Encodable {
      let seq: Int
      let type: String?
      let line: Int
      let grade: String
      var paths: [JSONPointer] = []
      var reason: String?
      let count: Int

      init(_ finding: LogGrade.Finding) {
        (seq, type, line) = (finding.seq, finding.type, finding.location.line)
        (grade, count) = (finding.level.word, finding.count)
        switch finding.problem {
        case .differs(let differing): paths = differing
        case .undecodable(let error): (paths, reason) = ([error.path], error.reason)
        case .redacted(let path): (paths, reason) = ([path], "redacted")
        }
      }
    }
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
