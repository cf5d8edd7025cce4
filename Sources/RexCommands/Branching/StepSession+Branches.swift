import RexJSON
import RexLog
import RexReplayer
import RexTimeline

/// Commands that create, list, select, compare and write branches.
extension StepSession {
  mutating func branch(_ kind: StepLine.Kind, _ word: String?) throws -> StepReply {
    switch kind {
    case .branches: return listBranches()
    case .branch:
      guard let word else { throw CommandError("branch takes a name; branches lists them", .usage) }
      return try selectBranch(word)
    case .fork: return try fork(word)
    case .drop: return try drop(word)
    default: return try write(word)
    }
  }

  /// Sets the edits of the current branch, or of a new one.
  mutating func apply(_ edits: ActionEdits) throws -> StepReply {
    if current == nil { try checkBranchCount() }
    var names = branches
    let name = current?.name ?? names.newName()
    let here = try recordedSeq()
    var branch = StepBranch(name: name, edits: edits, log: recorded)
    if !edits.isEmpty {
      let byteCountMax = branches.byteCountLeft(for: name)
      let sink = BranchSink(byteCountMax: max(byteCountMax, 0))
      branch.outcome = try reduce(recorded, edits, sink)
      branch.log = try sink.log(named: name)
    }
    branches = names
    branches.put(branch)
    try select(branch.name, at: here)
    return summary(of: branch)
  }

  private func checkBranchCount() throws {
    guard branches.all.count >= StepBranches.countMax else { return }
    throw CommandError("there are \(StepBranches.countMax) branches; drop one", .usage)
  }

  /// Returns a branch's outcome and the current action.
  private mutating func summary(of branch: StepBranch) -> StepReply {
    let here = (try? jump(to: seq)) ?? StepReply("", json: [:])
    let text = Self.heading(branch) + (branch.outcome?.details ?? "") + here.text
    let (outcome, seq) = (branch.outcome, seq)
    return StepReply(
      text,
      json: {
        var members = Self.json(branch, isHere: true).object ?? JSONObject()
        members["seq"] = LogJSON.number(seq)
        members["outcome"] = outcome.flatMap { try? JSONDocumentEncoder().encode($0) }
        return .object(members)
      }())
  }

  private mutating func selectBranch(_ name: String) throws -> StepReply {
    let here = try recordedSeq()
    let target = name == StepBranches.recordedName ? nil : try branch(named: name).name
    try select(target, at: here)
    return try jump(to: seq)
  }

  /// Creates a branch with the edits of the current one.
  private mutating func fork(_ word: String?) throws -> StepReply {
    try checkBranchCount()
    let name = word ?? branches.newName()
    guard StepBranches.isValidName(name), branches[name] == nil else {
      throw CommandError(
        branches[name] == nil
          ? "\(name) is not a valid name; use letters, digits, -, _ and ."
          : "branch \(name) exists", .usage)
    }
    let here = try recordedSeq()
    var branch = current ?? StepBranch(name: name, edits: ActionEdits(), log: recorded)
    branch.name = name
    branches.put(branch)
    try select(name, at: here)
    return summary(of: branch)
  }

  private mutating func drop(_ word: String?) throws -> StepReply {
    guard let name = word ?? current?.name else {
      throw CommandError("the recorded log is not a branch; drop takes a name", .usage)
    }
    let branch = try branch(named: name)
    if current?.name == name {
      let here = try recordedSeq()
      try select(nil, at: here)
    }
    branches.remove(branch.name)
    return listBranches()
  }

  private func branch(named name: String) throws -> StepBranch {
    if let branch = branches[name] { return branch }
    let names = [StepBranches.recordedName] + branches.all.map(\.name)
    throw CommandError("there is no branch \(name); there are \(names.joined(separator: ", "))")
  }
}

extension StepSession {
  private func listBranches() -> StepReply {
    let name = current?.name
    let seqs: StyledText = "#\(recorded.session.after + 1) to #\(recorded.lastSeq)"
    let list = branches.all
    var text: StyledText = "\(name == nil ? "*" : " ") \(StepBranches.recordedName): " + seqs + "\n"
    for branch in list {
      text += "\(branch.name == name ? "*" : " ") " + Self.heading(branch)
      for option in branch.edits.options { text += "    " + option + "\n" }
    }
    let recordedLine = LogJSON.object([
      "branch": .string(StepBranches.recordedName), "isHere": .bool(name == nil),
      "last": LogJSON.number(recorded.lastSeq),
    ])
    return StepReply(
      text, lines: [recordedLine] + list.map { Self.json($0, isHere: $0.name == name) })
  }

  private static func heading(_ branch: StepBranch) -> StyledText {
    guard let outcome = branch.outcome else { return "\(branch.name): as recorded\n" }
    let count = LogText.count(outcome.actionCount, "action")
    return "\(branch.name): \(count), unchanged before #\(branch.firstSeq)\n"
  }

  private static func json(_ branch: StepBranch, isHere: Bool) -> JSON {
    LogJSON.object([
      "branch": .string(branch.name), "isHere": .bool(isHere),
      "last": LogJSON.number(branch.log.lastSeq),
      "actions": branch.outcome.map { LogJSON.number($0.actionCount) },
      "from": branch.outcome.map { LogJSON.number($0.firstSeq) },
      "options": .array(branch.edits.wholeOptions),
    ])
  }

  /// Compares two branches; the defaults are the recorded log and the current branch.
  mutating func compare(_ words: [String]) throws -> StepReply {
    let here = current?.name ?? StepBranches.recordedName
    let names =
      switch words.count {
      case 0: (StepBranches.recordedName, here)
      case 1: (words[0], here)
      default: (words[0], words[1])
      }
    guard names.0 != names.1 else {
      throw CommandError("compare takes two branches; branches lists them", .usage)
    }
    let logs = (first: try branchLog(names.0), second: try branchLog(names.1))
    let report = try ComparisonReport(logs, names: names, backfill: backfillLog)
    return StepReply(report.text, lines: report.lines)
  }

  private func branchLog(_ name: String) throws -> Log {
    name == StepBranches.recordedName ? recorded : try branch(named: name).log
  }

  private func write(_ path: String?) throws -> StepReply {
    guard let path else { throw CommandError("write takes the name of a new file", .usage) }
    guard let branch = current, let outcome = branch.outcome else {
      throw CommandError(
        "this is the recorded log; skip, edit, insert, move or set creates a branch")
    }
    try writeNewLog(at: path) { file in
      try branch.log.forEachChunk { (piece) throws(LogError) in
        if let piece { try file.append(piece) }
      }
    }
    let count = LogText.count(outcome.actionCount, "action")
    return StepReply(
      "\(branch.name): \(count) in \(path)\n",
      json: ["branch": .string(branch.name), "output": .string(path)])
  }
}
