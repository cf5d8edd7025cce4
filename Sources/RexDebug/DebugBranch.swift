package import RexLog
package import RexReplayer
import RexTimeline

/// A log that results from editing the recorded log's actions.
package struct DebugBranch: Sendable {
  package var name: String
  /// The edits, by the recorded log's action numbers.
  package var edits: ActionEdits
  /// The outcome of the edits; nil if there are none.
  package var outcome: EditOutcome?
  let states: LogStates

  package var log: Log { states.log }

  /// The first action that may differ from the recorded one.
  package var firstSeq: Int { outcome?.firstSeq ?? log.lastSeq + 1 }
}

/// The branches of a session.
package struct DebugBranches: Sendable {
  private(set) var all: [DebugBranch] = []
  private var nameCount = 0

  /// The limit on branches: each can keep 16 MiB in memory.
  static let countMax = 20
  /// The limit on the disk space of all branches: 16 GiB, or half of a 32-bit `Int.max`.
  static let byteCountMax = Int(min(Int64(1) << 34, Int64(Int.max / 2)))
  /// The limit on a name's length, since prompts show it.
  static let nameScalarsMax = 30
  /// The name that stands for the recorded log.
  package static let recordedName = "recorded"

  subscript(name: String) -> DebugBranch? { all.first { $0.name == name } }

  /// Returns how many bytes a branch may use, given what the other branches use.
  func byteCountLeft(for name: String) -> Int {
    all.reduce(Self.byteCountMax) { $1.name == name ? $0 : $0 - $1.log.byteCount }
  }

  /// Returns a name that no branch has.
  mutating func newName() -> String {
    repeat { nameCount += 1 } while self["b\(nameCount)"] != nil
    return "b\(nameCount)"
  }

  /// Adds a branch, or replaces the one with its name.
  mutating func put(_ branch: DebugBranch) {
    if let index = all.firstIndex(where: { $0.name == branch.name }) {
      all[index] = branch
    } else {
      all.append(branch)
    }
  }

  mutating func remove(_ name: String) { all.removeAll { $0.name == name } }

  /// Returns whether text is valid as the name of a branch.
  static func isValidName(_ text: String) -> Bool {
    text != recordedName && text.unicodeScalars.count <= nameScalarsMax
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
