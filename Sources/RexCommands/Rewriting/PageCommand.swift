import RexDebug
import RexJSON
import RexLog
import RexPage
import RexQuestions
import RexReplayer

extension Options {
  fileprivate static let page = Option(
    "--output", short: "-o", "HTML", .newFile, "the page's file; only a page is replaced")
  fileprivate static let verify = Option(
    "--verify", "also verify the log, and show what differs in the page")
  static let pageRules = Option(
    "--rules", "FILE", .file, "rules as for check, whose breaks the page shows")
  fileprivate static let when = Option(
    repeatable: "--when", "EXPR", .condition, "mark the actions at which EXPR becomes true")
}

extension Command {
  static let page = Command(
    name: "page", operands: "[LOG] -o HTML",
    summary: "writes a page for any browser with the log in it; without LOG, an empty viewer",
    example: "page session.jsonl -o session.html",
    options: [
      Options.page, Options.partFrom, Options.to, Options.verify,
      Options.pageRules, Options.when, Options.app,
    ] + Options.ofWorkers,
    notes: """
      The page is one file that needs no server and no network. It contains a log of at most 64 MB;
      the empty viewer opens logs of any size: drop one onto it.

      """
  ) { call in
    let path = try call.newLog("HTML")
    guard !call.arguments.operands.isEmpty else {
      try call.rejectLogOptions()
      try write(LogPage(), to: path)
      call.print(PageOutcome(log: nil, output: path))
      return .success
    }
    let log = try call.logOfPage(call.operands("LOG")[0])
    let verdict = try call.verdict(on: log)
    let (rules, matches) = (try call.rules(on: log), try call.matches(in: log))
    try write(LogPage(log, verdict: verdict, rules: rules, matches: matches), to: path)
    call.print(PageOutcome(log: log.name, output: path))
    call.environment.printUnfinished(of: log)
    return .success
  }

  private static func write(_ page: LogPage, to path: String) throws {
    try writeNewLog(at: path, replaces: LogPage.isPage(at: path)) { sink in
      try page.write(into: sink)
    }
  }
}

extension CommandCall {
  fileprivate func rejectLogOptions() throws {
    let names = ["--from", "--to", "--verify", "--rules", "--when"]
    for name in names where arguments.words[name] != nil {
      throw CommandError.usage("\(name) needs a LOG")
    }
  }

  /// The log, or the part of it that the options name; throws if it is too large for a page.
  fileprivate func logOfPage(_ path: String) throws -> Log {
    let log = try open(path)
    guard has(Options.partFrom) || has(Options.to) else {
      guard log.byteCount <= LogPage.logBytesMax else { throw tooLarge(log) }
      return log
    }
    let slice = try part(of: log)
    let sink = LimitedSink(LogBuffer(), byteCountMax: LogPage.logBytesMax)
    do throws(LogError) {
      _ = try slice.write(into: sink)
      return try Log(name: log.name, bytes: sink.base.bytes)
    } catch {
      throw sink.isFull ? tooLarge(log) : error
    }
  }

  private func tooLarge(_ log: Log) -> CommandError {
    CommandError(
      "\(log.name):1:1: error: a page contains at most \(LogPage.logBytesMax >> 20) MB of a log",
      hint: """
        take a part of it with --from and --to, or write the empty viewer with \
        \(tool.name) page -o viewer.html and drop the log onto it
        """, .unreadable)
  }

  /// The document of `verify --json`, if it is asked for.
  fileprivate func verdict(on log: Log) throws -> [UInt8]? {
    guard has(Options.verify) else { return nil }
    let verification = try reducer(of: log).verify(log, VerificationOptions(), runCount: 1)
    return try JSONDocumentEncoder().encodeBytes(VerifiedLog(verification, log))
  }

  /// The document of `check --json`, if there are rules.
  fileprivate func rules(on log: Log) throws -> [UInt8]? {
    guard let path = try self[Options.pageRules] else { return nil }
    let check = try RulesCheck(LogRules(forCommandAt: path), in: states(of: log))
    return RulesAnswer(log: log.name, check: check).json.bytes
  }

  /// The actions at which conditions become true, each condition on a line.
  fileprivate func matches(in log: Log) throws -> [UInt8]? {
    let conditions = try self[Options.when]
    guard !conditions.isEmpty else { return nil }
    let session = try DebugSession(log, reducer: quiet)
    return try conditions.flatMap { condition in
      var (seqs, unknownCount) = ([JSON](), 0)
      let start = StopCondition.start(of: condition)
      let warning = try session.forEachStop(at: start, control) { seq, isMatch in
        if isMatch == true { seqs.append(.number(JSONNumber(seq))) }
        if isMatch == nil { unknownCount += 1 }
        return true
      }
      let hint = seqs.isEmpty ? try UnknownNames(in: .continue(until: start), of: log).hint : nil
      let notes = [StopCondition.note(unknownCount: unknownCount), warning?.text, hint]
        .compactMap { $0 }
      let document: JSON = [
        "condition": .string(condition.text), "seqs": .array(seqs),
        "notes": .array(notes.map { .string($0) }),
      ]
      return document.bytes + [UInt8(ascii: "\n")]
    }
  }
}

/// The result of `page`.
private struct PageOutcome: CommandResult {
  /// The log's name; nil for an empty viewer.
  let log: String?
  let output: String

  var text: StyledText {
    log.map { "\($0): written to \(output)\n" } ?? "an empty viewer written to \(output)\n"
  }
}
