import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let type = Option(
    repeatable: "--type", "TYPE", .type, "only actions of this type")
  fileprivate static let grep = Option(
    repeatable: "--grep", "TEXT", .text, "only actions that contain this text")
  fileprivate static let at = Option(
    repeatable: "--at", "PATH", .path, "only actions that changed the value at this path")
  fileprivate static let condition = Option(
    repeatable: "--where", "EXPR", .condition, "only actions after which this condition holds")
  fileprivate static let columns = Option(
    "--columns", "LIST", .columns, "what to show: \(ListColumn.allNames), or a path such as $.total"
  )
  fileprivate static let wide = Option("--wide", "show texts whole, and do not cut lines")
}

extension ActionFilter {
  fileprivate init(_ call: CommandCall, _ log: Log) throws {
    self.init(
      types: try call[Options.type],
      texts: try call[Options.grep].map {
        try TextPattern($0, what: "--grep", isRegexp: false, ignoresCase: false)
      },
      paths: try call[Options.at],
      conditions: try call[Options.condition].map { call.warned($0, what: "--where") },
      seqs: try call.seqs(log))
  }
}

extension Command {
  static let list = Command(
    name: "list", operands: "LOG…",
    summary: "lists actions, one per line: seq, time, type, payload, changed paths",
    example: "list session.jsonl --type messageArrived --from 100",
    options: [
      Options.type, Options.grep, Options.at, Options.condition, Options.columns, Options.wide,
      Options.from, Options.to, Options.follow, Options.jobs, Options.with,
    ],
    notes: """
      An option that is given several times matches any of its values, so --where A --where B lists
      the actions after which A or B holds; for both, write --where 'A && B'. Different options must
      all match. A path among the columns shows the value after the action: --columns seq,$.total

      """,
    isPaged: true, isStoppable: true
  ) { call in
    guard call.has(Options.follow) else {
      let search = LogsCheck(
        call: call, suite: "list", holds: "listed", broken: "without any", unknown: "undecided",
        isSearch: true)
      return try search.run(on: call.logs()) { call, paths in
        let log = try paths.open()
        return (try call.withProgress(on: log) { try $0.titled(log).list(log) }, "")
      }
    }
    let path = try call.operands("LOG")[0]
    // A log is read from both ends, so a pipe is read to its end before anything is listed.
    guard path != "-" else {
      throw CommandError.usage(
        "--follow takes a file or a folder; standard input is always read to its end")
    }
    return try call.list(call.open(path), following: path)
  }
}

extension CommandCall {
  /// Lists a log's actions, and those that are added to the log at a path.
  fileprivate func list(_ log: Log, following path: String? = nil) throws -> CommandStatus {
    var log = log
    var listing = try Listing(self, log)
    try listing.list(log)
    if path == nil { try listing.listUnfinished(in: log) }
    while let path, !control.isStopped(), environment.wait() {
      guard let next = reopened(log, at: path, ifReplaced: "listing that one") else { continue }
      log = next.log
      try listing.resume(with: next.log, isReplaced: next.isReplaced)
    }
    try listing.reportUnknownNames()
    environment.print(listing.notes, about: log)
    if let stoppedSeq = listing.stoppedSeq, path == nil {
      return status(listing.status, stoppedAt: stoppedSeq, about: log)
    }
    environment.printUnfinished(of: log)
    return listing.status
  }
}

/// The state of listing a log's actions.
private struct Listing {
  private let call: CommandCall
  private let filter: ActionFilter
  private let layout: ListLayout
  private var foundCount = 0
  private var damageCount = 0
  private(set) var passed = PassedActions()
  /// The number of actions that were read.
  private var readCount = 0
  private var states: LogStates?
  private var dates: LogDates?
  /// The number of the last listed action.
  private var last: Int?
  /// The action at which the listing was stopped before its end.
  private(set) var stoppedSeq: Int?
  /// The shown paths at which no listed state has a value.
  private var pathsWithoutValue: [ValuePath]

  init(_ call: CommandCall, _ log: Log) throws {
    (self.call, filter) = (call, try ActionFilter(call, log))
    layout = ListLayout(
      try call[Options.columns], lineWidth: call.environment.terminalColumnCount,
      isWide: call.has(Options.wide))
    pathsWithoutValue = layout.columns.compactMap(\.path)
  }

  /// What the listing passes over; lost actions only if nothing was found.
  var notes: [QuestionNote] {
    let isOpen = foundCount == 0 && !filter.isEmpty && lostCount > 0
    return passed.notes + (isOpen ? [.lost(count: lostCount)] : [])
  }

  var status: CommandStatus {
    if damageCount > 0 { return .unreadable }
    if foundCount > 0 || filter.isEmpty { return .success }
    let isOpen = passed.notes.contains(where: \.isOpen) || lostCount > 0
    return isOpen ? .noVerdict : .negative
  }

  /// The number of actions that may match, but are lost.
  private var lostCount: Int {
    guard stoppedSeq == nil, let log = states?.log else { return 0 }
    let first = max(filter.seqs.lowerBound, log.session.after + 1)
    return max(0, min(filter.seqs.upperBound, log.lastSeq) - first + 1 - readCount)
  }

