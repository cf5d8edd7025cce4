import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexReplayer

extension Command {
  static let replay = Command(
    name: "replay", operands: "LOG -o NEW",
    summary: "reduces the actions again and writes the resulting log",
    example: "replay session.jsonl -o without.jsonl --skip 12,40-44",
    options: [Options.output, Options.app] + Options.ofEdits + Options.ofWorkers
  ) { call in
    let path = try call.newLog("NEW")
    let log = try call.open(call.operands("LOG")[0])
    try call.withProgress(on: log) { call in
      let reducer = try call.reducer(of: log)
      if let edits = try call.edits(of: log) {
        try call.replay(log, edits, by: reducer, into: path)
      } else {
        try call.replay(log, by: reducer, into: path)
      }
    }
    call.environment.printUnfinished(of: log)
    return .success
  }
}

extension CommandCall {
  /// Writes the log that results from reducing the actions again.
  fileprivate func replay(_ log: Log, by reducer: any ReducerBackend, into path: String) throws {
    var outcome = ReplayOutcome()
    try writeNewLog(at: path) { sink in
      outcome = try reducer.replay(log, into: sink)
    }
    print(ReplayResult(log: log, output: path, outcome: outcome))
  }

  /// Writes the log that results from editing actions.
  fileprivate func replay(
    _ log: Log, _ edits: ActionEdits, by reducer: any ReducerBackend, into path: String
  ) throws {
    var outcome = EditOutcome()
    try writeNewLog(at: path) { sink in
      outcome = try reducer.replay(log, editing: edits, id: Self.newID, into: sink)
    }
    print(EditResult(log: log.name, output: path, outcome: outcome))
  }
}

/// The result of `replay`.
private struct ReplayResult: CommandResult {
  let log: Log
  let output: String
  let outcome: ReplayOutcome

  var text: StyledText {
    let actions = LogText.count(outcome.actionCount, "action")
    var text: StyledText = "\(log.name): \(actions) reduced again into \(output)\n"
    if outcome.causedCount > 0 { text += StyledText(LogText.caused(outcome.causedCount)) + "\n" }
    if outcome.otherInputsCount > 0 {
      text += """
        note: \(LogText.count(outcome.otherInputsCount, "action")) asked for other inputs than \
        were recorded (verify tells which)

        """
    }
    for line in outcome.undecodables.prefix(10).flatMap(\.lines) { text += StyledText(line) + "\n" }
    return text
  }

  func encode(to encoder: any Encoder) throws {
    let document = Document(
      log: log.name, output: output, actions: outcome.actionCount,
      caused: outcome.causedCount > 0 ? outcome.causedCount : nil,
      otherInputs: outcome.otherInputsCount > 0 ? outcome.otherInputsCount : nil,
      undecodable: outcome.undecodableCount,
      undecodables: outcome.undecodables.map {
        Undecodable(seq: $0.seq, type: $0.type, line: $0.line, path: $0.path)
      }, incomplete: Incompleteness(log))
    try document.encode(to: encoder)
  }

  private struct Document: Encodable {
    let log, output: String
    let actions: Int
    let caused: Int?
    let otherInputs: Int?
    let undecodable: Int
    let undecodables: [Undecodable]
    let incomplete: Incompleteness?
  }

  private struct Undecodable: Encodable {
    let seq: Int
    let type: String?
    let line: Int
    let path: JSONPointer
  }
}

/// The result of `replay` with edits.
private struct EditResult: CommandResult {
  let log, output: String
  let outcome: EditOutcome

  var text: StyledText { outcome.text(of: log, in: output) }

  func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(log, forKey: .log)
    try document.encode(output, forKey: .output)
    try outcome.encode(to: encoder)
  }

  private enum CodingKeys: CodingKey { case log, output }
}
