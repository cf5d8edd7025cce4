import RexDiff
import RexJSON
import RexLog
import TestSupport

/// A log of random states, with these states and their patches.
struct RandomLog {
  var log: Log
  var states: [JSON]
  var patches: [JSONPatch]
  /// The actions' lines.
  var entries: [JSON] = []
  /// The numbers of actions whose patches are not in the log.
  var unrecorded: Set<Int> = []

  /// Creates a log with keyframes at random and after each unrecorded change.
  init(
    actionCount: Int, unrecordedChance: Int = 0, _ random: inout SeededGenerator
  ) throws {
    states = [random.state()]
    patches = []
    var bytes: [UInt8] = []
    LogEntry.session(LogSession(id: "1", startedAt: "now", app: .init(name: "Random")))
      .write(into: &bytes)
    LogEntry.keyframe(LogKeyframe(seq: 0, timeMs: 0, state: states[0])).write(into: &bytes)
    for seq in 1...actionCount {
      let patch = random.patch(of: states[seq - 1])
      let next = try states[seq - 1].applying(patch)
      let isRecorded = Int.random(in: 0..<100, using: &random) >= unrecordedChance
      if !isRecorded { unrecorded.insert(seq) }
      let start = bytes.count
      LogEntry.action(
        LogAction(
          seq: seq, timeMs: Double(seq), type: ["a", "b", "c"][seq % 3],
          payload: .action(["n": .number(JSONNumber(seq % 5))]),
          result: .init(tookMs: 0, change: isRecorded ? .patch(patch) : .notRecorded))
      ).write(into: &bytes)
      entries.append(try JSON(parsing: Array(bytes[start...])))
      (states, patches) = (states + [next], patches + [patch])
      guard !isRecorded || Int.random(in: 0..<8, using: &random) == 0 else { continue }
      LogEntry.keyframe(LogKeyframe(seq: seq, timeMs: Double(seq), state: next)).write(into: &bytes)
    }
    log = try Log(name: "random", bytes: bytes)
  }
}
