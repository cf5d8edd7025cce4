import RexDebug
import RexDiff
import RexJSON
import RexLog
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
    name: "list", operands: "LOG",
    summary: "lists actions, one per line: seq, time, type, changed paths",
    example: "list session.jsonl --type messageArrived --from 100",
    options: [
      Options.type, Options.grep, Options.at, Options.condition, Options.from, Options.to,
      Options.follow, Options.with,
    ],
    notes: """
      Several values of one option match any of them; different options must all match.

      """
  ) { call in
    let path = try call.operands("LOG")[0]
    let follows = call.has(Options.follow)
    // A log is read from both ends, so a pipe is read to its end before anything is listed.
    guard !follows || path != "-" else {
      throw CommandError.usage(
        "--follow takes a file or a folder; standard input is always read to its end")
    }
    var log = try call.open(path)
    var listing = Listing(call, try ActionFilter(call, log))
    try listing.list(log)
    if follows {
      while call.environment.wait() {
        guard let next = call.reopened(log, at: path, ifReplaced: "listing that one") else {
          continue
        }
        log = next.log
        try listing.resume(with: next.log, isReplaced: next.isReplaced)
      }
    }
    try listing.reportUnknownNames()
    if let undecided = listing.undecided.note {
      call.environment.printError("\(log.name): \(undecided.text)\n")
    }
    call.environment.printIncompleteness(of: log)
    return listing.status
  }
}

/// The state of listing a log's actions.
private struct Listing {
  private let call: CommandCall
  private let filter: ActionFilter
  private var foundCount = 0
  private var damageCount = 0
  private(set) var undecided = UndecidedActions()
  private var states: LogStates?
  /// The number of the last listed action.
  private var last: Int?

  init(_ call: CommandCall, _ filter: ActionFilter) { (self.call, self.filter) = (call, filter) }

  var status: CommandStatus {
    if damageCount > 0 { return .unreadable }
    if foundCount > 0 || filter.isEmpty { return .success }
    return undecided.count > 0 ? .noVerdict : .negative
  }

  /// Says which names of the filter occur nowhere, if nothing was listed.
  func reportUnknownNames() throws {
    guard foundCount == 0, let log = states?.log else { return }
    let unknown = try UnknownNames(
      types: filter.types, conditions: filter.conditions, paths: filter.paths, in: log)
    call.environment.printError(unknown.text(of: log))
  }

  /// Lists what was added; if the log was replaced by another, lists all of it.
  mutating func resume(with log: Log, isReplaced: Bool) throws {
    if isReplaced { last = nil }
    try list(log)
  }

  /// Lists a log's actions after the last listed one.
  mutating func list(_ log: Log) throws {
    if states?.grow(to: log) != true { states = call.states(of: log) }
    if let states {
      try list(states, from: max(filter.seqs.lowerBound, last.map { $0 + 1 } ?? 0))
    }
    last = log.lastSeq
  }

  private mutating func list(_ states: LogStates, from first: Int) throws {
    var (first, source) = (first, states.source)
    var reader = first > 1 ? try source.log.reader(near: first) : source.log.reader()
    var stateFilter = try StateFilter(filter, states, from: first)
    defer { undecided.add(stateFilter.undecided) }
    while let record = try reader.next() {
      if let problem = record.problem, record.kind != .action || (record.head?.seq ?? 0) >= first {
        report(try reader.error(problem, at: record))
      }
      guard record.kind == .action, let seq = record.head?.seq else { continue }
      if seq > filter.seqs.upperBound, record.isTrusted { break }
      guard seq >= first, filter.seqs.contains(seq), filter.admits(record),
        let (line, action) = try action(of: record, reader)
      else { continue }
      if action.result?.patch == nil, let backfilled = states.backfilled(from: source) {
        // From here on, list the backfilled log.
        (first, source) = (seq, backfilled)
        reader = try source.log.reader(near: seq)
        continue
      }
      guard filter.admits(action, in: line), try stateFilter.admits(action) else { continue }
      foundCount += 1
      call.print(ListedAction(action: action))
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

/// An action, as `list` prints it.
private struct ListedAction: CommandResult {
  let action: LogAction

  var text: StyledText {
    let seq = String(action.seq).paddedLeft(to: 6)
    let time = LogText.seconds(action.timeMs).paddedLeft(to: 11)
    let paths = LogText.change(action.result?.patch)
    let cause = LogText.cause(action.cause)
    let type = action.type.padded(to: 24 - cause.count)
    return "\(seq)  \(time)  \(type, style: .bold)\(cause)  \(paths, style: .dim)\n"
  }

  func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(action.seq, forKey: .seq)
    try document.encode(action.timeMs, forKey: .timeMs)
    try document.encode(action.type, forKey: .type)
    try document.encodeIfPresent(action.cause, forKey: .cause)
    try document.encodeIfPresent(action.source, forKey: .source)
    try document.encodeIfPresent(action.result?.error, forKey: .error)
    // Null if the patch is not recorded.
    try document.encode(action.result?.patch?.operations.map(\.path), forKey: .paths)
  }

  private enum CodingKeys: CodingKey { case seq, timeMs, type, cause, source, error, paths }
}
