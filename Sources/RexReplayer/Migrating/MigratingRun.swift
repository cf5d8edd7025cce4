import RexDiff
import RexJSON
import RexLog
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
  private let actions: DocumentMigration
  private let version: String
  private let progress: (any ReductionProgress)?
  private let rewrite: LogRewrite
  private var walk: StateWalk<MigratedState>

  /// A run over a log; nil if no migration applies to its version.
  init?(_ log: Log, by migrations: [Migration], progress: (any ReductionProgress)?) {
    let recorded = log.session.app.version.map(AppVersion.init)
    let wanted = migrations.map { (version: AppVersion($0.version), migration: $0) }
      .filter { migration in recorded.map { $0 < migration.version } ?? true }
    let steps = wanted.indices.sorted {
      (wanted[$0].version, $0) < (wanted[$1].version, $1)
    }.map { wanted[$0].migration }
    guard let last = steps.last else { return nil }
    version = last.version
    let states = DocumentMigration(steps.flatMap { step in step.state.map { (step.version, $0) } })
    actions = DocumentMigration(steps.flatMap { step in step.action.map { (step.version, $0) } })
    if states.isEmpty, actions.isEmpty { return nil }
    (self.log, self.progress, rewrite) = (log, progress, LogRewrite(of: log))
    walk = StateWalk(
      log, from: log.reader(), after: log.session.after, keeping: MigratedState(states, progress),
      toleratesDamage: false)
  }

  mutating func run() throws(LogError) -> Log {
    while let record = try walk.nextLine() { try write(record) }
    let unfinished = try unfinished()
    return try rewrite.log(endingIn: unfinished)
  }

  private func write(_ record: LogRecord) throws(LogError) {
    switch record.kind {
    case .action: if let action = walk.kept.action { try write(action.line, action.patch, record) }
    case .session:
      let line = record.line { members in
        guard var app = members["app"]?.object else { return }
        app["version"] = .string(version)
        members["app"] = .object(app)
      }
      try write(line, for: record)
    case .keyframe:
      guard let state = walk.kept.keyframe, let range = record.members?[.state] else {
        return try copy(record)
      }
      var line: [UInt8] = []
      record.bytes.write(replacing: [(range, state.bytes)], into: &line)
      try write(line + [UInt8(ascii: "\n")], for: record)
    default:
      _ = try walk.reader.entry(of: record)
      try copy(record)
    }
  }

  private func write(
    _ line: ActionLine, _ patch: [UInt8]?, _ record: LogRecord
  ) throws(LogError) {
    let payload = try migratedPayload(of: line, record)
    guard payload != nil || patch != nil else { return try copy(record) }
    var bytes: [UInt8] = []
    line.write(withPayload: payload, patch: patch, into: &bytes)
    try write(bytes, for: record)
  }

  /// The migrated payload; nil if it is unchanged.
  private func migratedPayload(
    of line: ActionLine, _ record: LogRecord
  ) throws(LogError) -> [UInt8]? {
    guard !actions.isEmpty, let text = line.payload,
      let payload = try? JSON(parsing: text, limits: .largest)
    else { return nil }
    do throws(MigrationError) {
      return try migrated(payload, seq: line.seq)?.bytes
    } catch {
      throw try walk.reader.error(of: error, line, at: record)
    }
  }

  /// A migrated payload; nil if it is unchanged.
  private func migrated(_ payload: JSON, seq: Int) throws(MigrationError) -> JSON? {
    progress?.willReduce(seq)
    defer { progress?.didReduce() }
    let migrated = try actions.apply(to: payload)
    guard migrated != payload else { return nil }
    return migrated
  }
}

extension MigratingRun {
  /// The unfinished action with its payload migrated; nil if it is unchanged.
  private func unfinished() throws(LogError) -> LogAction? {
    guard var action = log.unfinishedAction, case .action(let payload) = action.payload else {
      return nil
    }
    do throws(MigrationError) {
      guard let migrated = try migrated(payload, seq: action.seq) else { return nil }
      action.payload = .action(migrated)
      return action
    } catch {
      let place = try log.place(of: action.seq)
      throw LogError(
        ReductionProblem.migration(error, seq: action.seq, type: action.type), log: place.file,
        location: JSONLocation(line: place.line, column: 1, offset: 0))
    }
  }

  private func copy(_ record: LogRecord) throws(LogError) {
    try rewrite.copy(record)
  }

  private func write(_ line: [UInt8], for record: LogRecord) throws(LogError) {
    try rewrite.write(line, for: record)
  }
}

extension ReplayableApp {
  /// The log in the form that this app decodes; the same log if no migration applies.
  package func migrated(
    _ log: Log, progress: (any ReductionProgress)? = nil
  ) throws(LogError) -> Log {
    try migratedIfNeeded(log, progress: progress) ?? log
  }

  /// The log in the form that this app decodes; nil if no migration applies.
  package func migratedIfNeeded(
    _ log: Log, progress: (any ReductionProgress)? = nil
  ) throws(LogError) -> Log? {
    guard var run = MigratingRun(log, by: migrations, progress: progress) else { return nil }
    return try run.run()
  }
}
