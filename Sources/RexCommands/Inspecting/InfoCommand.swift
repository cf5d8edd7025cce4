import RexDebug
import RexJSON
import RexLog
import RexQuestions

extension Options {
  fileprivate static let check = Option("--check", "also check every line and every state")
  fileprivate static let paths = Option(
    "--paths", "list the paths of all values instead, for a privacy review"
  ).conflicting(with: "--check")
  fileprivate static let full = Option(
    "--full", "with --paths, also the values of dictionaries one by one")
}

extension Command {
  static let info = Command(
    name: "info", operands: "LOG…",
    summary: "session, app, counts, duration, sizes, damage, completeness, action types by count",
    example: "info session.jsonl --check",
    options: [Options.check, Options.paths, Options.full, Options.jobs],
    notes: """
      Of several logs, each has a line, and with --json a document; --paths lists the paths in all
      of them.

      """,
    isPaged: true, isStoppable: true
  ) { call in
    if call.has(Options.check) { call.environment.outliveReader() }
    if call.has(Options.full), !call.has(Options.paths) {
      throw CommandError.usage("--full goes with --paths")
    }
    let logs = try call.logs()
    if call.has(Options.paths) { return try call.printPaths(in: logs) }
    let check = LogsCheck(call: call, suite: "info", holds: "whole", broken: "", unknown: "")
    return try check.run(on: logs) { call, paths in
      let summary = try LogFacts(paths.open(), isChecked: call.has(Options.check))
      call.print(call.isOneOfSeveral ? summary.line : summary.text, document: summary)
      return (summary.damages.isEmpty ? .success : .unreadable, "")
    }
  }
}

extension CommandCall {
  /// Prints the paths of all values in some logs.
  fileprivate func printPaths(in logs: [LogPaths]) throws -> CommandStatus {
    var paths = LeafPaths()
    var statuses: [CommandStatus] = []
    try forEach(logs) { _, log in
      try LeafPaths(log.open())
    } then: { call, _, result, _ in
      do {
        paths.formUnion(try result.get())
      } catch {
        statuses.append(try call.report(error))
      }
    }
    if has(Options.full) {
      if wantsJSON {
        for leaf in paths.sorted { environment.print(document: leaf) }
      } else {
        environment.print(paths.text)
      }
    } else {
      let folded = FoldedPaths(paths)
      if wantsJSON {
        for document in folded.documents { environment.print(document: document) }
      } else {
        environment.print(folded.text)
      }
    }
    if paths.isTruncated {
      environment.printError(
        "there are more paths than these; show LOG SEQ --state prints all of a state\n")
    }
    return control.isStopped() ? .noVerdict : CommandStatus.ofSeveralLogs(statuses)
  }
}

extension LogFacts: CommandResult {
  /// The log among others.
  fileprivate var line: StyledText {
    var text: StyledText =
      "\(log.name): \(log.session.app.text), \(LogText.count(count(.action), "action")), "
    text += "\(LogText.seconds(lastMs)), "
    text += damages.isEmpty ? "" : "damaged in \(LogText.count(damages.count, "place")), "
    if case .closed(let end) = log.ending { return text + "\(end.reason)\n" }
    return text + (log.unfinished == nil ? "not closed\n" : "ended in an action\n")
  }

  /// How long the recording was: `37958.514 s (10 h 32 min)`.
  private var durationText: String {
    let minutes = Int(min(max(lastMs / 60_000, 0), 1e9))
    guard minutes > 0 else { return LogText.seconds(lastMs) }
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return LogText.seconds(lastMs) + " (\(hours > 0 ? "\(hours) h " : "")\(rest) min)"
  }

  /// When the recording started, in the recorder's time zone if the log tells it.
  private var startText: String {
    let clock = LogClock(log.session)
    return clock?.isZoneKnown == true ? clock?.startText ?? "" : log.session.startedAt
  }

  var text: StyledText {
    let session = log.session
    var text: StyledText = """
      app       \(session.app.text)
      session   \(session.id), started \(startText)

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
      duration  \(durationText)
      lines     \(lineCount): \(kinds)
      size      \(log.byteCount) bytes
      ended     \(LogText.ending(of: log))

      """
    if let advice { text += "replay    \(advice)\n" }
    for sentence in omissions.texts { text += "left out  \(sentence)\n" }
    if let statistics { text += recorderText(statistics) }
    text += damageText
    guard !types.isEmpty else { return text }
    text += "\n"
    for type in types {
      text += "\(String(type.count).paddedLeft(to: 8))  \(type.type)"
      let seen = type.seen ?? 0
      if type.opaque > seen { text += " (\(type.opaque - seen) opaque)" }
      if seen > 0 { text += " (\(seen) seen)" }
      if type.inexact > 0 { text += " (\(type.inexact) not exact)" }
      if let count = type.unfinished { text += " (\(count) unfinished)" }
      text += "\n"
    }
    return text
  }

