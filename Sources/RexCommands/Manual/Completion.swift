import RexJSON
import RexLog
import RexQuery
import RexTimeline

/// What a shell offers for the word that is being typed, also from the log that the line names.
///
/// A shell inserts a candidate quoted; the scripts of `completions` never evaluate one.
struct Completion {
  let tool: ReplayCommandLine
  /// The hidden command that the scripts call with the words of the line.
  static let commandName = "complete"

  /// What the hidden command prints: for `-- WORD…` candidates, for `--line TEXT END` insertions.
  func answers(to words: [String]) -> [String] {
    if words.first == "--line", words.count == 3 {
      return insertions(inLine: words[1], inPlaceOf: words[2])
    }
    return candidates(for: Array(words.dropFirst(words.first == "--" ? 1 : 0)))
  }

  /// The candidates for the last word; none where the shell should offer files.
  ///
  /// - Parameter words: The words after the tool's name; the last may be empty.
  private func candidates(for words: [String]) -> [String] {
    let partial = words.last ?? ""
    return LogCandidates.offered(all(after: Array(words.dropLast()), partial), for: partial)
  }

  /// What bash inserts for the last word of a line.
  ///
  /// - Parameters:
  ///   - line: The text of the line up to the cursor, with the tool's name.
  ///   - end: The end of it that bash replaces.
  private func insertions(inLine line: String, inPlaceOf end: String) -> [String] {
    let line = ShellLine(line)
    return candidates(for: Array(line.words.dropFirst())).compactMap {
      line.insertion(of: $0, inPlaceOf: end)
    }
  }

  private func all(after before: [String], _ partial: String) -> [String] {
    let names = tool.commands.map(\.name)
    guard let name = before.first else { return names + ["help", "--help", "--version"] }
    guard let command = Command.all.first(where: { $0.name == name }) else {
      return name == "help" ? names : []
    }
    var operands: [String] = []
    var pending: OptionSpec?
    var takesOptions = true
    for word in before.dropFirst() {
      if pending != nil {
        pending = nil
      } else if takesOptions, Arguments.isOption(word) {
        if word == "--" { takesOptions = false }
        let option = command.specs.first { $0.name == word || $0.short == word }
        pending = option.flatMap { $0.valueName == nil ? nil : $0 }
      } else {
        operands.append(word)
      }
    }
    // Standard input is not read here.
    let log = operands.first.flatMap { $0 == "-" ? nil : $0 }
    if let pending { return values(of: pending.kind, log, partial) }
    if takesOptions, let equals = partial.firstIndex(of: "="), partial.hasPrefix("--") {
      let option = command.specs.first { $0.name == partial[..<equals] }
      let head = partial[...equals]
      return option.map {
        values(of: $0.kind, log, String(partial[head.endIndex...])).map { head + $0 }
      } ?? []
    }
    if takesOptions, partial.hasPrefix("-") { return command.specs.map(\.name) }
    return values(of: command.operand(at: operands.count)?.kind ?? .text, log, partial)
  }

  private func values(of kind: ValueKind, _ log: String?, _ partial: String) -> [String] {
    switch kind {
    case .words(let words): return words
    case .example: return tool.sessions.map(\.name)
    case .app: return tool.apps.map(\.name) + tool.examples.map(\.app.name)
    case .type: return candidates(at: log)?.types ?? []
    case .seq: return candidates(at: log)?.addresses(like: partial) ?? ["last"]
    case .path, .pattern: return candidates(at: log).map { paths(in: $0.log, like: partial) } ?? []
    case .condition: return candidates(at: log).map { conditions(in: $0, like: partial) } ?? []
    case .log: return SessionAddress.latest(like: partial)
    case .text, .whole, .number, .time, .file, .newFile, .tool, .command: return []
    }
  }

  private func candidates(at path: String?) -> LogCandidates? {
    guard let path, let paths = try? LogPaths.logs(at: path), let first = paths.first,
      first.files.allSatisfy(LogFolder.isRegularFile), let log = try? first.open()
    else { return nil }
    return LogCandidates(log)
  }

  /// The paths in the last known state that go on from what is typed by one name.
  private func paths(in log: Log, like partial: String) -> [String] {
    var timeline = Timeline(LogStates(log))
    guard let state = try? timeline.state(at: log.lastSeq) else { return [] }
    return LogCandidates.paths(like: partial) { $0.value(in: state) }
  }

  /// The condition with each candidate for its end.
  private func conditions(in candidates: LogCandidates, like partial: String) -> [String] {
    let (end, words, ending) = LogCandidates.ofCondition(
      partial, types: { candidates.types }, paths: { paths(in: candidates.log, like: $0) })
    let fitting = words.filter { $0.hasPrefix(end) }
    return fitting.map { partial.dropLast(end.count) + $0 + ending }
  }
}
