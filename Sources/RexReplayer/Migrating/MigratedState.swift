import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// The recorded state, with what migrates its patches, and the migrated form of the current line.
struct MigratedState: KeptState {
  private let migration: DocumentMigration
  private let progress: (any ReductionProgress)?
  /// Migrates patches from the state after the last line; nil if that is unknown.
  private var patches: (any PatchMigrating)?
  /// The last action's line, and its migrated patch; nil if there is nothing to migrate.
  private(set) var action: (line: ActionLine, patch: [UInt8]?)?
  /// The last keyframe's migrated state.
  private(set) var keyframe: JSON?

  init(_ migration: DocumentMigration, _ progress: (any ReductionProgress)?) {
    (self.migration, self.progress) = (migration, progress)
  }

  var isKnown: Bool { patches != nil }

  mutating func lose(after seq: Int) { patches = nil }

  mutating func restart(at record: LogRecord, of reader: LogReader) throws(LogError) {
    guard case .keyframe(let recorded) = try reader.entry(of: record) else { return }
    guard !migration.isEmpty else { return }
    progress?.willReduce(recorded.seq)
    defer { progress?.didReduce() }
    do throws(MigrationError) {
      let (patches, state) = try migration.start(at: recorded.state)
      (self.patches, keyframe) = (patches, state)
    } catch {
      throw try reader.error(.migration(error, seq: recorded.seq, type: nil), at: record)
    }
  }

  /// If the state before is unknown, as after an action without a patch, the patch cannot be
  /// migrated and is dropped.
  mutating func advance(
    over record: LogRecord, of reader: LogReader
  ) throws(LogError) -> RecordedChange {
    let line = try reader.action(of: record)
    action = (line, nil)
    // A keyframe that stands in for the patch is migrated at its own line.
    guard let text = line.patch else { return .unknown }
    guard !migration.isEmpty, text.count > 2 else { return .followed }
    guard isKnown else {
      action?.patch = Array("null".utf8)
      return .unknown
    }
    progress?.willReduce(line.seq)
    defer { progress?.didReduce() }
    guard let patch = try? JSONPatch(text: text, limits: .largest) else {
      // The whole line is read for what is wrong with its patch.
      _ = try reader.entry(of: record)
      throw try reader.error(.notAnEntry, at: record)
    }
    do {
      action?.patch = try patches?.migrate(patch).json.bytes
      return .followed
    } catch let error as JSONPatchError {
      throw try reader.error(.patchDoesNotFit(error), at: record)
    } catch let error as MigrationError {
      throw try reader.error(of: error, line, at: record)
    } catch {
      throw try reader.error(.notAnEntry, at: record)
    }
  }
}

extension LogReader {
  /// An error of migrating an action.
  func error(
    of error: MigrationError, _ line: ActionLine, at record: LogRecord
  ) throws(LogError) -> LogError {
    let action = try line.action([])
    return try self.error(.migration(error, seq: action.seq, type: action.type), at: record)
  }

  /// An error at a line.
  func error(_ problem: ReductionProblem, at record: LogRecord) throws(LogError) -> LogError {
    LogError(problem, log: name(of: record), location: try location(of: record))
  }
}
