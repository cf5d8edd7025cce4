import RexDiff
import RexJSON
package import RexLog
package import RexRedaction

/// A log written anew with its secrets covered.
///
/// The log is read twice: what is found to be a secret anywhere is covered from the first line on.
/// Members and kinds that this version does not know are covered as documents of their own.
package struct LogRedaction {
  private let log: Log
  private var redactor: Redactor
  /// The recorded state, as it was.
  private var state: JSON?
  /// Whether the whole log was read, and nothing in it has to be covered.
  private var isOpen = false

  /// A redaction of a log by rules.
  package init(_ log: Log, rules: RedactionRules) {
    self.log = log
    redactor = Redactor(rules: rules)
  }

  /// How many different secrets there are.
  package var secretCount: Int { redactor.vault.count }

  /// Writes the new log.
  package mutating func write(to sink: some LogSink) throws(LogError) {
    try forEachEntry { _, _ in }
    isOpen = redactor.coveredNothing
    var bytes: [UInt8] = []
    try forEachEntry { (entry, unknown) throws(LogError) in
      entry.write(adding: unknown, into: &bytes)
      if bytes.count >= LogRedaction.bufferBytesMin {
        try sink.append(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try sink.append(bytes)
  }

  /// So much is gathered before it is written.
  private static let bufferBytesMin = 1 << 18

  private mutating func forEachEntry(
    _ body: (_ entry: LogEntry, _ unknownMembers: JSONObject) throws(LogError) -> Void
  ) throws(LogError) {
    state = nil
    redactor = Redactor(rules: redactor.rules, vault: redactor.vault)
    let reader = log.reader()
    var isFirst = true
    while let record = try reader.next() {
      if let missing = record.missing {
        try body(redacted(.gap(missing), record, reader), JSONObject())
      }
      if record.kind == .session && !isFirst || record.isTornSegment { continue }
      isFirst = false
      let entry = try reader.entry(of: record)
      let shown = try redacted(entry, record, reader)
      try body(shown, redacted(entry.unknownMembers(in: record.bytes)))
    }
    if let unfinished = unfinished() { try body(.action(unfinished), JSONObject()) }
  }

  private mutating func redacted(_ unknownMembers: JSONObject) -> JSONObject {
    if unknownMembers.isEmpty { return unknownMembers }
    return redactor.redact(.object(unknownMembers)).object ?? JSONObject()
  }

  private mutating func redacted(
    _ entry: LogEntry, _ record: LogRecord, _ reader: LogReader
  ) throws(LogError) -> LogEntry {
    switch entry {
    case .session(var session):
      session.segment = nil
      session.redaction = .init(rules: redactor.rules.kinds, secretCount: secretCount)
      return .session(session)
    case _ where isOpen: return entry
    case .keyframe(var keyframe):
      keyframe.state = redacted(keyframe.state)
      return .keyframe(keyframe)
    case .action(let action):
      do throws(JSONPatchError) {
        return .action(try redacted(action))
      } catch {
        throw try reader.error(.patchDoesNotFit(error), at: record)
      }
    case .mark(var mark):
      mark.label = redactor.redact(text: mark.label)
      mark.data = mark.data.map { redactor.redact($0) }
      return .mark(mark)
    case .gap(var gap):
      gap.reason = redactor.redact(text: gap.reason)
      state = nil
      return .gap(gap)
    case .end(var end):
      end.reason = redactor.redact(text: end.reason)
      return .end(end)
    case .unknown(let kind): return .unknown(kind: redactor.redact(text: kind))
    }
  }

  /// A keyframe that the patches lead to is shown as they do.
  private mutating func redacted(_ keyframe: JSON) -> JSON {
    if let shown = redactor.state, state == keyframe { return shown }
    state = keyframe
    return redactor.start(from: keyframe)
  }

  private mutating func redacted(_ action: LogAction) throws(JSONPatchError) -> LogAction {
    var action = beginning(of: action)
    if let patch = action.result?.patch {
      try state?.apply(patch)
      action.result?.change = .patch(try redactor.redact(patch))
    }
    if case .leftOut(var leftOut) = action.result?.change {
      leftOut.fingerprint = redactor.redact(fingerprint: leftOut.fingerprint)
      action.result?.change = .leftOut(leftOut)
    }
    if let error = action.result?.error { action.result?.error = redactor.redact(text: error) }
    return action
  }

  /// An action with all covered that stands before its result.
  private mutating func beginning(of action: LogAction) -> LogAction {
    var action = action
    switch action.payload {
    case .action(let json): action.payload = .action(redactor.redact(json))
    case .opaque(let text):
      action.payload = .opaque(redactor.redact(text: withoutFingerprint(text)))
    }
    action.type = redactor.redact(text: action.type)
    if let info = action.source?.info { action.source?.info = redactor.redact(text: info) }
    return action
  }

  /// What a recorder says of an action that is too large, with its fingerprint covered.
  private func withoutFingerprint(_ text: String) -> String {
    guard text.utf8.count <= LogRedaction.tooLongBytesMax,
      let match = text.wholeMatch(of: /(\d+ bytes, more than \d+; fingerprint )(.*)/)
    else { return text }
    return match.1 + redactor.redact(fingerprint: String(match.2))
  }

  /// Two numbers, sixteen digits and the words between are not longer.
  private static let tooLongBytesMax = 128

  /// The action that began and never finished, if it was written whole.
  private mutating func unfinished() -> LogAction? {
    guard let line = log.unfinished, let type = line.type, let payload = line.payload else {
      return nil
    }
    return beginning(
      of: LogAction(
        seq: log.lastSeq + 1, timeMs: line.timeMs ?? 0, cause: line.cause, type: type,
        payload: payload, source: line.source))
  }
}
