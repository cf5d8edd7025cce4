import RexDiff
import RexJSON
package import RexLog
import RexTimeline

/// One pass that migrates a log to the form that the app decodes now.
///
///     log        session 1.0   keyframe 0 {…}   action 1 {…} patch [{…}]   mark   …
///     migrated   session 2.0   keyframe 0 {…}   action 1 {…} patch [{…}]   mark   …
///
/// Lines keep their order and their files, so that errors name the original line. The session line
/// gets the version of the newest migration.
struct MigratingRun {
  private let log: Log
  private let states: DocumentMigration
  private let actions: DocumentMigration
  private let version: String
  private let reader: LogReader
  private let rewrite: LogRewrite
  /// Migrates patches from the state after the last line; nil if that is unknown.
  private var state: (any PatchMigrating)?

  /// A run over a log; nil if no migration applies to its version.
  init?(_ log: Log, by migrations: [Migration]) {
    let recorded = log.session.app.version.map(AppVersion.init)
    let wanted = migrations.map { (version: AppVersion($0.version), migration: $0) }
      .filter { migration in recorded.map { $0 < migration.version } ?? true }
    let steps = wanted.indices.sorted {
      (wanted[$0].version, $0) < (wanted[$1].version, $1)
    }.map { wanted[$0].migration }
    guard let last = steps.last else { return nil }
    version = last.version
    states = DocumentMigration(steps.flatMap { step in step.state.map { (step.version, $0) } })
    actions = DocumentMigration(steps.flatMap { step in step.action.map { (step.version, $0) } })
    if states.isEmpty, actions.isEmpty { return nil }
    (self.log, reader, rewrite) = (log, log.reader(), LogRewrite(of: log))
  }

  mutating func run(_ progress: (any ReductionProgress)?) throws(ReplayError) -> Log {
    while let record = try wrapping(reader.next()) {
      progress?.willReduce(record.head?.seq ?? log.session.after)
      defer { progress?.didReduce() }
      try migrate(record)
    }
    let unfinished = unfinished
    return try wrapping(rewrite.log(endingIn: unfinished))
  }

  private mutating func migrate(_ record: LogRecord) throws(ReplayError) {
    if record.kind == .action { return try migrateAction(record) }
    switch try wrapping(reader.entry(of: record)) {
    case .session:
      if record.missing != nil { state = nil }
      try write(sessionLine(record.bytes), for: record)
    case .keyframe(let keyframe): try migrate(keyframe, record)
    case .gap:
      state = nil
      try copy(record)
    case .action, .mark, .end, .unknown: try copy(record)
    }
  }

  private mutating func migrate(
    _ keyframe: LogKeyframe, _ record: LogRecord
  ) throws(ReplayError) {
    if states.isEmpty { return try copy(record) }
    var migrated = keyframe
    do throws(MigrationError) {
      (state, migrated.state) = try states.start(at: keyframe.state)
    } catch {
      throw try self.error(.migration(error, seq: keyframe.seq, type: nil), at: record)
    }
    let unknown = LogEntry.keyframe(keyframe).unknownMembers(in: record.bytes)
    var bytes: [UInt8] = []
    LogEntry.keyframe(migrated).write(adding: unknown, into: &bytes)
    try write(bytes, for: record)
  }

  private mutating func migrateAction(_ record: LogRecord) throws(ReplayError) {
    let line = try wrapping(reader.action(of: record))
    let payload = try migratedPayload(of: line, record)
    let patch = try migratedPatch(of: line, record)
    guard payload != nil || patch != nil else { return try copy(record) }
    var bytes: [UInt8] = []
    line.write(withPayload: payload, patch: patch, into: &bytes)
    try write(bytes, for: record)
  }

  /// The migrated payload; nil if it is unchanged.
  private func migratedPayload(
    of line: ActionLine, _ record: LogRecord
  ) throws(ReplayError) -> [UInt8]? {
    guard !actions.isEmpty, let text = line.payload,
      let payload = try? JSON(parsing: text, limits: .largest)
    else { return nil }
    do throws(MigrationError) {
      let migrated = try actions.apply(to: payload)
      return migrated == payload ? nil : migrated.bytes
    } catch {
      throw try self.error(of: error, line, record)
    }
  }

  /// The migrated patch; nil if there is nothing to migrate.
  ///
  /// If the state before it is unknown, as after an action without a patch, the patch cannot be
  /// migrated and is dropped.
  private mutating func migratedPatch(
    of line: ActionLine, _ record: LogRecord
  ) throws(ReplayError) -> [UInt8]? {
    guard !states.isEmpty, let text = line.patch else {
      if line.patch == nil { state = nil }
      return nil
    }
    guard text.count > 2 else { return nil }
    guard state != nil else { return Array("null".utf8) }
    do {
      let patch = try JSONPatch(text: text, limits: .largest)
      return try state?.migrate(patch).json.bytes
    } catch let error as JSONPatchError {
      throw try self.error(.patch(error), at: record)
    } catch let error as MigrationError {
      throw try self.error(of: error, line, record)
    } catch {
      throw try self.error(.log(LogError(.notAnEntry, log: log.name)), at: record)
    }
  }
}

extension MigratingRun {
  /// The line of a session or segment, with the new version.
  private func sessionLine(_ line: UnsafeRawBufferPointer) -> [UInt8] {
    guard var members = (try? JSON(parsing: line, limits: .largest))?.object,
      var app = members["app"]?.object
    else { return Array(line) + [UInt8(ascii: "\n")] }
    app["version"] = .string(version)
    members["app"] = .object(app)
    return JSON.object(members).bytes + [UInt8(ascii: "\n")]
  }

  /// The unfinished action with its payload migrated; nil if it is unchanged.
  private var unfinished: LogAction? {
    guard let line = log.unfinished, let type = line.type, case .action(let payload) = line.payload,
      let migrated = try? actions.apply(to: payload), migrated != payload
    else { return nil }
    return LogAction(
      seq: log.lastSeq + 1, timeMs: line.timeMs ?? 0, cause: line.cause, type: type,
      payload: .action(migrated), source: line.source)
  }

  private func copy(_ record: LogRecord) throws(ReplayError) {
    try wrapping(rewrite.copy(record))
  }

  private func write(_ line: [UInt8], for record: LogRecord) throws(ReplayError) {
    try wrapping(rewrite.write(line, for: record))
  }

  private func error(
    of error: MigrationError, _ line: ActionLine, _ record: LogRecord
  ) throws(ReplayError) -> ReplayError {
    let action = try wrapping(line.action([]))
    return try self.error(
      .migration(error, seq: action.seq, type: action.type), at: record)
  }

  private func error(
    _ kind: ReplayError.Kind, at record: LogRecord
  ) throws(ReplayError) -> ReplayError {
    ReplayError(
      kind, log: reader.name(of: record), location: try wrapping(reader.location(of: record)))
  }
}

extension ReplayableApp {
  /// The log in the form that this app decodes; the same log if no migration applies.
  package func migrated(
    _ log: Log, progress: (any ReductionProgress)? = nil
  ) throws(ReplayError) -> Log {
    try migratedIfNeeded(log, progress: progress) ?? log
  }

  /// The log in the form that this app decodes; nil if no migration applies.
  func migratedIfNeeded(
    _ log: Log, progress: (any ReductionProgress)? = nil
  ) throws(ReplayError) -> Log? {
    guard var run = MigratingRun(log, by: migrations) else { return nil }
    return try run.run(progress)
  }
}
