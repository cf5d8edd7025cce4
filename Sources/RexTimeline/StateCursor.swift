import RexDiff
import RexJSON
import RexLog

/// A state that was reached in a log, and the way back from it.
struct StateCursor: Sendable {
  /// The number of the action that led here.
  private(set) var seq: Int
  private(set) var state: JSON
  /// The place in the log behind what led here.
  private(set) var place: LogPlace
  /// The bytes of lines since a keyframe or a checkpoint.
  private(set) var byteCount = 0
  /// The way back, innermost last.
  private var steps: [Step] = []
  private var stepsByteCount = 0

  /// An action that was passed, and what takes it back.
  private struct Step: Sendable {
    var inverse: JSONPatch
    /// The action's line; nil where it is only told by reading it.
    var text: ActionText?
    /// The place before the action's line.
    var start: LogPlace
    var byteCount: Int
  }

  /// More bytes of lines than this are not kept for going back.
  static let stepsByteCountMax = 32 << 20

  /// A cursor at a known state.
  init(seq: Int, state: JSON, place: LogPlace, byteCount: Int = 0) {
    (self.seq, self.state, self.place, self.byteCount) = (seq, state, place, byteCount)
  }

  /// The place before the action that led here, where it was passed.
  var actionPlace: LogPlace? { steps.last?.start }

  /// The line of the action that led here, where it was passed.
  func actionText(at seq: Int) -> ActionText? { seq == self.seq ? steps.last?.text : nil }

  /// Whether it can go back to a frame by what it keeps.
  func canStepBack(to target: Int) -> Bool { target <= seq && seq - target <= steps.count }

  /// Goes back to a frame; false where it did not come, and is no good any more.
  mutating func stepBack(to target: Int) -> Bool {
    while seq > target, let step = steps.popLast() {
      guard (try? state.apply(step.inverse)) != nil else { return false }
      (seq, place) = (seq - 1, step.start)
      stepsByteCount -= step.byteCount
    }
    return seq == target
  }

  /// Passes an action; where the place before it is not given, there is no way back over it.
  mutating func step(
    over record: LogRecord, from start: LogPlace?, by patch: JSONPatch, of reader: LogReader
  ) throws(JSONPatchError) {
    let count = record.bytes.count
    if let start {
      let inverse = try state.applyReturningInverse(patch)
      stepsByteCount += count
      if stepsByteCount > StateCursor.stepsByteCountMax { (steps, stepsByteCount) = ([], count) }
      steps.append(
        Step(inverse: inverse, text: record.actionText, start: start, byteCount: count))
    } else {
      try state.apply(patch)
      (steps, stepsByteCount) = ([], 0)
    }
    (seq, place, byteCount) = (reader.lastSeq, reader.place(behind: record), byteCount + count)
  }

  /// Begins to count bytes anew, where the state is kept elsewhere.
  mutating func restartCount() { byteCount = 0 }
}

/// States that are kept where keyframes are far apart, so that no later seek takes long.
///
///     keyframe ─────4 MiB─────▶ checkpoint ─────4 MiB─────▶ checkpoint …
///
/// Where they take too much memory, every second one goes, and the spacing doubles.
struct StateCheckpoints: Sendable {
  /// What all states together may take, by an estimate.
  static let byteCountMax = 64 << 20
  /// So many bytes of lines lie between two at first.
  static let spacingMin = 1 << 22
  /// A state in memory takes about so many times its text.
  private static let treeFactor = 8

  private(set) var cursors: [StateCursor] = []
  private var byteCounts: [Int] = []
  private(set) var spacing = StateCheckpoints.spacingMin

  /// The last one at or before a frame.
  func last(before seq: Int) -> StateCursor? { cursors.last { $0.seq <= seq } }

  /// Keeps a state whose text has about so many bytes.
  mutating func keep(_ cursor: StateCursor, textByteCount: Int) {
    let index = cursors.firstIndex { $0.seq >= cursor.seq } ?? cursors.count
    if index < cursors.count, cursors[index].seq == cursor.seq { return }
    let bare = StateCursor(seq: cursor.seq, state: cursor.state, place: cursor.place)
    cursors.insert(bare, at: index)
    byteCounts.insert(textByteCount * StateCheckpoints.treeFactor, at: index)
    while byteCounts.reduce(0, +) > StateCheckpoints.byteCountMax, !cursors.isEmpty {
      cursors = cursors.indices.filter { !$0.isMultiple(of: 2) }.map { cursors[$0] }
      byteCounts = byteCounts.indices.filter { !$0.isMultiple(of: 2) }.map { byteCounts[$0] }
      spacing *= 2
    }
  }
}
