import RexLog
import RexQuestions
import RexReplayer
import RexTimeline

/// Commands that create, list, select and compare branches.
extension DebugSession {
  /// Sets the edits of the current branch, or of a new one.
  mutating func apply(_ edits: ActionEdits, _ control: QuestionControl) throws -> DebugReply {
    if branch == nil { try checkBranchCount() }
    var names = branches
    let name = branch?.name ?? names.newName()
    let here = try recordedSeq()
    let branch = try newBranch(name, edits, control)
    branches = names
    branches.put(branch)
    try select(name, at: here)
    return reply(with: branch)
  }

  /// Returns a branch with edits; without any, its log is the recorded one.
  private func newBranch(
    _ name: String, _ edits: ActionEdits, _ control: QuestionControl
  ) throws -> DebugBranch {
    guard !edits.isEmpty else {
      return DebugBranch(name: name, edits: edits, states: states(of: recorded))
    }
    let sink = LimitedSink(
      LogSpool(), byteCountMax: max(branches.byteCountLeft(for: name), 0))
    let outcome = try reducer.replay(recorded, editing: edits, into: sink, control)
    let states = states(of: try sink.base.log(named: name))
    return DebugBranch(name: name, edits: edits, outcome: outcome, states: states)
  }

  private func checkBranchCount() throws {
    guard branches.all.count >= DebugBranches.countMax else { return }
    throw DebugMiss.tooManyBranches(limit: DebugBranches.countMax)
  }

  /// Returns a branch's outcome and the current action.
  private mutating func reply(with branch: DebugBranch) -> DebugReply {
    let stop = try? goto(seq, .branch)
    return DebugReply(.branched(summary(of: branch), seq: seq, stop))
  }

  private func summary(of branch: DebugBranch) -> BranchSummary {
    BranchSummary(
      name: branch.name, isHere: branch.name == self.branch?.name, last: branch.log.lastSeq,
      branch: BranchSummary.Edited(edits: branch.edits, outcome: branch.outcome))
  }

  mutating func selectBranch(_ name: String?) throws -> DebugReply {
    let here = try recordedSeq()
    try select(try name.map { try branch(named: $0).name }, at: here)
    return try stop(at: seq, .branch)
  }

  /// Creates a branch with the edits of the current one.
  mutating func fork(_ word: String?) throws -> DebugReply {
    try checkBranchCount()
    let name = word ?? branches.newName()
    guard branches[name] == nil else { throw DebugMiss.branchExists(name) }
    guard DebugBranches.isValidName(name) else { throw DebugMiss.invalidBranchName(name) }
    let here = try recordedSeq()
    var branch =
      branch ?? DebugBranch(name: name, edits: ActionEdits(), states: states(of: recorded))
    branch.name = name
    branches.put(branch)
    try select(name, at: here)
    return reply(with: branch)
  }

  mutating func drop(_ word: String?) throws -> DebugReply {
    guard let name = word ?? branch?.name else { throw DebugMiss.recordedIsNoBranch }
    let dropped = try branch(named: name)
    if branch?.name == name {
      let here = try recordedSeq()
      try select(nil, at: here)
    }
    branches.remove(dropped.name)
    return listBranches()
  }

  private func branch(named name: String) throws -> DebugBranch {
    if let branch = branches[name] { return branch }
    let names = [DebugBranches.recordedName] + branches.all.map(\.name)
    throw DebugMiss.noBranch(name, existing: names)
  }

  func listBranches() -> DebugReply {
    let recorded = BranchSummary(
      name: DebugBranches.recordedName, isHere: branch == nil, last: recorded.lastSeq)
    return DebugReply(.branches([recorded] + branches.all.map(summary(of:))))
  }

  mutating func compare(
    _ first: String?, _ second: String?, _ control: QuestionControl
  ) throws -> DebugReply {
    guard first != second else { throw DebugMiss.sameBranch }
    let states = (
      first: try first.map { try branch(named: $0).states } ?? recordedStates,
      second: try second.map { try branch(named: $0).states } ?? recordedStates
    )
    let names = [first, second].map { $0 ?? DebugBranches.recordedName }
    return DebugReply(
      .compared(try NamedComparison(states, names: (names[0], names[1]), .byContent, control)))
  }
}
