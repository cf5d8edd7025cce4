import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// Parses the operands of a line command.
struct StepParser {
  let session: DebugSession
  let line: StepLine

  /// The most changes that `history` shows; the command `history` lists all.
  private static let historyMax = 20

  func command(_ operands: [String]) throws -> DebugCommand {
    let word = operands.first
    switch line.kind {
    case .next: return .step(count: try count(word))
    case .back: return .stepBack(count: try count(word))
    case .goto:
      guard let word else { throw CommandError("goto takes an action", .usage) }
      return .goto(target: .number(try address(word)))
    case .first: return .goto(target: .number(session.first))
    case .last: return .goto(target: .number(session.last))
    case .state: return .evaluate(path: try path(word ?? ""))
    case .action: return .action
    case .diff: return try difference(operands)
    case .marks: return .marks
    case .unusual: return .unusual
    case .causes: return .causes(of: try word.map(address) ?? session.seq)
    case .watch: return try word.map { .watch(path: try path($0)) } ?? .watches
    case .unwatch: return .unwatch(path: word)
    case .find, .rfind, .when, .history, .blame, .until, .backUntil: return try question(word)
    case .skip, .unskip, .edit, .insert, .move, .set: return .edit(try edit(operands))
    case .branches, .branch, .fork, .drop, .compare: return try branch(operands)
    case .write, .help, .quit: preconditionFailure("the face answers these itself")
    }
  }

  private func question(_ word: String?) throws -> DebugCommand {
    guard let word else { throw CommandError("\(line.names[0]) takes \(line.usage)", .usage) }
    switch line.kind {
    case .find: return .continue(until: .text(contains: word))
    case .rfind: return .reverseContinue(until: .text(contains: word))
    case .until: return .continue(until: .condition(holds: try condition(word)))
    case .backUntil: return .reverseContinue(until: .condition(holds: try condition(word)))
    case .when: return .when(condition: try condition(word))
    case .blame: return .history(path: try path(word), limit: 1)
    default: return .history(path: try path(word), limit: Self.historyMax)
    }
  }

  /// What this action changed, the difference from an operand to here, or between two.
  private func difference(_ operands: [String]) throws -> DebugCommand {
    let seqs = try operands.map(address)
    let here = session.seq
    switch seqs.count {
    case 0: return .difference(from: max(session.first, here - 1), to: here)
    case 1: return .difference(from: seqs[0], to: here)
    default: return .difference(from: seqs[0], to: seqs[1])
    }
  }

  private func branch(_ operands: [String]) throws -> DebugCommand {
    func name(_ word: String) -> String? { word == DebugBranches.recordedName ? nil : word }
    let word = operands.first
    switch line.kind {
    case .branch:
      guard let word else { throw CommandError("branch takes a name; branches lists them", .usage) }
      return .select(branch: name(word))
    case .fork: return .fork(branch: word)
    case .drop: return .drop(branch: word)
    case .compare:
      let second = operands.count < 2 ? session.branch?.name : name(operands[1])
      return .compare(first: word.flatMap(name), second: second)
    default: return .branches
    }
  }
}

/// Operands.
extension StepParser {
  /// The number of actions to move by.
  private func count(_ word: String?) throws -> Int {
    guard let word else { return 1 }
    guard word.isDigits else { throw CommandError("\(word) is not a number of actions", .usage) }
    let count = Int(word) ?? .max
    guard count > 0 else { throw CommandError("the number of actions must be at least 1", .usage) }
    return count
  }

  /// The action number that a word stands for, relative to the current action.
  private func address(_ word: String) throws -> Int {
    try address(word, in: session.log, from: session.seq)
  }

  private func address(_ word: String, in log: Log, from here: Int?) throws -> Int {
    try ValueReader.seq.read(word, line.names[0]).seq(in: log, from: here)
  }

  private func path(_ text: String) throws -> ValuePath {
    let path = try ValueReader.path.read(text, line.names[0])
    try path.checkIsSingular(line.names[0])
    return path
  }

  private func condition(_ text: String) throws -> Condition {
    try ValueReader.condition.read(text, line.names[0])
  }
}

/// Edits of actions.
extension StepParser {
  private func edit(_ operands: [String]) throws -> DebugEdit {
    let rest = operands.joined(separator: " ")
    switch line.kind {
    case .skip: return try skip(rest)
    case .unskip: return .unskip(seqs: rest.isEmpty ? nil : try recordedSeqs(rest))
    case .edit:
      let (seq, payload) = try payload(rest, "edit")
      return .replace(seq: seq, payload: payload)
    case .insert:
      let (seq, payload) = try payload(rest, "insert")
      return .insert(after: seq, payload: payload)
    case .move:
      guard operands.count == 2 else {
        throw CommandError("move takes SEQ SEQ, such as 5 12", .usage)
      }
      return .move(seq: try address(operands[0]), after: try address(operands[1]))
    default:
      let example = "SEQ PATH=JSON, such as 3 /total=0"
      let (word, change) = try words(rest, "set", example)
      let seq = try address(word)
      let (path, value) = try EditParser.change(change, "set", example)
      return .set(after: seq, path: path, value: value)
    }
  }

  private func skip(_ text: String) throws -> DebugEdit {
    var words = text.split { $0 == " " || $0 == "," }.map(String.init)
    let count = words.count
    words.removeAll { $0 == "--with-effects" }
    guard !words.isEmpty else { throw CommandError("skip takes actions, such as 12,40-44", .usage) }
    let seqs = try EditParser.seqs(words.joined(separator: ","), "skip") { word, _ in
      try address(word)
    }
    return .skip(seqs: seqs, withEffects: words.count < count)
  }

  private func recordedSeqs(_ text: String) throws -> [ClosedRange<Int>] {
    try EditParser.seqs(text, "unskip") { word, _ in
      try address(word, in: session.recorded, from: nil)
    }
  }

  private func payload(_ text: String, _ name: String) throws -> (Int, JSON) {
    let (word, rest) = try words(text, name, #"SEQ JSON, such as 7 {"load":{}}"#)
    let seq = try address(word)
    return (seq, try EditParser.json(rest, name))
  }

  private func words(_ text: String, _ name: String, _ usage: String) throws -> (String, String) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { throw CommandError("\(name) takes \(usage)", .usage) }
    return (words[0], words[1])
  }
}
