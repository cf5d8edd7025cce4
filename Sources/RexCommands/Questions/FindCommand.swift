import RexDebug
import RexLog
import RexQuery
import RexTimeline

extension Command {
  static let find = Command(
    name: "find", operands: "LOG TEXT",
    summary: "finds actions that contain a text, and where; exit 1 if there are none",
    options: [
      CommandOption(name: "--regexp", short: "-E", help: "TEXT is a regular expression (RFC 9485)"),
      CommandOption(name: "--ignore-case", short: "-i", help: "ignore the case of letters"),
      CommandOption(
        name: "--in", value: "PARTS", help: "search only these: type,action,change,error,source"),
      CommandOption(name: "--reverse", help: "the last first"),
      CommandOption(name: "--first", help: "only the first found"),
      .from, .to, .with,
    ]
  ) { call in
    let words = try call.operands("LOG", "TEXT")
    let flags = call.arguments.flags
    let pattern = try TextPattern(
      words[1], what: "TEXT", isRegexp: flags.contains("--regexp"),
      ignoresCase: flags.contains("--ignore-case"))
    let parts = try call.parts
    let log = try call.open(words[0])
    let states = call.states(of: log)
    let search = LogSearch(
      pattern, in: states, parts, seqs: try call.seqs(log), isReversed: flags.contains("--reverse"))
    var questions = LogQuestions(states)
    let count = try questions.find(search) { hit in
      call.print(AnswerText.text(of: hit), hit.json)
      return !flags.contains("--first")
    }
    if let warning = questions.warning(log) { call.environment.printError(warning) }
    return call.status(count > 0 ? .success : .negative, about: log)
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
  /// The parts of an entry that are searched.
  fileprivate var parts: Set<TextMatch.Part> {
    get throws {
      let names = arguments.lists["--in"] ?? []
      guard !names.isEmpty else { return Set(TextMatch.Part.allCases) }
      var parts: Set<TextMatch.Part> = []
      for name in names.flatMap({ $0.split(separator: ",") }) {
        guard let part = TextMatch.Part(rawValue: String(name)) else {
          let known = TextMatch.Part.allCases.map(\.rawValue).joined(separator: ", ")
          throw CommandError.usage("--in takes some of \(known), not \(name)")
        }
        parts.insert(part)
      }
      return parts
    }
  }

  /// The range of numbers given by `--from` and `--to`.
  func seqs(_ log: Log) throws -> ClosedRange<Int> {
    let first = try arguments.values["--from"].map { word in
      try seq(word, what: "--from", in: log)
    }
    let last = try arguments.values["--to"].map { word in
      try seq(word, what: "--to", in: log, from: first)
    }
    let lowest = first ?? 0
    guard lowest <= last ?? .max else { throw CommandError.usage("--from is after --to") }
    return lowest...(last ?? .max)
  }
}