  /// Says which names of the filter occur nowhere, if nothing was listed, and which of the columns.
  func reportUnknownNames() throws {
    guard stoppedSeq == nil, let log = states?.log else { return }
    let isEmpty = foundCount == 0
    let unknown = try UnknownNames(
      types: isEmpty ? filter.types : [], conditions: isEmpty ? filter.conditions : [],
      paths: (isEmpty ? filter.paths : []) + pathsWithoutValue, in: log)
    call.environment.printError(unknown.text(of: log))
  }

  /// Lists what was added; if the log was replaced by another, lists all of it.
  mutating func resume(with log: Log, isReplaced: Bool) throws {
    if isReplaced { (last, readCount) = (nil, 0) }
    try list(log)
  }

  /// Lists a log's actions after the last listed one.
  mutating func list(_ log: Log) throws {
    if states?.grow(to: log) != true { states = call.states(of: log) }
    dates = call.dates(in: log)
    if let states {
      try list(states, from: max(filter.seqs.lowerBound, last.map { $0 + 1 } ?? 0))
    }
    last = log.lastSeq
  }

  private mutating func list(_ states: LogStates, from first: Int) throws {
    var (first, source) = (first, states.source)
    var reader = first > 1 ? try source.log.reader(near: first) : source.log.reader()
    let paths = layout.columns.compactMap(\.path)
    var stateFilter = try StateFilter(filter, showing: paths, states, from: first)
    let placeholders = LogPlaceholders(source.log)
    defer {
      passed.add(stateFilter.passed)
      passed.warnings.formUnion(stateFilter.warnings)
    }
    while let record = try reader.next() {
      if call.control.isStopped() {
        stoppedSeq = reader.lastSeq
        return
      }
      if let problem = record.problem, record.kind != .action || (record.head?.seq ?? 0) >= first {
        report(try reader.error(problem, at: record))
      }
      guard record.kind == .action, !reader.isForeign, let seq = record.head?.seq else { continue }
      call.control.report(seq)
      if seq > filter.seqs.upperBound, record.isTrusted { break }
      guard seq >= first, filter.seqs.contains(seq) else { continue }
      readCount += 1
      guard filter.admits(record), let (line, action) = try action(of: record, reader)
      else { continue }
      if action.result?.patch == nil, let backfilled = states.backfilled(from: source) {
        // From here on, list the backfilled log.
        (first, source, readCount) = (seq, backfilled, readCount - 1)
        reader = try source.log.reader(near: seq)
        continue
      }
      guard filter.admits(action, in: line), try stateFilter.admits(action) else { continue }
      let values = stateFilter.values
      pathsWithoutValue.removeAll { values?[$0.text].flatMap(\.self) != nil }
      print(action, line, values, placeholders)
    }
  }

  private mutating func print(
    _ action: LogAction, _ line: ActionLine, _ values: [String: JSON?]?,
    _ placeholders: LogPlaceholders?
  ) {
    foundCount += 1
    let charactersMax =
      call.wantsJSON ? layout.documentPayloadCharactersMax : layout.payloadCharactersMax
    let payload = line.payloadExcerpt(of: action, charactersMax: charactersMax, dates)
    call.print(
      ListedAction(
        action: action, payload: payload, values: values, layout: layout,
        placeholders: placeholders, dates: dates))
  }

  /// Lists the action that never finished, after which no state is known.
  ///
  /// Not while the log grows, since the action may still finish.
  mutating func listUnfinished(in log: Log) throws {
    guard stoppedSeq == nil, let kept = log.unfinishedLine, let action = kept.action(),
      filter.seqs.contains(action.seq), filter.paths.isEmpty,
      filter.types.isEmpty || filter.types.contains(where: { action.type.hasSameBytes(as: $0) })
    else { return }
    if !filter.conditions.isEmpty {
      let states = call.states(of: log)
      let holds = try filter.conditions.contains { condition in
        var scan = try ConditionScan(condition, in: states, from: action.seq)
        while let result = try scan.next() {
          guard result.seq == action.seq else { continue }
          passed.undecided.add(result)
          return result.holds == true
        }
        return false
      }
      guard holds else { return }
    }
    let hasPaths = layout.columns.contains { $0.path != nil }
    try kept.read { (line) throws(LogError) in
      guard filter.admits(action, in: line) else { return }
      print(action, line, hasPaths ? nil : [:], LogPlaceholders(log))
    }
  }

  /// An action; nil if its line is damaged, which is reported.
  private mutating func action(
    of record: LogRecord, _ reader: LogReader
  ) throws -> (ActionLine, LogAction)? {
    do throws(LogError) {
      let line = try reader.action(of: record, checksOrder: false)
      return (line, try reader.action(.patch, of: line, at: record))
    } catch {
      guard error.isDamage else { throw error }
      report(error)
      return nil
    }
  }

  private mutating func report(_ error: LogError) {
    damageCount += 1
    guard damageCount <= Listing.damagesShownMax else { return }
    call.environment.printError(CommandError(error))
  }

  /// The limit on reported damaged lines.
  private static let damagesShownMax = 20
}
