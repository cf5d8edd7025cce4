import RexLog
import RexQuestions
import RexReplayer

/// The report of `triage` for people.
extension TriageReport: CommandResult {
  var text: StyledText {
    let verdicts = TriagedLog.Verdict.allCases.compactMap { verdict in
      logs[verdict].flatMap { $0 > 0 ? "\($0) \(verdict.rawValue)" : nil }
    }
    var text: StyledText = "\(LogText.count(logCount, "log"))"
    if !verdicts.isEmpty { text += ": \(verdicts.joined(separator: ", "))" }
    text += stoppedLogs > 0 ? "; stopped before \(LogText.count(stoppedLogs, "more log"))\n" : "\n"
    for (index, group) in groups.enumerated() { text += "\n" + self.text(of: group, index + 1) }
    if let omission { text += "\nand \(omission)\n" }
    return text
  }

  /// What is left out; nil if nothing is.
  fileprivate var omission: String? {
    var parts: [String] = []
    if omittedGroups > 0 { parts.append(LogText.count(omittedGroups, "more group")) }
    if omittedFindings > 0 {
      let count = LogText.count(omittedFindings, "finding")
      parts.append("\(count) in logs with over \(TriagedLog.signaturesMax) groups")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", and ")
  }

  fileprivate func text(of group: TriageGroup, _ number: Int) -> StyledText {
    let times = LogText.count(group.findings, "time")
    var text: StyledText = "\(number). \(group.signature.title, style: .bold)\n"
    text += "   logs      \(group.logs), \(times)\n"
    if let source = group.signature.source {
      text += "   source    \(source.file)\(source.function.map { " \($0)" } ?? "")\n"
    }
    if !group.builds.list.isEmpty { text += "   builds    \(buildsText(of: group))\n" }
    if let time = group.first.startedAt {
      text += "   first     \(time), \(group.first.build?.text ?? "") \(group.first.log)\n"
    }
    let action = group.example.seq > 0 ? ", action \(group.example.seq)" : ""
    text += "   example   \(group.example.log)\(action)\n"
    return text + "   try       \(group.command)\n"
  }

  /// Of how many logs of each build the group is.
  private func buildsText(of group: TriageGroup) -> String {
    let list = group.builds.list
    let shown = list.prefix(Self.buildsShownMax).map { count in
      guard let build = count.build else { return "others \(count.logs)" }
      return "\(build.text): \(count.logs) of \(builds[build])"
    }
    let more = list.count > shown.count ? ", and \(list.count - shown.count) more (--json)" : ""
    return shown.joined(separator: ", ") + more
  }

  private static var buildsShownMax: Int { 8 }
}

extension BugSignature {
  /// The kind, and what it is about: `divergence: add /items/*/price`.
  fileprivate var title: String {
    let words = [type, path.map { $0.isEmpty ? "(the whole state)" : $0 }, detail]
    return "\(kind.rawValue): " + words.compactMap(\.self).joined(separator: " ")
  }
}

extension AppBuild {
  fileprivate var text: String { LogSession.App(name: app, version: version, build: build).text }
}

extension JUnitReport {
  /// Each group as a test that fails.
  init(_ report: TriageReport) {
    self.init(suite: "triage")
    for (index, group) in report.groups.enumerated() {
      let text = report.text(of: group, index + 1).plain
      let isUnreadable = group.signature.kind == .unreadable
      add(group.signature.title, seconds: 0, isUnreadable ? .unreadable(text) : .failed(text))
    }
    if let omission = report.omission {
      add("and \(omission)", seconds: 0, .failed("left out: \(omission)"))
    }
    if report.groups.isEmpty {
      add(LogText.count(report.logCount, "log"), seconds: 0, .passed)
    }
  }
}
