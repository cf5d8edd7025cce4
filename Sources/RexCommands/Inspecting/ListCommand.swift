import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let type = Option(
    repeatable: "--type", "TYPE", .type, "only actions of this type")
  fileprivate static let notType = Option(
    repeatable: "--not-type", "TYPE", .type, "no actions of this type")
  fileprivate static let grep = Option(
    repeatable: "--grep", "TEXT", .text, "only actions that contain this text")
  fileprivate static let at = Option(
    repeatable: "--at", "PATH", .path, "only actions that changed the value at this path")
  fileprivate static let condition = Option(
    repeatable: "--where", "EXPR", .condition, "only actions after which this condition holds")
  fileprivate static let columns = Option(
    "--columns", "LIST", .columns,
    "what to show: \(ListColumn.allNames), or values such as $.total or count($.items[*])")
  fileprivate static let fold = Option(
    "--fold", "show actions of the same type and change that follow each other as one")
  fileprivate static let sort = Option(
    "--sort", "COLUMN", .sorting, "by this column, the largest first: took"
  ).conflicting(with: "--fold", "--follow")
  fileprivate static let wide = Option("--wide", "show texts whole, and do not cut lines")

  /// Those that choose what is listed of a growing log, and how.
  static let ofListing: [any AnyOption] = [
    type, notType, grep, at, condition, columns, clock, wide, fold,
  ]
}

