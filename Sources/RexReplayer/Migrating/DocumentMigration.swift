import RexDiff
import RexJSON
import RexTimeline

/// The operations of all migrations on one kind of document, states or actions.
struct DocumentMigration: Sendable {
  private let stages: [Stage]

  /// Consecutive edits, or a closure.
  private enum Stage: Sendable {
    case edits(DocumentEdits)
    case closure(before: String, @Sendable (JSON) throws -> JSON)
  }

  /// The operations of migrations, in order, each with its migration's version.
  init(_ operations: [(version: String, operation: Migration.Operation)]) {
    stages = operations.reduce(into: []) { stages, next in
      switch (next.operation.change, stages.last) {
      case (.edit(let edit), .edits(let edits)):
        stages[stages.count - 1] = .edits(DocumentEdits(list: edits.list + [edit]))
      case (.edit(let edit), _): stages.append(.edits(DocumentEdits(list: [edit])))
      case (.document(let change), _):
        stages.append(.closure(before: next.version, change))
      }
    }
  }

  /// Whether there are no operations.
  var isEmpty: Bool { stages.isEmpty }

  /// The edits, if there are only edits.
  var edits: DocumentEdits? {
    guard stages.count == 1, case .edits(let edits) = stages[0] else { return nil }
    return edits
  }

  /// The migrated document; throws if a closure throws.
  func apply(to document: JSON) throws(MigrationError) -> JSON {
    var document = document
    for stage in stages {
      switch stage {
      case .edits(let edits): document = edits.apply(to: document)
      case .closure(let version, let change):
        do {
          document = try change(document)
        } catch {
          throw MigrationError(version: version, cause: error)
        }
      }
    }
    return document
  }
}

/// Migrates the patches of a log in order.
protocol PatchMigrating {
  /// Returns the migrated patch; throws `JSONPatchError` if the recorded one does not fit, or
  /// `MigrationError`.
  mutating func migrate(_ patch: JSONPatch) throws -> JSONPatch
}

extension DocumentMigration {
  /// Starts at a recorded state, and returns its migrated form.
  func start(
    at state: JSON
  ) throws(MigrationError) -> (patches: any PatchMigrating, migrated: JSON) {
    let migrated = try apply(to: state)
    guard let edits else {
      return (WholeStateMigration(migration: self, state: state, migrated: migrated), migrated)
    }
    return (PatchMigration(edits, from: state), migrated)
  }
}

/// With a closure, a patch is the difference between two whole states.
private struct WholeStateMigration: PatchMigrating {
  let migration: DocumentMigration
  var state: JSON
  var migrated: JSON

  mutating func migrate(_ patch: JSONPatch) throws -> JSONPatch {
    try state.apply(patch)
    let before = migrated
    migrated = try migration.apply(to: state)
    return JSONPatch(from: before, to: migrated)
  }
}
