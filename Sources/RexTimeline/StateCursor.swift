import RexDiff
import RexJSON
import RexLog

/// A state in a log, with the inverse patches to step back from it.
struct StateCursor: Sendable {
  /// The number of the action that led here.
  private(set) var seq: Int
  private(set) var state: JSON
  /// The position in the log after the line that led here.
  private(set) var position: LinePosition
  /// Whether the state is the one at `position`; else it is the last known one before.
  private(set) var isKnown = true
  /// Steps over actions from this one on can be undone.
  private var keptFrom = Int.max
  /// The bytes of lines since a keyframe or a checkpoint.
  private(set) var byteCount = 0
  /// The steps back, most recent last.
  private var steps: [Step] = []
  private var stepsByteCount = 0

  /// An applied action with its inverse patch.
  private struct Step: Sendable {
    var inverse: JSONPatch
    /// The action's line.
    var line: KeptAction
    /// The position before the action's line.
    var start: LinePosition
    var byteCount: Int
  }

  /// The most bytes of lines kept for stepping back.
  static let stepsByteCountMax = 32 << 20

  /// A cursor at a known state.
  init(seq: Int, state: JSON, position: LinePosition) {
    (self.seq, self.state, self.position) = (seq, state, position)
  }

  /// The position before the action that led here, if it was applied.
  var actionPosition: LinePosition? { steps.last?.start }

  /// The line of the action that led here, if it was applied.
  func action(at seq: Int) -> KeptAction? { seq == self.seq ? steps.last?.line : nil }

  /// Whether it can step back to a frame.
  func canStepBack(to target: Int) -> Bool { target <= seq && seq - target <= steps.count }

  /// Steps back to a frame; if it returns false, the cursor is no longer valid.
  mutating func stepBack(to target: Int) -> Bool {
    while seq > target, let step = steps.popLast() {
      guard (try? state.takeBack(step.inverse)) != nil else { return false }
      (seq, position) = (seq - 1, step.start)
      stepsByteCount -= step.byteCount
    }
    return seq == target
  }

  /// Prepares to go on from the last known state.
  mutating func resume(keepingFrom seq: Int) { (isKnown, keptFrom) = (true, seq) }

  /// Returns the cursor, and leaves one without a state.
  mutating func take() -> StateCursor {
    defer { self = StateCursor(seq: seq, state: .null, position: position) }
    return self
  }

  /// Resets the byte count, after a checkpoint was stored.
  mutating func restartCount() { byteCount = 0 }
}

extension StateCursor: KeptState {
  mutating func lose(after seq: Int) { isKnown = false }

  mutating func restart(at keyframe: LogRecord, of reader: LogReader) throws(LogError) {
    guard case .keyframe(let entry) = try reader.entry(of: keyframe) else { return }
    let keptFrom = keptFrom
    self = StateCursor(
      seq: entry.seq, state: entry.state, position: reader.position(after: keyframe))
    self.keptFrom = keptFrom
  }

  mutating func advance(
    over action: LogRecord, of reader: LogReader
  ) throws(LogError) -> RecordedChange {
    guard let patch = try reader.patch(of: action, action.members) else { return .notRecorded }
    guard isKnown else { return .unknown }
    do throws(JSONPatchError) {
      try apply(patch, of: action, reader)
    } catch {
      throw try reader.error(.patchDoesNotFit(error), at: action)
    }
    return .followed
  }

  private mutating func apply(
    _ patch: JSONPatch, of action: LogRecord, _ reader: LogReader
  ) throws(JSONPatchError) {
    let count = action.bytes.count
    if reader.lastSeq >= keptFrom {
      let inverse = try state.applyReturningInverse(patch)
      stepsByteCount += count
      if stepsByteCount > StateCursor.stepsByteCountMax { (steps, stepsByteCount) = ([], count) }
      var line = KeptAction(action.bytes)
      line.patch = patch
      // Only the last patch is kept: its values share memory with the state, others may not.
      if let last = steps.indices.last { steps[last].line.patch = nil }
      let start = reader.position(of: action)
      steps.append(Step(inverse: inverse, line: line, start: start, byteCount: count))
    } else {
      try state.apply(patch)
      (steps, stepsByteCount) = ([], 0)
    }
    (seq, position) = (reader.lastSeq, reader.position(after: action))
    byteCount += count
  }
}

/// Cached states between distant keyframes, which keep seeking fast.
///
///     keyframe ─────4 MiB─────▶ checkpoint ─────4 MiB─────▶ checkpoint …
///
/// If they take too much memory, every second one is dropped and the spacing doubles.
struct StateCheckpoints: Sendable {
  /// The most memory for all states, by an estimate.
  static let byteCountMax = 64 << 20
  /// The initial number of bytes of lines between two checkpoints.
  static let spacingMin = 1 << 22
  /// The memory of a state relative to its text, approximately.
  private static let treeFactor = 8

  private(set) var cursors: [StateCursor] = []
  private var byteCounts: [Int] = []
  private(set) var spacing = StateCheckpoints.spacingMin

  /// The last one at or before a frame.
  func last(atOrBefore seq: Int) -> StateCursor? { cursors.last { $0.seq <= seq } }

  mutating func insert(_ cursor: StateCursor) {
    let index = cursors.firstIndex { $0.seq >= cursor.seq } ?? cursors.count
    if index < cursors.count, cursors[index].seq == cursor.seq { return }
    let checkpoint = StateCursor(seq: cursor.seq, state: cursor.state, position: cursor.position)
    cursors.insert(checkpoint, at: index)
    // Measured only up to the limit, which an untrusted state may exceed by far.
    let textByteCountMax = StateCheckpoints.byteCountMax / StateCheckpoints.treeFactor
    var rest = textByteCountMax
    _ = cursor.state.spendBytesRoughly(from: &rest, forEachValue: 4)
    byteCounts.insert((textByteCountMax - rest) * StateCheckpoints.treeFactor, at: index)
    while byteCounts.reduce(0, +) > StateCheckpoints.byteCountMax, !cursors.isEmpty {
      cursors = cursors.indices.filter { !$0.isMultiple(of: 2) }.map { cursors[$0] }
      byteCounts = byteCounts.indices.filter { !$0.isMultiple(of: 2) }.map { byteCounts[$0] }
      spacing *= 2
    }
  }
}
