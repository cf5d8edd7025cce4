import RexDiff
import RexJSON
import RexTimeline

/// Finds operations that make a document decode, and encode to the same values.
///
///     decode ──fails──▶ an operation for the error ──▶ decode ──…──▶ decoded ──▶ compare
///                                                                     │ a value is lost
///                                                         compare ◀── a member is renamed
struct MigrationSearch {
  private let document: JSON
  private let roundTrip: (JSON) throws(ReductionError) -> JSON?
  /// The operations that were found for earlier documents.
  private let earlier: [MigrationAdvice.Operation]
  private var operations: [MigrationAdvice.Operation]

  /// A search for a document, starting with the operations found for earlier documents.
  init(
    _ document: JSON, _ operations: [MigrationAdvice.Operation],
    roundTrip: @escaping (JSON) throws(ReductionError) -> JSON?
  ) {
    (self.document, self.roundTrip) = (document, roundTrip)
    (earlier, self.operations) = (operations, operations)
  }

  /// What is found for a document.
  enum Result {
    /// All operations, also those for earlier documents.
    case found([MigrationAdvice.Operation])
    /// The values at these paths would be lost.
    case lossy([AdvisedPath])
    /// The app cannot encode what it decodes, so it is not known which values are lost.
    case unknown
  }

  /// Looks for the operations that this document needs.
  mutating func run() -> Result {
    var comparison: ValueComparison
    switch decode() {
    case .failed: return .found(unfinished)
    case .unencodable: return .unknown
    case .decoded(let first): comparison = first
    }
    if !comparison.lost.isEmpty {
      let lost = comparison.lost.map(\.path)
      rename(comparison.lost)
      guard case .decoded(let second) = decode(), second.lost.isEmpty else { return .lossy(lost) }
      comparison = second
    }
    for (path, value) in comparison.added
    where operations.count < MigrationAdvice.operationsMax
      && !operations.contains(.setDefault(path, value))
    {
      insert(.setDefault(path, value))
    }
    return .found(operations)
  }

  /// How decoding a document and encoding it again ends.
  private enum Decoding {
    case decoded(ValueComparison)
    case unencodable
    /// The developer has to supply an operation, or there would be too many.
    case failed
  }

  /// Adds operations until the document decodes.
  private mutating func decode() -> Decoding {
    while operations.count < MigrationAdvice.operationsMax {
      let migrated = operations.migrated(document)
      do throws(ReductionError) {
        guard let encoded = try roundTrip(migrated) else { return .unencodable }
        return .decoded(ValueComparison(of: migrated, with: encoded))
      } catch {
        guard let next = advice(for: error, in: migrated), !operations.contains(next) else {
          return .failed
        }
        insert(next)
        if next.operation == nil { return .failed }
      }
    }
    return .failed
  }

  /// The operations without values that were guessed: what they would lose is not known yet.
  private var unfinished: [MigrationAdvice.Operation] {
    operations.filter { operation in
      if case .setDefault(_, .some) = operation { earlier.contains(operation) } else { true }
    }
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

/// Members with new keys: one that is lost, and one that got a default.
extension MigrationSearch {
  /// Renames lost members to those that got defaults, where there is only one way to do so.
  private mutating func rename(_ lost: [ValueComparison.Loss]) {
    var parents: [ArraySlice<String?>] = []
    for case .setDefault(let path, .some) in operations where !parents.contains(path.parent) {
      parents.append(path.parent)
    }
    for parent in parents {
      var old: [Member] = []
      for loss in lost where loss.path.isMember(of: parent) {
        guard let key = loss.path.key, !old.contains(where: { $0.key == key }) else { continue }
        old.append(Member(key: key, kind: loss.kind))
      }
      let new = operations.compactMap { operation -> Member? in
        guard case .setDefault(let path, let value?) = operation, path.parent == parent,
          let key = path.key
        else { return nil }
        return Member(key: key, kind: value.kind)
      }
      for (key, newKey) in Member.pairs(old, new) { rename(key, to: newKey, in: parent) }
    }
  }

  private mutating func rename(_ key: String, to newKey: String, in parent: ArraySlice<String?>) {
    for (index, operation) in operations.enumerated() {
      guard case .setDefault(let path, .some) = operation, path.parent == parent,
        path.key == newKey
      else { continue }
      let renaming = MigrationAdvice.Operation.rename(path.renamed(key), newKey)
      // An earlier document may have neither member.
      if earlier.contains(operation) {
        operations.insert(renaming, at: index)
      } else {
        operations[index] = renaming
      }
      return
    }
  }

  /// A member of an object, and what kind of value it has.
  fileprivate struct Member {
    let key: String
    let kind: String

    /// Pairs old members with new ones: values without labels by their order, others if they are
    /// the only ones of their kind.
    static func pairs(_ old: [Member], _ new: [Member]) -> [(old: String, new: String)] {
      if old.count == new.count, old.areUnlabeled || new.areUnlabeled {
        return zip(old.inOrder, new.inOrder).map { ($0.key, $1.key) }
      }
      return old.compactMap { member in
        let (others, same) = (
          old.filter { $0.kind == member.kind }, new.filter { $0.kind == member.kind }
        )
        return others.count == 1 && same.count == 1 ? (member.key, same[0].key) : nil
      }
    }

    /// The position of a value without a label: 1 of `_1`.
    var position: Int? { key.wholeMatch(of: #/_(\d{1,9})/#).flatMap { Int($0.output.1) } }
  }
}

extension [MigrationSearch.Member] {
  fileprivate var areUnlabeled: Bool { !isEmpty && allSatisfy { $0.position != nil } }

  fileprivate var inOrder: Self {
    areUnlabeled ? sorted { $0.position ?? 0 < $1.position ?? 0 } : self
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
      return error.advisedPath != path
    }
  }
}
