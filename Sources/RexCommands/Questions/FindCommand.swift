import RexDebug
import RexLog
import RexQuery
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
  fileprivate static let first = Option("--first", "only the first found")
}

extension Command {
  static let find = Command(
    name: "find", operands: "LOG TEXT",
    summary: "finds actions that contain a text, and where; exit 1 if there are none",
    example: "find session.jsonl family -i",
    options: [
      Options.regexp, Options.ignoreCase, Options.parts, Options.reverse, Options.first,
      Options.from, Options.to, Options.with,
    ],
    isPaged: true, isStoppable: true
  ) { call in
    let words = try call.operands("LOG", "TEXT")
    let pattern = try TextPattern(
      words[1], what: "TEXT", isRegexp: call.has(Options.regexp),
      ignoresCase: call.has(Options.ignoreCase))
    let parts = try call[Options.parts].flatMap(\.self)
    let log = try call.open(words[0])
    let states = call.states(of: log)
    let search = LogSearch(
      pattern, in: states, Set(parts.isEmpty ? TextMatch.Part.allCases : parts),
      seqs: try call.seqs(log), isReversed: call.has(Options.reverse))
    return try call.withProgress(on: log) { call in
      var questions = LogQuestions(states, call.control)
      let count = try questions.find(search) { hit in
        call.print(AnswerText.text(of: hit), hit.json)
        return !call.has(Options.first)
      }
      call.environment.print(questions.notes, about: log)
      return call.status(
        count > 0 ? .success : .negative, stoppedAt: questions.stoppedSeq, about: log)
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
    let first = try self[from].map { try $0.seq(in: log) }
    let last = try self[Options.to].map { try $0.seq(in: log, from: first) }
    guard first ?? 0 <= last ?? .max else { throw CommandError.usage("--from is after --to") }
    return (first, last)
  }
}
