import RexDebug
import RexJSON
import RexLog

extension Command {
  static let info = Command(
    name: "info", operands: "LOG",
    summary: "session, app, counts, duration, sizes, damage, completeness, action types by count",
    options: [
      CommandOption(name: "--check", help: "also check every line and every state"),
      CommandOption(
        name: "--paths", help: "list the paths of all values instead, for a privacy review"),
    ]
  ) { call in
    let log = try call.open(call.operands("LOG")[0])
    if call.arguments.flags.contains("--paths") {
      let paths = try LeafPaths(log)
      if call.wantsJSON {
        for leaf in paths.json { call.environment.print(leaf) }
      } else {
        call.environment.print(paths.text)
      }
      if paths.isTruncated { call.environment.printError("there are more paths than these\n") }
      return .success
    }
    let isChecked = call.arguments.flags.contains("--check")
    let summary = try LogSummary(log, isChecked: isChecked)
    if call.wantsJSON {
      call.environment.print(summary.json)
    } else {
      call.environment.print(summary.text)
    }
    return summary.damages.isEmpty ? .success : .unreadable
  }
}

extension LogSummary {
  var text: StyledText {
    let session = log.session
    let version = session.app.version.map { " \($0)" } ?? ""
    let build = session.app.build.map { " (\($0))" } ?? ""
    var text: StyledText = """
      app       \(session.app.name)\(version)\(build)
      session   \(session.id), started \(session.startedAt)

      """
    if let types = session.types {
      text += "types     state \(types.state), action \(types.action)\n"
    }
    if let system = session.system {
      text += "system    \(system.os) \(system.arch), Swift \(system.swift)\n"
    }
    if session.isDiffedInBackground {
      text += "diffing   in the background: \(LogText.backgroundDiffing)\n"
    }
    if let segmentCount { text += "segments  \(segmentCount)\n" }
    if session.after > 0 { text += "begins    after action \(session.after)\n" }
    if let origin = session.origin {
      text += "origin    session \(origin.id) with changed actions, from #\(origin.from) on\n"
    }
    text += """
      actions   \(actions)
      duration  \(LogText.seconds(lastMs))
      lines     \(lineCount): \(LogText.count(count(.keyframe), "keyframe")), \
      \(LogText.count(count(.mark), "mark")), \(count(.unknown)) of unknown kinds
      size      \(log.byteCount) bytes
      complete  \(ending)

      """
    if let advice { text += "replay    \(advice)\n" }
    if let statistics { text += recorderText(statistics) }
    text += damageText
    guard !types.isEmpty else { return text }
    text += "\n"
    for type in types {
      text += "\(String(type.count).paddedLeft(to: 8))  \(type.name)"
      if type.opaque > 0 { text += " (\(type.opaque) opaque)" }
      if type.inexact > 0 { text += " (\(type.inexact) not exact)" }
      text += "\n"
    }
    return text
  }

  private var damageText: StyledText {
    guard !damages.isEmpty else { return isChecked ? "damage    none\n" : "" }
    var text: StyledText = "damage    \(LogText.count(damages.count, "place"))"
    text += isChecked ? "\n" : "; info --check finds more\n"
    for damage in damages.prefix(LogSummary.damagesShownMax) {
      text += "  \(LogText.damage(damage))\n"
    }
    let rest = damages.count - LogSummary.damagesShownMax
    return rest > 0 ? text + "  and \(rest) more\n" : text
  }

  private static var damagesShownMax: Int { 20 }

  /// The statistics that the recorder wrote when it was closed.
  private func recorderText(_ statistics: LogStatistics) -> StyledText {
    func ms(_ value: Double) -> String { "\(JSON(floatLiteral: value)) ms" }
    var text: StyledText = """
      recorder  own time \(ms(statistics.ownMs)), for an action \(ms(statistics.ownMsP50)) at p50 \
      and \(ms(statistics.ownMsP99)) at p99; reducers \(ms(statistics.reducersMs))

      """
    if statistics.redactedCount > 0 {
      text += "redacted  \(LogText.count(statistics.redactedCount, "value"))\n"
    }
    if !statistics.distrustedTypes.isEmpty {
      text += "distrust  \(statistics.distrustedTypes.joined(separator: ", "))\n"
    }
    if !statistics.canReadTypes {
      text += "types     could not be read where this was recorded: every state was encoded whole\n"
    }
    return text
  }

  private var statistics: LogStatistics? {
    if case .closed(let end) = log.ending { end.statistics } else { nil }
  }

  /// The number of files, if there are several.
  private var segmentCount: Int? { log.fileNames.count > 1 ? log.fileNames.count : nil }

  private var actions: String {
    var text = String(count(.action))
    if opaqueCount > 0 { text += ", \(opaqueCount) opaque" }
    if inexactCount > 0 { text += ", \(inexactCount) not exact" }
    if unrecordedCount > 0 { text += ", \(unrecordedCount) without their patch" }
    if lostCount > 0 { text += "; \(lostCount) lost in \(LogText.count(count(.gap), "gap"))" }
    return text
  }

  /// Advice for a log in which nothing can be reduced again.
  private var advice: StyledText? {
    guard opaqueCount > 0, count(.action) == opaqueCount else { return nil }
    return """
      impossible, all actions are opaque: make the action Codable, or give the recorder an \
      ActionRegistry
      """
  }

  private var ending: StyledText {
    if case .closed(let end) = log.ending { return "yes, \(end.reason)" }
    return "no, " + (LogText.incompleteness(log) ?? "")
  }

  var json: JSON {
    let session = log.session
    return LogJSON.object([
      "log": .string(log.name), "id": .string(session.id),
      "startedAt": .string(session.startedAt), "app": .string(session.app.name),
      "version": session.app.version.map(JSON.string),
      "diffing": session.isDiffedInBackground ? "background" : nil,
      "build": session.app.build.map(JSON.string),
      "after": session.after > 0 ? .some(LogJSON.number(session.after)) : nil,
      "origin": session.origin.map { ["id": .string($0.id), "from": LogJSON.number($0.from)] },
      "segments": segmentCount.map(LogJSON.number),
      "actions": LogJSON.number(count(.action)), "opaque": LogJSON.number(opaqueCount),
      "inexact": LogJSON.number(inexactCount),
      "unrecorded": LogJSON.number(unrecordedCount),
      "lost": LogJSON.number(lostCount), "gaps": LogJSON.number(count(.gap)),
      "durationMs": LogJSON.number(lastMs),
      "lines": LogJSON.number(lineCount), "keyframes": LogJSON.number(count(.keyframe)),
      "marks": LogJSON.number(count(.mark)), "unknown": LogJSON.number(count(.unknown)),
      "bytes": LogJSON.number(log.byteCount), "complete": .bool(log.isComplete),
      "incomplete": LogJSON.incomplete(log), "statistics": statistics?.json,
      "damage": damages.isEmpty && !isChecked
        ? nil : .array(damages.map(LogJSON.damage)),
      "types": .array(
        types.map {
          LogJSON.object([
            "type": .string($0.name), "count": LogJSON.number($0.count),
            "opaque": LogJSON.number($0.opaque), "inexact": LogJSON.number($0.inexact),
          ])
        }),
    ])
  }
}
