import RexDiff
import RexJSON
package import RexLog
package import RexRedaction

/// Rewrites a log with its secrets redacted.
///
///     line ──scan──▶ nothing to redact ──▶ the same bytes
///                    else ──▶ an entry ──Redactor──▶ a new line
///
/// The log is read twice, so that a secret found anywhere is redacted from the first line on.
/// Unknown members, and lines of unknown kinds, are redacted as documents of their own. The state
/// is tracked only if a line depends on it, from the last keyframe on.
package struct LogRedaction {
  private let log: Log
  private var redactor: Redactor
  private var state = RecordedState.unknown
  /// Whether the first reading found nothing to redact.
  private var hasNoSecrets = false

  private enum RecordedState {
    case unknown
    /// Nothing in the keyframe at this position and the patches since then is redacted.
    case unredacted(since: LinePosition)
    /// The recorded state; the redactor has the redacted one.
    case tracked(JSON)
  }

  private enum Line {
    case bytes(UnsafeRawBufferPointer)
    case entry(LogEntry, unknownMembers: JSONObject = JSONObject())
  }

  package init(_ log: Log, rules: RedactionRules, vault: SecretVault = SecretVault()) {
    self.log = log
    redactor = Redactor(rules: rules, vault: vault)
  }

  /// The number of different secrets.
  package var secretCount: Int { redactor.vault.count }

  package mutating func write(to sink: some LogSink) throws(LogError) {
    try forEachLine { _ in }
    hasNoSecrets = redactor.hasRedactedNothing
    var bytes: [UInt8] = []
    try forEachLine { (line) throws(LogError) in
      switch line {
      case .bytes(let line):
        bytes += line
        bytes.append(UInt8(ascii: "\n"))
      case .entry(let entry, let unknownMembers):
        entry.write(adding: unknownMembers, into: &bytes)
      }
      if bytes.count >= LogRedaction.bufferBytesMin {
        try sink.append(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try sink.append(bytes)
  }

  /// The size at which the buffer is written.
  private static let bufferBytesMin = 1 << 18

  private mutating func forEachLine(
    _ body: (Line) throws(LogError) -> Void
  ) throws(LogError) {
    state = .unknown
    redactor = Redactor(rules: redactor.rules, vault: redactor.vault)
    let reader = log.reader()
    var isFirst = true
    while let record = try reader.next() {
      if let problem = record.problem { throw try reader.error(problem, at: record) }
      if let missing = record.missing {
        try body(.entry(redacted(.gap(missing), record, reader)))
      }
      if record.kind == .session && !isFirst || record.isTornSegment { continue }
      isFirst = false
      try body(redacted(record, reader))
    }
    if let unfinished = unfinished() { try body(.entry(.action(unfinished))) }
  }

  private mutating func redacted(
    _ record: LogRecord, _ reader: LogReader
  ) throws(LogError) -> Line {
    if record.kind == .action || record.kind == .keyframe, isBareObject(record) {
      if hasNoSecrets { return .bytes(record.bytes) }
      if try needsNoRedaction(record, reader) { return .bytes(record.bytes) }
    }
    let entry = try reader.entry(of: record)
    let redactedEntry = try redacted(entry, record, reader)
    return .entry(
      redactedEntry, unknownMembers: redacted(entry.unknownMembers(in: record.bytes)))
  }

  /// Whether a line has nothing before or after its object.
  private func isBareObject(_ record: LogRecord) -> Bool {
    record.problem == nil && record.bytes.first == UInt8(ascii: "{")
      && record.bytes.last == UInt8(ascii: "}")
  }

  /// Whether a line is valid and contains nothing to redact.
  private mutating func needsNoRedaction(
    _ record: LogRecord, _ reader: LogReader
  ) throws(LogError) -> Bool {
    if case .tracked = state, record.kind == .action { return false }
    guard redactor.needsNoRedaction(record.bytes, patchKey: "patch", limits: LogEntry.lineLimits)
    else {
      return false
    }
    if record.kind == .action {
      return try reader.actionLine(of: record, isJSON: true).isUsual
    }
    guard record.isUsualKeyframe else { return false }
    if case .tracked(let recorded) = state, redactor.state != recorded { return false }
    state = .unredacted(since: reader.position(of: record))
    redactor.setState(nil)
    return true
  }
}

/// Redacts the entries of lines that are not copied.
extension LogRedaction {
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
    case _ where hasNoSecrets: return entry
    case .keyframe(var keyframe):
      keyframe.state = try redacted(keyframe.state, at: record)
      return .keyframe(keyframe)
    case .action(let action):
      return .action(try redacted(action, at: record, reader))
    case .mark(var mark):
      redactor.redactImpurity(in: &mark)
      mark.label = redactor.redact(text: mark.label)
      mark.data = mark.data.map { redactor.redact($0) }
      return .mark(mark)
    case .gap(var gap):
      gap.reason = redactor.redact(text: gap.reason)
      state = .unknown
      redactor.setState(nil)
      return .gap(gap)
    case .end(var end):
      end.reason = redactor.redact(text: end.reason)
      return .end(end)
    case .unknown(let kind): return .unknown(kind: redactor.redact(text: kind))
    }
  }

  /// A keyframe that equals the tracked state has the same redacted state.
  private mutating func redacted(
    _ keyframe: JSON, at record: LogRecord
  ) throws(LogError) -> JSON {
    try trackState(to: record)
    if case .tracked(let recorded) = state, let redacted = redactor.state, recorded == keyframe {
      return redacted
    }
    state = .tracked(keyframe)
    return redactor.start(from: keyframe)
  }

  private mutating func redacted(
    _ action: LogAction, at record: LogRecord, _ reader: LogReader
  ) throws(LogError) -> LogAction {
    var action = beginning(of: action)
    if let patch = action.result?.patch, !isUnredactedPatch(of: record) {
      try trackState(to: record)
      do throws(JSONPatchError) {
        if case .tracked(var recorded) = state {
          state = .unknown
          try recorded.apply(patch)
          state = .tracked(recorded)
        }
        action.result?.change = .patch(try redactor.redact(patch))
      } catch {
        throw try reader.error(.patchDoesNotFit(error), at: record)
      }
    }
    if case .leftOut(var leftOut) = action.result?.change {
      leftOut.fingerprint = redactor.redact(fingerprint: leftOut.fingerprint)
      action.result?.change = .leftOut(leftOut)
    }
    if let error = action.result?.error { action.result?.error = redactor.redact(text: error) }
    return action
  }

  /// Whether the state so far and this patch need no redaction.
  private func isUnredactedPatch(of record: LogRecord) -> Bool {
    guard case .unredacted = state, let patch = record.members?.patch else { return false }
    return redactor.needsNoRedaction(patch: record.text(patch))
  }

  /// Reconstructs the state before a line, if it is not tracked yet.
  private mutating func trackState(to record: LogRecord) throws(LogError) {
    guard case .unredacted(let position) = state else { return }
    let reader = log.reader(from: position)
    var recorded: JSON?
    while let next = try reader.next(), next.offset < record.offset {
      guard next.kind == .action || next.kind == .keyframe else { continue }
      switch try reader.entry(of: next) {
      case .keyframe(let keyframe): recorded = keyframe.state
      case .action(let action):
        guard let patch = action.result?.patch else { continue }
        do throws(JSONPatchError) {
          try recorded?.apply(patch)
        } catch {
          throw try reader.error(.patchDoesNotFit(error), at: next)
        }
      default: break
      }
    }
    state = recorded.map(RecordedState.tracked) ?? .unknown
    redactor.setState(recorded)
  }

  /// The action with everything redacted except its result.
  private mutating func beginning(of action: LogAction) -> LogAction {
    var action = action
    switch action.payload {
    case .action(let json): action.payload = .action(redactor.redact(json))
    case .opaque(let text):
      let text =
        action.type == "encodingCorrected" ? redactor.redactPath(inCorrection: text) : text
      action.payload = .opaque(redactor.redact(text: redactingFingerprint(in: text)))
    }
    action.type = redactor.redact(text: action.type)
    if let info = action.source?.info { action.source?.info = redactor.redact(text: info) }
    return action
  }

  /// The description of an action that was too large, with its fingerprint redacted.
  private func redactingFingerprint(in text: String) -> String {
    guard text.utf8.count <= LogRedaction.descriptionBytesMax,
      let match = text.wholeMatch(of: /(\d+ bytes, more than \d+; fingerprint )(.*)/)
    else { return text }
    return match.1 + redactor.redact(fingerprint: String(match.2))
  }

  /// Two numbers, a fingerprint and the words between them fit in this.
  private static let descriptionBytesMax = 128

  /// The unfinished action, if its payload is complete.
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
