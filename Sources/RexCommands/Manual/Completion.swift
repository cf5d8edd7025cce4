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

  /// The candidates for the last word; none where the shell should offer files.
  ///
  /// - Parameter line: The words after the tool's name; the last may be empty.
  func candidates(for line: [String]) -> [String] {
    // Bash splits `--type=x` into three words.
    let words = line.filter { $0 != "=" }
    let partial = line.last == "=" ? "" : words.last ?? ""
    let before = line.last == "=" ? words : Array(words.dropLast())
    return LogCandidates.offered(all(after: before, partial), for: partial)
  }

  private func all(after before: [String], _ partial: String) -> [String] {
    let names = Command.all.map(\.name)
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
    case .example: return tool.examples.map(\.name)
    case .app: return tool.apps.map(\.name) + tool.examples.map(\.app.name)
    case .type: return candidates(at: log)?.types ?? []
    case .seq: return candidates(at: log)?.addresses(like: partial) ?? ["last"]
    case .path, .pattern: return candidates(at: log).map { paths(in: $0.log, like: partial) } ?? []
    case .text, .whole, .number, .time, .log, .file, .newFile, .tool, .command, .condition:
      return []
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
}
