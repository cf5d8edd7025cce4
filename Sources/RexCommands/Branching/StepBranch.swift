import RexLocking
import RexLog
import RexReplayer

/// A log that was made from the recorded one by changing actions.
struct StepBranch {
  var name: String
  /// What is changed, by the numbers of the recorded log.
  var edits: ActionEdits
  /// What came of that; nil while nothing is changed.
  var outcome: EditOutcome?
  var log: Log

  /// The first action that may differ from the recorded one.
  var firstSeq: Int { outcome?.firstSeq ?? log.lastSeq + 1 }
}

/// The branches of a walk, side by side.
struct StepBranches {
  private(set) var all: [StepBranch] = []
  private var madeCount = 0

  /// Each may keep 16 MiB in memory.
  static let countMax = 20
  /// The disk that they take; where an `Int` has 32 bits, half of its range.
  static let byteCountMax = Int(min(Int64(1 << 34), Int64(Int.max / 2)))
  /// Names stand in the prompt.
  static let nameCharactersMax = 30
  /// What the recorded log is called among them.
  static let recordedName = "recorded"

  subscript(name: String) -> StepBranch? { all.first { $0.name == name } }

  /// How many bytes others than this one may still take.
  func byteCountLeft(besides name: String) -> Int {
    all.reduce(Self.byteCountMax) { $1.name == name ? $0 : $0 - $1.log.byteCount }
  }

  /// A name that no branch has.
  mutating func newName() -> String {
    repeat { madeCount += 1 } while self["b\(madeCount)"] != nil
    return "b\(madeCount)"
  }

  /// Adds a branch, or puts it in the place of the one with its name.
  mutating func put(_ branch: StepBranch) {
    if let index = all.firstIndex(where: { $0.name == branch.name }) {
      all[index] = branch
    } else {
      all.append(branch)
    }
  }

  mutating func remove(_ name: String) { all.removeAll { $0.name == name } }

  /// Whether a branch may have a name.
  static func isName(_ text: String) -> Bool {
    text != recordedName && text.count <= nameCharactersMax
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}

/// Gathers a branch's log, as far as there is room.
final class BranchSink: LogSink {
  private let spool = LogSpool()
  private let byteCountMax: Int
  private let byteCount = Locked(0)

  init(byteCountMax: Int) { self.byteCountMax = byteCountMax }

  func append(_ bytes: [UInt8]) throws(LogError) {
    let count = byteCount.withLock { count in
      count += bytes.count
      return count
    }
    guard count <= byteCountMax else { throw LogError(.tooLong(limit: byteCountMax), log: "-") }
    try spool.append(bytes)
  }

  func log(named name: String) throws(LogError) -> Log { try spool.log(named: name) }
}
