import RexJSON
import RexLog
import RexTimeline

/// What a shell offers for the word that is being typed, also from the log that the line names.
///
/// A shell inserts a candidate quoted; the scripts of `completions` never evaluate one.
struct Completion {
  let tool: ReplayCommandLine
  /// The hidden command that the scripts call with the words of the line.
  static let commandName = "complete"

  /// A log that is larger is not read, since a person waits.
  private static let logBytesMax = 1 << 26
  private static let candidatesMax = 1_000
  private static let candidateBytesMax = 200

  /// The candidates for the last word; none where the shell should offer files.
  ///
  /// - Parameter line: The words after the tool's name; the last may be empty.
  func candidates(for line: [String]) -> [String] {
    // Bash splits `--type=x` into three words.
    let words = line.filter { $0 != "=" }
    let partial = line.last == "=" ? "" : words.last ?? ""
    let before = line.last == "=" ? words : Array(words.dropLast())
    return all(after: before, partial).filter {
      $0.hasPrefix(partial) && $0.utf8.count <= Self.candidateBytesMax
        && $0.escapedForDisplay == $0
    }.prefix(Self.candidatesMax).map(\.self)
  }

  private func all(after before: [String], _ partial: String) -> [String] {
    let names = Command.all.map(\.name)
    guard let name = before.first else { return names + ["help", "--help", "--version"] }
    guard let command = Command.all.first(where: { $0.name == name }) else {
      return name == "help" ? names : []
    }
    var operands: [String] = []
    var pending: OptionSpec?
    for word in before.dropFirst() {
      if pending != nil {
        pending = nil
      } else if let option = command.specs.first(where: { $0.name == word || $0.short == word }) {
        pending = option.valueName == nil ? nil : option
      } else if !word.hasPrefix("-") {
        operands.append(word)
      }
    }
    let log = operands.first
    if let pending { return values(of: pending.kind, log, partial) }
    if let equals = partial.firstIndex(of: "="), partial.hasPrefix("--") {
      let option = command.specs.first { $0.name == partial[..<equals] }
      let head = partial[...equals]
      return option.map {
        values(of: $0.kind, log, String(partial[head.endIndex...])).map { head + $0 }
      } ?? []
    }
    if partial.hasPrefix("-") { return command.specs.map(\.name) }
    return values(of: command.kind(ofOperand: operands.count), log, partial)
  }

  private func values(of kind: ValueKind, _ log: String?, _ partial: String) -> [String] {
    switch kind {
    case .words(let words): return words
    case .example: return tool.examples.map(\.name)
    case .app: return tool.apps.map(\.name) + tool.examples.map(\.app.name)
    case .type: return self.log(at: log).map { (try? $0.types())?.sorted() ?? [] } ?? []
    case .seq: return ["last"] + (self.log(at: log).map(marks) ?? [])
    case .path: return self.log(at: log).map { paths(in: $0, like: partial) } ?? []
    case .text, .log, .file, .newFile, .tool, .command, .condition: return []
    }
  }

  private func log(at path: String?) -> Log? {
    guard let path, let paths = try? LogPaths.logs(at: path), let first = paths.first,
      first.files.allSatisfy(LogFolder.isRegularFile), let log = try? first.open(),
      log.byteCount <= Self.logBytesMax
    else { return nil }
    return log
  }

  /// The labels of the marks, as addresses.
  private func marks(in log: Log) -> [String] {
    let reader = log.reader()
    var labels: Set<String> = []
    while let record = try? reader.next() {
      guard record.kind == .mark, case .mark(let mark)? = try? reader.entry(of: record) else {
        continue
      }
      let isPlain = SeqAddress(mark.label) == .mark(mark.label)
      labels.insert(isPlain ? mark.label : "mark:" + mark.label)
    }
    return labels.sorted()
  }

  /// The paths in the last known state that go on from what is typed by one name.
  private func paths(in log: Log, like partial: String) -> [String] {
    let end = partial.lastIndex(of: "/") ?? partial.startIndex
    var timeline = Timeline(LogStates(log))
    guard let parent = JSONPointer(String(partial[..<end])),
      let state = try? timeline.state(at: log.lastSeq), let value = state[parent]
    else { return [] }
    let names: [String] =
      switch value {
      case .object(let members): members.map(\.key).sorted()
      case .array(let elements): elements.indices.prefix(Self.candidatesMax).map { "\($0)" }
      default: []
      }
    return names.map { (parent.appending($0)).description }
  }
}

extension Command {
  /// What the operand at an index is; the last one if it can be repeated.
  func kind(ofOperand index: Int) -> ValueKind {
    let names = operands.split(separator: " ").prefix { $0 != "-o" }.map { word in
      word.filter { !"[]".contains($0) }
    }
    guard let last = names.last else { return .text }
    let name = index < names.count ? names[index] : last.hasSuffix("…") ? last : ""
    return switch name {
    case "LOG", "LOG2", "LOG…": .log
    case "SEQ", "A", "B": .seq
    case "PATH": .path
    case "EXPR": .condition
    case "EXAMPLE": .example
    case "SHELL": .words(CompletionScript.allCases.map(\.rawValue))
    default: .text
    }
  }
}
