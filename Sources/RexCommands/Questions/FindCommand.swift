import RexDebug
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let regexp = Option(
    "--regexp", short: "-E", "TEXT is a regular expression (RFC 9485)")
  fileprivate static let ignoreCase = Option(
    "--ignore-case", short: "-i", "ignore the case of letters")
  fileprivate static let parts = Option(
    repeatable: "--in", "PARTS", .someOf(TextMatch.Part.self),
    "search only these: type,action,change,error,source")
  fileprivate static let reverse = Option("--reverse", "the last first")
  fileprivate static let full = Option("--full", "show all the places in an action")
  fileprivate static let first = Option("--first", "only the first found")
}

extension Command {
  static let find = Command(
    name: "find", operands: "LOG… TEXT",
    summary: "finds actions that contain a text, and where; exit 1 if there are none",
    example: "find session.jsonl family -i",
    options: [
      Options.regexp, Options.ignoreCase, Options.parts, Options.reverse, Options.first,
      Options.full, Options.from, Options.to, Options.jobs, Options.with, Options.clock,
    ],
    notes: """
      Of several logs, exit 0 if it is found in one, else the first of 3, 125, 1 that occurs.

      """,
    isPaged: true, isStoppable: true
  ) { call in
    let (paths, text) = try call.paths(before: "TEXT")
    let pattern = try TextPattern(
      text, what: "TEXT", isRegexp: call.has(Options.regexp),
      ignoresCase: call.has(Options.ignoreCase))
    let search = LogsCheck(
      call: call, suite: "find", holds: "found", broken: "not found", unknown: "undecided",
      isSearch: true)
    return try search.run(on: call.logs(at: paths)) { call, paths in
      (try call.find(pattern, in: paths.open()), "")
    }
  }
}

extension CommandCall {
  /// Prints the actions of a log that contain a text.
  fileprivate func find(_ pattern: TextPattern, in log: Log) throws -> CommandStatus {
    let parts = try self[Options.parts].flatMap(\.self)
    let (states, clock) = (states(of: log), try clock(of: log))
    let search = LogSearch(
      pattern, in: states, Set(parts.isEmpty ? TextMatch.Part.allCases : parts),
      seqs: try seqs(log), isReversed: has(Options.reverse))
    return try withProgress(on: log) { call in
      var questions = LogQuestions(states, call.control)
      let count = try questions.find(search) { hit in
        call.print(
          call.label(of: log)
            + AnswerText.lines(of: hit, isFull: call.has(Options.full), clock: clock).text,
          hit.json.about(log))
        return !call.has(Options.first)
      }
      call.environment.print(questions.notes, about: log)
      let none: CommandStatus =
        questions.notes.contains(where: \.isOpen) ? .noVerdict : .negative
      return call.status(
        count > 0 ? .success : none, doubtful: none, stoppedAt: questions.stoppedSeq, about: log)
    }
  }
}

extension TextPattern {
  /// A pattern in the arguments; `what` names it in errors.
  init(_ text: String, what: String, isRegexp: Bool, ignoresCase: Bool) throws {
    guard !text.isEmpty else { throw CommandError.usage("\(what) is empty") }
    guard isRegexp else {
      self.init(text: text, ignoresCase: ignoresCase)
      return
    }
    do throws(QueryError) {
      self.init(try IRegexp(text, ignoresCase: ignoresCase))
    } catch {
      throw CommandError.usage("\(what), \(error.description), in \(text)")
    }
  }
}

extension CommandCall {
  /// The range of numbers given by `--from` and `--to`.
  func seqs(_ log: Log) throws -> ClosedRange<Int> {
    let (first, last) = try ends(in: log)
    return (first ?? 0)...(last ?? .max)
  }

  /// The numbers given by `--from`, in a command's own option, and `--to`.
  func ends(
    _ from: Option<SeqAddress?> = Options.from, in log: Log
  ) throws -> (first: Int?, last: Int?) {
    let first = try self[from].map { try seq(of: $0, in: log) }
    let last = try self[Options.to].map { try seq(of: $0, in: log, from: first) }
    guard first ?? 0 <= last ?? .max else { throw CommandError.usage("--from is after --to") }
    return (first, last)
  }
}
