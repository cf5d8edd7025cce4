import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// One re-reduction of a log into a new log, with new patches or with those that are missing.
///
///     log          keyframe 0   1 patch   2 …    3 …    keyframe 3   4 patch
///     replayed     keyframe 0   1 ✓       2 ✓    3 ✓    keyframe 3   4 ✓
///     backfilled   keyframe 0   1 patch   2 ✓    3 ✓    keyframe 3   4 patch
struct ReplayRun<Sink: LogSink> {
  private var recorded: RecordedStates
  private var reduced: ReplayState
  private var new: NewLogWriter<Sink>
  /// A keyframe to write before the next action, with the time at which the last one ended.
  private var due: (seq: Int, timeMs: Double)?
  private var patch: [UInt8] = []
  private var outcome = ReplayOutcome()
  /// Whether the states in the new log are known so far, since its last keyframe.
  private var isKnown = false
  private let policy: ReplayPolicy

  init(
    app: ReplayableApp, log: Log, sink: Sink, policy: ReplayPolicy,
    progress: (any ReductionProgress)?
  ) {
    self.policy = policy
    reduced = ReplayState(app, log, progress, tolerating: policy.toleratesAll ? .all : .redacted)
    (recorded, new) = (RecordedStates(log), NewLogWriter(sink))
  }

  mutating func run() throws(LogError) -> ReplayOutcome {
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe): try replay(keyframe)
      case .action(let line): try replay(line)
      case .gap(let gap):
        try writeDueKeyframe()
        reduced.stop()
        isKnown = false
        try new.copy(gap, at: recorded)
      case .session: try new.begin(at: recorded)
      case .other:
        if recorded.isAtEnd { try writeDueKeyframe() }
        try new.copy(at: recorded)
      }
    }
    try writeDueKeyframe()
    try new.end(at: recorded)
    return outcome
  }

  /// A keyframe keeps its position, with the re-reduced state.
  ///
  /// The recorded state is used only at the start and after a gap.
  private mutating func replay(_ keyframe: LogKeyframe) throws(LogError) {
    reduced.retry()
    guard policy.reduces == .all else {
      reduced.adopt(keyframe.state, seq: keyframe.seq)
      return try new.copy(at: recorded)
    }
    if !reduced.isStarted {
      try reduced.start(from: keyframe.state, at: recorded, seq: keyframe.seq)
    }
    (due, isKnown) = (nil, true)
    try new.copyKeyframe(at: recorded, reduced.write)
  }

  private mutating func replay(_ line: ActionLine) throws(LogError) {
    guard policy.reduces == .all else { return try backfill(line) }
    try writeDueKeyframe()
    if line.cause != nil { outcome.causedCount += 1 }
    if line.isReducible, reduced.isStarted, !policy.unreduced.contains(line.seq) {
      try replayByReducing(line)
    } else {
      try replayByPatch(line)
    }
    if new.isKeyframeDue(), reduced.isStarted {
      let action = try recorded.action(line)
      due = (line.seq, action.timeMs + (action.result?.tookMs ?? 0))
    }
  }

  private mutating func replayByReducing(_ line: ActionLine) throws(LogError) {
    patch.removeAll(keepingCapacity: true)
    let error: String?
    switch try reduced.reduce(line, at: recorded, patch: &patch) {
    case .reduced(let result):
      error = result.error
      if result.inputProblem != nil { outcome.otherInputsCount += 1 }
    case .undecodable(let found):
      outcome.add(found)
      return try replayByPatch(line)
    }
    if let recordedPatch = line.patch, patch.elementsEqual(recordedPatch) {
      recorded.acceptPatch()
    }
    try write(line, throwing: error)
    outcome.actionCount += 1
  }

  /// Writes an action with its new patch and error.
  private mutating func write(_ line: ActionLine, throwing error: String?) throws(LogError) {
    if error != nil || line.hasError {
      let old = try recorded.action(line)
      var action = old
      let change = patch.withUnsafeBytes { try? JSONPatch(text: $0, limits: .largest) }
      if action.result?.error != error, let change {
        action.result?.error = error
        action.result?.change = .patch(change)
        return try new.write(action, inPlaceOf: old, at: recorded)
      }
    }
    try new.copy(line, withPatch: patch)
  }
}

extension ReplayRun {
  /// Applies the recorded patch in place of the action if it fits the re-reduced state.
  ///
  /// If there is no patch, or it does not fit, the recorded state is used. If that is unknown too,
  /// the state is unknown up to the next keyframe.
  private mutating func replayByPatch(_ line: ActionLine) throws(LogError) {
    let action = try recorded.action(line)
    if let patch = action.result?.patch, reduced.apply(patch, seq: action.seq) {
      return try new.copy(at: recorded)
    }
    guard let before = reduced.document, let after = try recorded.state() else {
      reduced.stop()
      return try copyWithoutState(action)
    }
    reduced.reset(to: after, seq: action.seq)
    let patch = JSONPatch(from: before, to: after).json.bytes
    try new.copy(line, withPatch: patch)
  }

  /// Adds an action's patch if it is missing; everything recorded stays as it is.
  private mutating func backfill(_ line: ActionLine) throws(LogError) {
    let isRecorded = line.patch != nil
    patch.removeAll(keepingCapacity: true)
    if !isRecorded, let before = reduced.document, let after = try recorded.state() {
      patch = JSONPatch(from: before, to: after).json.bytes
      reduced.reset(to: after, seq: line.seq)
    } else if try !reduced.follow(line, at: recorded, patch: &patch) {
      reduced.stop()
      return try new.copy(at: recorded)
    }
    guard !isRecorded else { return try new.copy(at: recorded) }
    outcome.actionCount += 1
    try new.copy(line, withPatch: patch)
  }

  /// Writes an action after which the state is unknown.
  private mutating func copyWithoutState(_ action: LogAction) throws(LogError) {
    // A patch needs a known state, unless it changes nothing.
    guard let patch = action.result?.patch, isKnown || !patch.isEmpty else {
      return try new.copy(at: recorded)
    }
    isKnown = false
    var unknown = action
    unknown.result?.change = .notRecorded
    try new.write(unknown, inPlaceOf: action, at: recorded)
  }

  /// Writes the pending keyframe, unless a recorded one replaced it.
  private mutating func writeDueKeyframe() throws(LogError) {
    guard let (seq, timeMs) = due else { return }
    due = nil
    guard reduced.isStarted else { return }
    try new.writeKeyframe(seq: seq, timeMs: timeMs, reduced.write)
  }
}

/// Which actions a replay reduces, and what it does with those that it cannot reduce.
package struct ReplayPolicy: Codable {
  package var reduces = Reduced.all

  package enum Reduced: String, Codable {
    /// All actions; the states are new.
    case all
    /// Only actions without a recorded patch; the states are those recorded.
    case unpatched
  }

  package init(
    reduces: Reduced = .all, toleratesAll: Bool = false, unreduced: Set<Int> = []
  ) {
    (self.reduces, self.toleratesAll, self.unreduced) = (reduces, toleratesAll, unreduced)
  }

  /// Whether values that cannot be decoded are findings, rather than errors, as redacted ones are.
  package var toleratesAll = false
  /// Actions that keep their recorded results, since reducing them crashes.
  package var unreduced: Set<Int> = []
}
