import RexDiff
import RexJSON
package import RexRedaction

/// Rewrites a log with its secrets redacted.
///
///     line ──▶ entry ──Redactor──▶ nothing changed: the same bytes
///                │                 else: a new line
///                └▶ the recorded state, which shows what a patch refers to
///
/// The log is read once, since what is redacted depends only on a value and its place. Unknown
/// members, and lines of unknown kinds, are redacted as documents of their own.
package struct LogRedaction {
  private let log: Log
  private let redactor: Redactor
  /// The recorded state; nil if it is unknown.
  private var state: JSON?
  /// What is redacted in the state, but not in the action that brought it there.
  package internal(set) var copies: [UnredactedCopy] = []

  /// Creates the redaction of a log.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - rules: The rules.
  ///   - secrets: Texts to replace everywhere.
  ///   - placeholderKey: The key of the placeholders; nil for a random one.
  package init(
    _ log: Log, rules: RedactionRules, secrets: [String] = [], placeholderKey: UInt64? = nil
  ) {
    self.log = log
    redactor = Redactor(
      rules: rules, placeholderKey: placeholderKey,
      loggedNumbers: LogPlaceholders(log)?.numbers, secrets: secrets)
  }

  /// The number of redacted values so far.
  package var redactedCount: Int { redactor.redactedCount }

  package mutating func write(to sink: some LogSink) throws(LogError) {
    var writer = LogWriter(sink)
    let reader = log.reader()
    var isFirst = true
    while let record = try reader.next() {
      if let problem = record.problem { throw try reader.error(problem, at: record) }
      if let missing = record.missing {
        try writer.write(.gap(redacted(missing)))
      }
      if record.kind == .session && !isFirst || record.isTornSegment { continue }
      isFirst = false
      try write(record, reader, to: &writer)
    }
    if let unfinished = unfinished() { try writer.write(.action(unfinished)) }
    try writer.flush()
  }

  private mutating func write(
    _ record: LogRecord, _ reader: LogReader, to writer: inout LogWriter<some LogSink>
  ) throws(LogError) {
    let entry = try reader.entry(of: record)
    let unknownMembers = entry.unknownMembers(in: record.bytes)
    var shownMembers = redacted(unknownMembers)
    if case .session = entry { shownMembers.set(redacted(try log.datePlaces())) }
    let shown = try redacted(entry, record, reader)
    if shown == entry, shownMembers == unknownMembers, isBareObject(record) {
      try writer.copy(record)
    } else {
      try writer.write { shown.write(adding: shownMembers, into: &$0) }
    }
  }

  /// Whether a line has nothing before or after its object.
  private func isBareObject(_ record: LogRecord) -> Bool {
    record.problem == nil && record.bytes.first == UInt8(ascii: "{")
      && record.bytes.last == UInt8(ascii: "}")
  }
}

/// Redacts the entries of lines.
extension LogRedaction {
  private func redacted(_ unknownMembers: JSONObject) -> JSONObject {
    if unknownMembers.isEmpty { return unknownMembers }
    let dates = redacted(LogDatePlaces(of: unknownMembers))
    var shown = unknownMembers
    for member in LogDatePlaces.Member.allCases { shown[member.rawValue] = nil }
    shown = redactor.redact(payload: .object(shown)).object ?? JSONObject()
    shown.set(dates)
    return shown
  }

  /// The places of dates with redacted names.
  private func redacted(_ dates: LogDatePlaces) -> LogDatePlaces {
    func shown(_ places: [String]) -> [String] {
      places.compactMap { JSONPointer($0).map(redactor.redact(path:))?.description }
    }
    return LogDatePlaces(states: shown(dates.states), actions: shown(dates.actions))
  }

  private mutating func redacted(
    _ entry: LogEntry, _ record: LogRecord, _ reader: LogReader
  ) throws(LogError) -> LogEntry {
    switch entry {
    case .session(var session):
      session.segment = nil
      session.redaction = .init(rules: redactor.rules.kinds, numbers: Placeholder.numbers)
      return .session(session)
    case .keyframe(var keyframe):
      state = keyframe.state
      keyframe.state = redactor.redact(keyframe.state)
      return .keyframe(keyframe)
    case .action(let action):
      return .action(try redacted(action, at: record, reader))
    case .mark(let mark): return .mark(redacted(mark))
    case .gap(let gap): return .gap(redacted(gap))
    case .end(var end):
      end.reason = redactor.redact(text: end.reason)
      return .end(end)
    case .unknown(let kind): return .unknown(kind: redactor.redact(text: kind))
    }
  }