extension ActionFilter {
  fileprivate init(_ call: CommandCall, _ log: Log) throws {
    self.init(
      types: try call[Options.type], without: try call[Options.notType],
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
      Options.type, Options.notType, Options.grep, Options.at, Options.condition, Options.columns,
      Options.clock, Options.wide, Options.fold, Options.sort, Options.format,
      Options.from, Options.to, Options.follow, Options.jobs, Options.with,
    ],
    notes: """
      An option that is given several times matches any of its values, so --where A --where B lists
      the actions after which A or B holds; for both, write --where 'A && B'. Different options must
      all match. A column is also a value after the action, or what a condition can read: --columns
      'seq,clock,delta,$.total,$.total - $$.total,@.cause'. delta is the time since the action
      before.

      """,
    isPaged: true, isStoppable: true
  ) { call in
    guard call.has(Options.follow) else {
      let search = LogsCheck(
        call: call, suite: "list", holds: "listed", broken: "without any", unknown: "undecided",
        isSearch: true)
      let logs = try call.logs()
      guard try logs.count == 1 || call[Options.format] != .csv else {
        throw CommandError.usage("--format csv takes one log")
      }
      return try search.run(on: logs) { call, paths in
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
  func list(_ log: Log, following path: String? = nil) throws -> CommandStatus {
    var log = log
    var listing = try Listing(self, log)
    try listing.list(log)
    if path == nil { try listing.listUnfinished(in: log) }
    while let path, !control.isStopped(), environment.wait() {
      guard let next = reopened(log, at: path, ifReplaced: "listing that one") else { continue }
      log = next.log
      try listing.resume(with: next.log, isReplaced: next.isReplaced)
    }
    listing.finish()
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
  private var output: ListOutput
  private var foundCount = 0
  private var damageCount = 0
  private(set) var passed = PassedActions()
  /// The number of actions that were read.
  private var readCount = 0
  private var states: LogStates?
  private var dates: LogDates?
  private var clock: LogClock?
  private var replaced: ReplacedStates?
  /// The action that was read last, if its time is needed.
  private var previous: (seq: Int, timeMs: Double)?
  /// The number of the last listed action.
  private var last: Int?
  /// The action at which the listing was stopped before its end.
  private(set) var stoppedSeq: Int?
  /// The shown paths at which no listed state has a value.
  private var pathsWithoutValue: [ValuePath]

  init(_ call: CommandCall, _ log: Log) throws {
    (self.call, filter) = (call, try ActionFilter(call, log))
    let format = try call[Options.format]
    let isSorted = try call[Options.sort] != nil
    layout = ListLayout(
      try call[Options.columns] ?? (isSorted ? ListColumn.ofSorted : nil),
      lineWidth: format == .csv ? nil : call.environment.terminalColumnCount,
      isWide: call.has(Options.wide) || format == .csv, showsClock: call.has(Options.clock))
    output = ListOutput(
      call, layout, format, isFolded: call.has(Options.fold), isSorted: isSorted)
    pathsWithoutValue = layout.columns.compactMap(\.path)
    for warning in layout.columns.compactMap(\.calculation).flatMap(\.warnings) {
      call.environment.printError("--columns: warning: \(warning.description)\n")
    }
  }

  /// Prints what waits for the end.
  mutating func finish() { output.finish() }

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
    (dates, clock) = (call.dates(in: log), LogClock(log.session))
    replaced = states.map { ReplacedStates($0) }
    if let states {
      try list(states, from: max(filter.seqs.lowerBound, last.map { $0 + 1 } ?? 0))
    }
    last = log.lastSeq
    output.endFold()
  }

  private mutating func list(_ states: LogStates, from first: Int) throws {
    var (first, source) = (first, states.source)
    // The action before the first one has its time.
    let start = layout.showsDelta ? first - 1 : first
    var reader = start > 1 ? try source.log.reader(near: start) : source.log.reader()
    var stateFilter = try StateFilter(
      filter, showing: layout.columns.compactMap(\.path),
      layout.columns.compactMap(\.calculation), states, from: first)
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
      let delta = delta(at: record.members?.timeMs, seq, in: source.log)
      if seq > filter.seqs.upperBound, record.isTrusted { break }
      guard seq >= first, filter.seqs.contains(seq) else { continue }
      readCount += 1
      guard filter.admits(record), let (line, action) = try action(of: record, reader)
      else { continue }
      if action.result?.patch == nil, let backfilled = states.backfilled(from: source) {
        // From here on, list the backfilled log.
        (first, source, readCount) = (seq, backfilled, readCount - 1)
        reader = try source.log.reader(near: layout.showsDelta ? max(1, seq - 1) : seq)
        continue
      }
      let narrowed = replaced?.narrowing(action)
      let told = narrowed ?? action
      guard filter.admits(told, in: line, isNarrowed: narrowed != nil),
        try stateFilter.admits(action)
      else { continue }
      let values = try stateFilter.values()
      pathsWithoutValue.removeAll { if case .value? = values[$0.text] { true } else { false } }
      print(told, line, since: delta, values, placeholders)
    }
  }

  /// The time between an action and the one before; absent for the log's first.
  private mutating func delta(at timeMs: Double?, _ seq: Int, in log: Log) -> ShownValue {
    guard layout.showsDelta, let timeMs else { return .unknown }
    defer { previous = (seq, timeMs) }
    if seq == log.session.after + 1 { return .absent }
    guard let previous, previous.seq == seq - 1 else { return .unknown }
    return .value(LogJSON.number(((timeMs - previous.timeMs) * 1000).rounded() / 1000), at: nil)
  }

  private mutating func print(
    _ action: LogAction, _ line: ActionLine, since delta: ShownValue = .unknown,
    _ values: [String: ShownValue], _ placeholders: LogPlaceholders?
  ) {
    foundCount += 1
    let charactersMax =
      call.wantsJSON ? layout.documentPayloadCharactersMax : layout.payloadCharactersMax
    let payload = line.payloadExcerpt(of: action, charactersMax: charactersMax, dates)
    output.add(
      ListedAction(
        action: action, payload: payload, delta: delta, clock: clock,
        values: values, layout: layout, placeholders: placeholders, dates: dates))
  }

  /// Lists the action that never finished, after which no state is known.
  ///
  /// Not while the log grows, since the action may still finish.
  mutating func listUnfinished(in log: Log) throws {
    guard stoppedSeq == nil, let kept = log.unfinishedLine, let action = kept.action(),
      filter.seqs.contains(action.seq), filter.paths.isEmpty,
      filter.admits(action.type)
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
    let delta = delta(at: action.timeMs, action.seq, in: log)
    try kept.read { (line) throws(LogError) in
      guard filter.admits(action, in: line) else { return }
      print(action, line, since: delta, [:], LogPlaceholders(log))
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
