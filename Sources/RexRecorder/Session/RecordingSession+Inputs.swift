import RexActions
import RexFormat
import RexJSON

/// Records what a reducer takes from outside: in the open line, before the reducer receives it.
extension RecordingSession {
  /// Records an input of the action whose reducer runs.
  ///
  /// Those of an opaque action would never be served.
  func record<Value: Codable>(_ request: InputRequest, _ value: Value) {
    guard let openAction else { return }
    if configuration.onImpurity != nil { openAction.inputs.keep(request, value) }
    guard !openAction.isOpaque, !openAction.inputs.isFull, openAction.inputs.failure == nil else {
      return
    }
    append(input(request, value), of: openAction)
  }

  func countDraw() { openAction?.inputs.drawCount += 1 }

  private func input<Value: Codable>(_ request: InputRequest, _ value: Value) -> LogInput {
    switch (request, value) {
    case (.date, let seconds as Double): return LogInput(.date(seconds))
    case (.uuid, let text as String):
      return LogInput(.uuid(redactor.redact(text: text)))
    case (.random, let seed as String): return LogInput(.random(seed))
    case (.value(let name), _):
      // As a member with its name, so that the rules of redaction apply.
      let member = (try? payload(of: [name: value]))?.object?.first
      guard let member else { return LogInput(.unrecorded(redactor.redact(text: name))) }
      return LogInput(.value(member.key, member.value))
    default: preconditionFailure("inputs of this kind have one type")
    }
  }

  private func append(_ input: LogInput, of action: OpenAction) {
    var line: [UInt8] = []
    LineWriter.append(input, isFirst: action.inputs.count == 0, to: &line)
    let limit = configuration.actionBytesMax
    let byteCount = action.inputs.byteCount + line.count
    if !action.inputs.add(line, limit: limit) {
      line.removeAll()
      let reason = byteCount > limit ? "more than \(limit) bytes" : "more than a line can hold"
      LineWriter.append(
        LogInput(.unrecorded(reason)), isFirst: action.inputs.count == 1, to: &line)
    }
    do throws(RecorderFailure) {
      try append(line)
    } catch {
      action.inputs.failure = error
    }
  }

  /// The end of an action's inputs in its line.
  func inputsEnd(of action: OpenAction) -> [UInt8] {
    var line: [UInt8] = []
    LineWriter.endInputs(drawCount: action.inputs.drawCount, to: &line)
    return line
  }
}
