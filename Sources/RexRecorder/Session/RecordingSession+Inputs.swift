import RexActions
import RexJSON
import RexLog

/// Records what a reducer takes from outside: in the open line, before the reducer receives it.
extension RecordingSession {
  /// Records an input, if its action's reducer is still running.
  func record<Value: Codable>(_ request: InputRequest, _ value: Value, of seq: Int) {
    guard let openAction, openAction.seq == seq else { return }
    if configuration.onImpurity != nil { openAction.inputs.keep(request, value) }
    guard !openAction.inputs.isFull(limit: configuration.actionBytesMax) else { return }
    append(input(request, value), of: openAction)
  }

  /// The next random number of an action; nil if its reducer is not running.
  func draw(of seq: Int) -> UInt64? {
    guard let openAction, openAction.seq == seq else { return nil }
    if openAction.inputs.needsSeed {
      let seed = UInt64.random(in: .min ... .max)
      openAction.inputs.start(seed: seed)
      record(.random, SplitMix64.text(ofSeed: seed), of: seq)
    }
    return openAction.inputs.draw()
  }

  private func input<Value: Codable>(_ request: InputRequest, _ value: Value) -> LogInput {
    switch (request, value) {
    case (.date, let seconds as Double): return LogInput(.date(seconds))
    case (.uuid, let text as String): return LogInput(.uuid(text))
    case (.random, let seed as String): return LogInput(.random(seed))
    case (.value(let name), _):
      // As a member with its name, so that the rules of redaction apply.
      let member = (try? document(of: [name: value]))?.object?.first
      return LogInput(member.map { .value($0.key, $0.value) } ?? .unrecorded(name))
    default: preconditionFailure("inputs of this kind have one type")
    }
  }

  private func append(_ input: LogInput, of action: OpenAction) {
    var line: [UInt8] = []
    LineWriter.append(input, isFirst: action.inputs.count == 0, to: &line)
    action.inputs.add(byteCount: line.count)
    if action.inputs.isFull(limit: configuration.actionBytesMax) {
      line.removeAll()
      let reason = "more than \(configuration.actionBytesMax) bytes"
      LineWriter.append(
        LogInput(.unrecorded(reason)), isFirst: action.inputs.count == 1, to: &line)
    }
    advance { () throws(RecorderFailure) in
      try append(line)
      return phase
    }
  }

  /// The end of an action's inputs in its line.
  func inputsEnd(of action: OpenAction) -> [UInt8] {
    var line: [UInt8] = []
    LineWriter.endInputs(drawCount: action.inputs.drawCount, to: &line)
    return line
  }
}