  private mutating func redacted(_ gap: LogGap) -> LogGap {
    var gap = gap
    state = nil
    gap.reason = redactor.redact(text: gap.reason)
    return gap
  }

  private mutating func redacted(
    _ action: LogAction, at record: LogRecord, _ reader: LogReader
  ) throws(LogError) -> LogAction {
    var action = beginning(of: action)
    guard var result = action.result else { return action }
    switch result.change {
    case .patch(let patch):
      do throws(JSONPatchError) {
        let shown = try redacted(patch)
        noteCopies(in: action, of: patch, shownAs: shown)
        result.change = .patch(shown)
      } catch {
        throw try reader.error(.patchDoesNotFit(error), at: record)
      }
    case .leftOut(let leftOut): result.change = .leftOut(redacted(leftOut))
    case .notRecorded: break
    }
    result.error = result.error.map(redactor.redact(text:))
    action.result = result
    return action
  }

  /// Redacts a patch, and applies it to the recorded state.
  private mutating func redacted(_ patch: JSONPatch) throws(JSONPatchError) -> JSONPatch {
    if patch.operations.isEmpty { return patch }
    guard var next = state.take() else { throw JSONPatchError(.targetMissing) }
    let redacted = try redactor.redact(patch, of: &next)
    state = next
    return redacted
  }

  private func redacted(_ leftOut: LogLeftOut) -> LogLeftOut {
    var leftOut = leftOut
    leftOut.fingerprint = redactor.redact(fingerprint: leftOut.fingerprint)
    return leftOut
  }

  /// The action with everything redacted except its result.
  private func beginning(of action: LogAction) -> LogAction {
    var action = action
    switch action.payload {
    case .action(let json): action.payload = .action(redactor.redact(action: json))
    case .opaque(let text): action.payload = .opaque(redactor.redact(text: text))
    }
    action.seen = action.seen.map { redactor.redact(action: $0) }
    action.actionLeftOut = action.actionLeftOut.map(redacted)
    action.path = action.path.map(redactor.redact(path:))
    action.inputs = action.inputs.map(redacted(input:))
    action.type = redactor.redact(text: action.type)
    if let info = action.source?.info { action.source?.info = redactor.redact(text: info) }
    return action
  }

  /// Redacts what a reducer took from outside, as a recorder does.
  private func redacted(input json: JSON) -> JSON {
    var input = LogInput(json)
    switch input.content {
    case .date, .random, .draws: break
    case .uuid(let text): input.content = .uuid(redactor.redact(text: text))
    case .value(let name, let value):
      // As a member with its name.
      var members = JSONObject()
      members[name] = value
      guard let member = redactor.redact(payload: .object(members)).object?.first else { break }
      input.content = .value(member.key, member.value)
    case .unrecorded: return redactor.redact(payload: json)
    }
    return input.json
  }

  /// The unfinished action, if its payload is complete.
  private func unfinished() -> LogAction? {
    log.unfinished?.payload == nil ? nil : log.unfinishedAction.map(beginning)
  }
}

/// Redacts marks.
extension LogRedaction {
  private func redacted(_ mark: LogMark) -> LogMark {
    var mark = mark
    if mark.check == .purity { mark.data = mark.data.map(redacted(impurity:)) }
    mark.label = redactor.redact(text: mark.label)
    mark.data = mark.data.map(redactor.redact(payload:))
    return mark
  }

  /// Redacts what a purity check found, at the paths in the state that it names.
  ///
  ///     {"differences":[{"path":"/user/token","first":"\"abc\"","second":"\"def\"",…}],…}
  private func redacted(impurity data: JSON) -> JSON {
    guard var members = data.object, let differences = members["differences"]?.array else {
      return data
    }
    members["differences"] = .array(differences.map { redacted(difference: $0) })
    return .object(members)
  }

  private func redacted(difference: JSON) -> JSON {
    guard var members = difference.object,
      let path = members["path"]?.string.flatMap({ JSONPointer($0) })
    else { return difference }
    members["path"] = .string(redactor.redact(path: path).description)
    for key in ["first", "second"] {
      guard let text = members[key]?.string else { continue }
      members[key] = .string(redacted(value: text, at: path))
    }
    return .object(members)
  }

  /// Redacts a value's JSON text; all of it if it is truncated, since no rule can be applied then.
  private func redacted(value text: String, at path: JSONPointer) -> String {
    guard let value = try? JSON(parsing: Array(text.utf8)) else {
      return redactor.redact(fingerprint: text)
    }
    let redacted = redactor.redact(value, at: path)
    return redacted == value ? text : redacted.description
  }
}
