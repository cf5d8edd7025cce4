import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// Reduces actions and writes the results.
extension EditingRun {
  /// The result of reducing an action.
  private enum Step {
    case applied(patch: [UInt8], error: String?, inputs: [JSON])
    case impossible(String)
  }

  /// Writes an action with a new number, unless it can no longer be applied.
  mutating func write(
    _ recordedAction: LogAction, _ unknown: JSONObject = JSONObject()
  ) throws(LogError) {
    var action = recordedAction
    (action.seq, action.originSeq) = (seq + 1, action.seq > 0 ? action.seq : nil)
    action.isEdited = edits.edited[recordedAction.seq] != nil
    action.cause = cause(action.cause)
    let patch: [UInt8]
    switch try step(of: action) {
    case .impossible(let reason):
      return report(action, reason, isKept: false)
    case .applied(let bytes, let error, let inputs):
      (patch, action.inputs) = (bytes, inputs)
      if let error, action.result?.error == nil { report(action, "threw \(error)", isKept: true) }
      action.result?.error = error
    }
    (seq, timeMs) = (action.seq, action.timeMs)
    if recordedAction.cause != nil { outcome.caused = (outcome.caused ?? 0) + 1 }
    if let origin = action.originSeq { numbers[origin] = seq }
    try writeLine(action, patch, unknown)
    if new.isKeyframeDue() { try writeKeyframe() }
  }

  /// Returns a cause's new number; nil if the new log does not contain the cause before this point.
  func cause(_ recorded: Int?) -> Int? {
    recorded.flatMap { $0 < first ? $0 : numbers[$0] }
  }

  private mutating func report(_ action: LogAction, _ reason: String, isKept: Bool) {
    outcome.impossible.append(
      ImpossibleAction(
        seq: action.originSeq, after: action.originSeq == nil ? recordedSeq : nil,
        type: action.type, reason: reason, isKept: isKept))
  }

  private mutating func step(of action: LogAction) throws(LogError) -> Step {
    guard case .action(let payload) = action.payload, action.isExact else {
      return applyPatch(of: action, "it cannot be reduced again")
    }
    var patch: [UInt8] = []
    let isNew = action.originSeq == nil
    let inputs = inputs(
      of: action, action.originSeq ?? recordedSeq, insertion: isNew ? action.seq : 0)
    do throws(ReductionError) {
      let reduced = try state.reduce(payload, inputs, patch: &patch)
      if case .unknown(let input)? = reduced?.inputProblem {
        report(action, newInput(input), isKept: true)
      }
      return .applied(
        patch: patch, error: reduced?.error, inputs: (reduced?.inputs ?? []).map(\.json))
    } catch {
      guard error.stage == .decodingAction else {
        throw recorded.error(ReductionProblem.reduction(error, seq: action.seq, type: nil))
      }
      // An invalid payload from the edits is the caller's error, not an impossible action.
      guard let origin = action.originSeq, edits.edited[origin] == nil else {
        throw invalidPayload(error, action)
      }
      return applyPatch(of: action, error.description)
    }
  }

  /// The inputs of an action: those recorded, and for what else it asks for, new ones.
  ///
  /// - Parameter seq: Its recorded number; for an inserted action, that of the one before it.
  private func inputs(of action: LogAction, _ seq: Int, insertion: Int = 0) -> ActionInputs {
    ActionInputs(
      seq: seq, recorded: action.inputs.map { LogInput($0) },
      new: newInputs.of(seq, timeMs: action.timeMs, insertion: insertion))
  }

  private func newInput(_ input: UnknownInput) -> String { "\(input.reason), and got a new one" }

  private func invalidPayload(_ error: ReductionError, _ action: LogAction) -> LogError {
    wrongEdit(
      .undecodablePayload(
        error, seq: action.originSeq ?? recordedSeq, isNew: action.originSeq == nil))
  }

  /// Returns an error of the edits, which has no line in the log.
  func wrongEdit(_ problem: ReductionProblem) -> LogError {
    LogError(problem, log: log.name)
  }

  /// Applies an action's recorded patch, if possible.
  private mutating func applyPatch(of action: LogAction, _ problem: String) -> Step {
    guard let patch = action.result?.patch else {
      return .impossible("\(problem), and its patch is not recorded")
    }
    let before = state
    do throws(JSONPatchError) {
      try state.apply(patch)
    } catch {
      return .impossible("\(problem), and its patch cannot be applied: \(error)")
    }
    do throws(ReductionError) {
      if before.isDecoded { try state.decode(seq: action.originSeq ?? recordedSeq) }
    } catch {
      state = before
      return .impossible("\(problem), and the state after its patch \(error)")
    }
    return .applied(patch: patch.json.bytes, error: action.result?.error, inputs: action.inputs)
  }

  /// Reduces an action before the first edit.
  mutating func reduce(
    _ payload: JSON, of action: LogAction, patch: inout [UInt8]
  ) throws(LogError) {
    let inputs = inputs(of: action, action.seq)
    do throws(ReductionError) {
      let reduced = try state.reduce(payload, inputs, patch: &patch)
      guard case .unknown(let input)? = reduced?.inputProblem else { return }
      outcome.impossible.append(
        ImpossibleAction(
          seq: action.seq, after: nil, type: action.type, reason: newInput(input), isKept: true))
    } catch {
      throw recorded.error(ReductionProblem.reduction(error, seq: action.seq, type: action.type))
    }
  }

  private mutating func writeLine(
    _ action: LogAction, _ patch: [UInt8], _ unknown: JSONObject
  ) throws(LogError) {
    var action = action
    let parsed = patch.withUnsafeBytes { try? JSONPatch(text: $0, limits: .largest) }
    action.result?.change = parsed.map { .patch($0) } ?? .notRecorded
    let entry = LogEntry.action(action)
    try new.write { entry.write(adding: unknown, into: &$0) }
  }

  mutating func writeKeyframe() throws(LogError) {
    guard state.isStarted else { return }
    try new.writeKeyframe(seq: seq, timeMs: timeMs, state.write)
  }
}

extension JSON {
  /// The type name for an action with this payload: its case, or the string itself.
  var caseName: String {
    let name = string ?? (object?.count == 1 ? object?.first?.key : nil) ?? "inserted"
    return name.utf8.count <= LogAction.typeBytesMax ? name : "inserted"
  }
}
