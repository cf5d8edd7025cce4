import RexJSON
import RexLog

/// Collects the results of actions that differ from the recording.
package protocol RunJournal: Sendable {
  /// Adds the next action's entry.
  func append(_ entry: RunEntry)
}

/// A run's result for an action, if it differs from the recording.
///
/// Two runs agree if each action has the same entry in both, or none.
package struct RunEntry: Sendable, Codable, Equatable {
  package var seq: Int
  var type: String
  var source: LogSource?
  var file = ""
  var line = 0
  /// The error that the reducer threw.
  var error: String?
  /// The resulting patch; nil if it is too long.
  var patch: JSON?
  /// The first differing path, if the state is recorded.
  var path: JSONPointer?
  var recorded: JSON?
  var reduced: JSON?
  /// Whether an array around the path has the recorded elements in a different order.
  var isReordered = false
  /// The number of the last action before this one whose resulting state is recorded.
  ///
  /// If two runs already differ at an action in between, a difference here may be a consequence.
  package var recordedSeq: Int
  /// Whether the reducer did not return; then `error` is the reason.
  var isCrash = false
  /// A hash of the patch and the error, the same in every process.
  package var fingerprint: UInt64

  /// Of longer patches, only the hash is kept.
  private static let patchBytesMax = 1 << 16

  init(_ action: LogAction, error: String?, patch: [UInt8]) {
    (seq, type, source, self.error) = (action.seq, action.type, action.source, error)
    recordedSeq = action.seq - 1
    if patch.count <= Self.patchBytesMax { self.patch = try? JSON(parsing: patch) }
    fingerprint = Self.hash(Array((error ?? "").utf8), Self.hash(patch))
  }

  /// The entry of an action that ended the run.
  package init(_ crash: Crash) {
    (seq, type, source) = (crash.seq, crash.type ?? "", crash.source)
    recordedSeq = crash.seq - 1
    (file, line) = (crash.file, crash.line)
    (error, isCrash) = (crash.reason, true)
    fingerprint = Self.hash(Array(crash.reason.utf8))
  }

  /// The entry without what the reducer returned or threw, to name only the action.
  package var withoutValues: RunEntry {
    var entry = self
    (entry.error, entry.patch, entry.path) = (nil, nil, nil)
    (entry.recorded, entry.reduced, entry.isReordered) = (nil, nil, false)
    return entry
  }

  /// FNV-1a (draft-eastlake-fnv), since `Hasher` is seeded in each process.
  private static func hash(_ bytes: [UInt8], _ start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension JSON {
  /// Whether an array around the path has the same elements in a different order.
  func isReordered(in other: JSON, at path: JSONPointer) -> Bool {
    for count in (0...path.tokens.count).reversed() {
      let pointer = JSONPointer(tokens: Array(path.tokens.prefix(count)))
      guard let own = self[pointer]?.array, let others = other[pointer]?.array else { continue }
      if own.isReordering(of: others) { return true }
    }
    return false
  }
}

extension [JSON] {
  /// Whether these are the same elements in another order.
  func isReordering(of other: [JSON]) -> Bool {
    guard count == other.count, count > 1, self != other else { return false }
    return map(\.description).sorted() == other.map(\.description).sorted()
  }
}
