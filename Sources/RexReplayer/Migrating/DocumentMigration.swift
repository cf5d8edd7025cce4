import RexDiff
import RexJSON

/// All that is to be done to one kind of documents of a log, states or actions.
struct DocumentMigration: Sendable {
  private let stages: [Stage]

  /// Edits in a row, or a closure.
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

  /// Whether there is nothing to be done.
  var isEmpty: Bool { stages.isEmpty }

  /// The edits, where there is nothing else.
  var edits: DocumentEdits? {
    guard stages.count == 1, case .edits(let edits) = stages[0] else { return nil }
    return edits
  }

  /// The document in its new form; throws what a closure throws.
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

/// What the closure of a migration threw.
public struct MigrationError: Error, Sendable {
  /// The migration's version.
  public var version: String
  /// What was thrown.
  public var cause: any Error
}

/// What brings the patches of a log into their new form, one after the other.
protocol PatchMigrating {
  /// Takes a recorded patch and gives the migrated one; throws `JSONPatchError` where it does not
  /// fit, and `MigrationError`.
  mutating func migrate(_ patch: JSONPatch) throws -> JSONPatch
}

extension DocumentMigration {
  /// Starts at a recorded state, and gives its new form.
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

/// By a closure, a patch is the difference between two whole states.
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