  /// How many lines are no actions, by kind.
  private var kinds: String {
    var kinds = [LogText.count(count(.keyframe), "keyframe")]
    if count(.mark) > 0 { kinds.append(LogText.count(count(.mark), "mark")) }
    if count(.unknown) > 0 { kinds.append("\(count(.unknown)) of unknown kinds") }
    return kinds.joined(separator: ", ")
  }

  private var damageText: StyledText {
    guard !damages.isEmpty else { return isChecked ? "damage    none\n" : "" }
    var text: StyledText = "damage    \(LogText.count(damages.count, "place"))"
    text += isChecked ? "\n" : "; info --check finds more\n"
    for damage in damages.prefix(LogFacts.damagesShownMax) {
      text += "  \(LogText.damage(damage))\n"
    }
    let rest = damages.count - LogFacts.damagesShownMax
    return rest > 0 ? text + "  and \(rest) more (--json)\n" : text
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
    if log.unfinishedAction != nil { text += ", and 1 unfinished" }
    if lostCount > 0 { text += "; \(lostCount) lost in \(LogText.count(count(.gap), "gap"))" }
    return text
  }

  /// What can be done with the log, and what would make more possible.
  private var advice: StyledText? {
    guard let replay else { return nil }
    let reflection: StyledText =
      "the state is seen by reflection; make State Codable to begin anywhere"
    switch (replay, firstOpaque) {
    case (.anywhere, _): return "to replay from anywhere"
    case (.fromStart, nil): return "to verify from the start: \(reflection)"
    case (.fromStart, let opaque?):
      return "to verify from the start to action \(opaque), which is opaque: \(reflection)"
    case (.look, _) where opaqueCount == count(.action):
      let isSeen = types.contains { ($0.seen ?? 0) > 0 }
      let problem = isSeen ? "the actions are seen by reflection" : "no action has a payload"
      return """
        to look at: \(problem). Make the action Codable, or give the recorder an ActionRegistry
        """
    case (.look, _) where leftOutState != nil:
      let text = LogText.value(leftOutState.map(JSON.string))
      return "to look at: instead of a state, it has \(text)"
    case (.look, let opaque):
      let problem: StyledText =
        opaque == 1 ? "action 1 is opaque" : "actions up to \(log.session.after) are missing"
      return "to look at: \(problem), and \(reflection)"
    }
  }

  func encode(to encoder: any Encoder) throws {
    let session = log.session
    let document = Document(
      log: log.name, id: session.id, startedAt: session.startedAt, app: session.app.name,
      timeZone: session.timeZone,
      version: session.app.version, diffing: session.isDiffedInBackground ? "background" : nil,
      build: session.app.build, after: session.after > 0 ? session.after : nil,
      origin: session.origin.map { Document.Origin(id: $0.id, from: $0.from) },
      segments: segmentCount, actions: count(.action), first: seqs?.lowerBound,
      last: seqs?.upperBound, opaque: opaqueCount, inexact: inexactCount,
      unrecorded: unrecordedCount, lost: lostCount, gaps: count(.gap), durationMs: lastMs,
      lines: lineCount, keyframes: count(.keyframe), marks: count(.mark),
      unknown: count(.unknown), bytes: log.byteCount, complete: log.isComplete,
      incomplete: Incompleteness(log), statistics: statistics?.json,
      replay: replay, omitted: omissions.isEmpty ? nil : omissions,
      damage: damages.isEmpty && !isChecked ? nil : damages.map(DamagedPlace.init),
      types: types)
    try document.encode(to: encoder)
  }

  /// The document that `info --json` prints.
  private struct Document: Encodable {
    let log, id, startedAt, app: String
    let timeZone, version, diffing, build: String?
    let after: Int?
    let origin: Origin?
    let segments: Int?
    let actions: Int
    let first, last: Int?
    let opaque, inexact, unrecorded, lost, gaps: Int
    let durationMs: Double
    let lines, keyframes, marks, unknown, bytes: Int
    let complete: Bool
    let incomplete: Incompleteness?
    let statistics: JSON?
    let replay: LogFacts.Replay?
    let omitted: [LogOmission]?
    let damage: [DamagedPlace]?
    let types: [TypeCount]

    struct Origin: Encodable {
      let id: String
      let from: Int
    }
  }
}
