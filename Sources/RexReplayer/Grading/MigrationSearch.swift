import RexDiff
import RexJSON
import RexTimeline

/// Finds operations that make a document decode, and encode to the same document.
///
///     decode ──fails──▶ an operation for the error ──▶ decode ──…──▶ decoded ──▶ compare
struct MigrationSearch {
  private let document: JSON
  private let roundTrip: (JSON) throws(ReductionError) -> JSON?
  private var operations: [MigrationAdvice.Operation]

  /// A search for a document, starting with the operations found for earlier documents.
  init(
    _ document: JSON, _ operations: [MigrationAdvice.Operation],
    roundTrip: @escaping (JSON) throws(ReductionError) -> JSON?
  ) {
    (self.document, self.operations, self.roundTrip) = (document, operations, roundTrip)
  }

  /// Adds the operations that are found for this document, and returns all operations.
  mutating func run() -> [MigrationAdvice.Operation] {
    while operations.count < MigrationAdvice.operationsMax {
      let migrated = migrated(by: operations)
      do throws(ReductionError) {
        let encoded = try roundTrip(migrated)
        if let encoded { compare(migrated, encoded) }
        return operations
      } catch {
        guard let next = advice(for: error, in: migrated), !operations.contains(next) else {
          return operations
        }
        insert(next)
        if next.operation == nil { return operations }
      }
    }
    return operations
  }

  private func migrated(by operations: [MigrationAdvice.Operation]) -> JSON {
    let known = operations.compactMap(\.operation).map { (version: "", operation: $0) }
    return (try? DocumentMigration(known).apply(to: document)) ?? document
  }

  /// Defaults for the same member under different keys are merged into one with `*`.
  private mutating func insert(_ operation: MigrationAdvice.Operation) {
    if case .setDefault(let path, let value) = operation {
      for (index, other) in operations.enumerated() {
        if case .setDefault(let otherPath, value) = other,
          let merged = path.merged(with: otherPath)
        {
          operations[index] = .setDefault(merged, value)
          return
        }
      }
    }
    operations.append(operation)
  }
}

extension MigrationSearch {
  private func advice(
    for error: ReductionError, in migrated: JSON
  ) -> MigrationAdvice.Operation? {
    switch error.operation {
    case .setDefault(let path, nil):
      let value = MigrationSearch.defaults.first { value in
        helps(.setDefault(path, value), in: migrated, at: path)
      }
      return .setDefault(path, value)
    case .renameCase(let name, let newName?, let path):
      let operation = MigrationAdvice.Operation.renameCase(name, newName, path)
      return helps(operation, in: migrated, at: path) ? operation : .renameCase(name, nil, path)
    case let other: return other
    }
  }

  /// Candidates for a missing value, starting with those that the fewest types accept.
  private static let defaults: [JSON] = ["", 0, false, [], [:]]

  /// Whether the operation makes the document decode, or fail elsewhere.
  private func helps(
    _ operation: MigrationAdvice.Operation, in migrated: JSON, at path: AdvisedPath
  ) -> Bool {
    guard let change = operation.operation,
      let changed = try? DocumentMigration([("", change)]).apply(to: migrated)
    else { return false }
    do throws(ReductionError) {
      _ = try roundTrip(changed)
      return true
    } catch {
      guard error.stage != .encodingState, error.stage != .encodingAction else { return false }
      if case .renameCase(let name, _, let same)? = error.operation,
        case .renameCase(name, _, same) = operation
      {
        return false
      }
      return error.operation?.path != path
    }
  }

  /// Adds operations for members that encode differently: an unknown member is removed or renamed,
  /// and an added member gets a default.
  private mutating func compare(_ migrated: JSON, _ encoded: JSON) {
    let differences = migrated.differences(to: encoded, atMost: LogGrade.pathsMax)
    for difference in differences where operations.count < MigrationAdvice.operationsMax {
      let path = AdvisedPath(difference.path, in: difference.old == nil ? encoded : migrated)
      guard let key = path.tokens.last, key != nil else { continue }
      switch (difference.old, difference.new) {
      case (let old?, nil):
        let lost = differences.filter { $0.new == nil && $0.path.parent == difference.path.parent }
        let operation = MigrationAdvice.Operation.remove(path)
        if lost.count == 1, rename(path, old) { continue }
        if !operations.contains(operation) { operations.append(operation) }
      case (nil, let new?):
        if !operations.contains(.setDefault(path, new)) { insert(.setDefault(path, new)) }
      default: continue
      }
    }
  }

  /// Turns a default for a new member and the removal of a sibling of the same kind into a rename.
  private mutating func rename(_ path: AdvisedPath, _ old: JSON) -> Bool {
    for (index, operation) in operations.enumerated() {
      guard case .setDefault(let new, let value?) = operation, new.parent == path.parent,
        value.kind == old.kind, let key = new.tokens.last, let key
      else { continue }
      operations[index] = .rename(path, key)
      return true
    }
    return false
  }
}

extension MigrationAdvice.Operation {
  /// The path that it applies to.
  fileprivate var path: AdvisedPath {
    switch self {
    case .setDefault(let path, _), .rename(let path, _), .remove(let path),
      .renameCase(_, _, let path), .document(let path):
      path
    }
  }
}
