import RexDiff
import RexJSON
import RexTimeline

/// Which values survive when a document is decoded and encoded again.
struct ValueComparison {
  /// The values that are not there any more, or changed; null is none.
  private(set) var lost: [Loss] = []
  /// The members that were added.
  private(set) var added: [(path: AdvisedPath, value: JSON)] = []

  struct Loss {
    let path: AdvisedPath
    let kind: String
  }

  /// The limit on differences; further ones count as lost.
  private static let differencesMax = 10_000

  init(of document: JSON, with encoded: JSON) {
    let differences = document.differences(to: encoded, atMost: Self.differencesMax)
    for (index, difference) in differences.enumerated() {
      let path = AdvisedPath(difference.path, in: difference.old == nil ? encoded : document)
      if let old = difference.old, old != .null || index == Self.differencesMax - 1 {
        lost.append(Loss(path: path, kind: old.kind))
      } else if difference.old == nil, let new = difference.new, path.key != nil {
        added.append((path, new))
      }
    }
  }
}

extension [MigrationAdvice.Operation] {
  /// A document after the operations that need nothing from the developer.
  func migrated(_ document: JSON) -> JSON {
    let known = compactMap(\.operation).map { (version: "", operation: $0) }
    return (try? DocumentMigration(known).apply(to: document)) ?? document
  }

  /// The values that a document loses only with these operations.
  ///
  /// - Parameter roundTrip: Decodes a document and encodes it again.
  func lostPaths(
    of document: JSON, by roundTrip: (JSON) throws(ReductionError) -> JSON?
  ) -> [AdvisedPath] {
    func lost(_ document: JSON) -> [AdvisedPath]? {
      (try? roundTrip(document)).flatMap { $0 }.map { encoded in
        ValueComparison(of: document, with: encoded).lost.map(\.path)
      }
    }
    guard let after = lost(migrated(document)) else { return [] }
    return after.count > lost(document)?.count ?? 0 ? after : []
  }
}
