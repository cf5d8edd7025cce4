import RexDiff
public import RexJSON
public import RexLog

extension Timeline {
  /// The frame with this number, one of `seqs`.
  public mutating func frame(at seq: Int) throws(LogError) -> Frame {
    let state = try state(at: seq)
    let line: KeptAction? =
      if let line = cursor?.action(at: seq) { line } else { try keptAction(at: seq) }
    return line.map { Frame(seq: seq, state: state, action: $0) }
      ?? Frame(seq: seq, state: state, action: nil)
  }

  /// The frame with this number, with the action's whole line checked, and its patch backfilled.
  package mutating func checkedFrame(at seq: Int) throws(LogError) -> Frame {
    var frame = try frame(at: seq)
    if frame.patch == nil, backfill() { frame = try self.frame(at: seq) }
    if frame.line != nil, frame.outline == nil { _ = try keptAction(at: seq) }
    return frame
  }

  /// The line of an action; nil for the start and for actions lost in a gap.
  package func keptAction(at seq: Int) throws(LogError) -> KeptAction? {
    let known = cursor.flatMap { $0.seq == seq ? $0.actionPosition : nil }
    return try log.keptAction(seq, from: known)
  }

  /// The action with this number; nil for the start and for actions lost in a gap.
  public func action(at seq: Int) throws(LogError) -> LogAction? {
    try log.action(seq)
  }

  /// The state of the frame with this number, one of `seqs`.
  public mutating func state(at seq: Int) throws(LogError) -> JSON {
    update()
    do throws(LogError) {
      return try knownState(at: seq)
    } catch {
      guard error.isUnrecorded, backfill() else { throw error }
      return try knownState(at: seq)
    }
  }

  /// The state of the frame with this number; nil if it is unknown.
  package mutating func stateIfKnown(at seq: Int) throws(LogError) -> JSON? {
    do throws(LogError) {
      return try state(at: seq)
    } catch {
      guard error.isUnknownState else { throw error }
      return nil
    }
  }

  /// Goes on in the backfilled log; false if there is none.
  @discardableResult private mutating func backfill() -> Bool {
    guard let backfilled = states.backfilled(from: source) else { return false }
    self = Timeline(states, backfilled)
    return true
  }

  private mutating func knownState(at seq: Int) throws(LogError) -> JSON {
    guard let seqs else { throw noFramesError }
    guard seqs.contains(seq) else { throw LogError(StateProblem.noFrame(seq, seqs), log: log.name) }
    if cursor?.canStepBack(to: seq) == true {
      if cursor?.stepBack(to: seq) == true, let cursor { return cursor.state }
      cursor = nil
    }
    if var near = cursor, (0...Timeline.nearActionsMax).contains(seq - near.seq) {
      // Set to nil first, so that the state has a single owner and is not copied when it changes.
      cursor = nil
      var problem: LogError?
      let isRead = (try? follow(&near, to: seq, keeping: Timeline.keptStepsMax, &problem)) != nil
      if isRead, problem == nil, try !isAtKeyframe(near) {
        cursor = near
        return near.state
      }
    }
    let keptCount = cursor?.seq == seq + 1 ? Int.max : Timeline.keptStepsMax
    var (current, damage) = try start(for: seq)
    cursor = nil
    var problem: LogError?
    try follow(&current, to: seq, keeping: keptCount, &problem)
    cursor = current
    if let problem { throw damage ?? problem }
    return current.state
  }

  /// The nearest known state before a frame: the cursor, a checkpoint or a keyframe.
  ///
  /// A damaged keyframe is skipped, and reported only if the patches from the one before do not
  /// lead to the frame.
  private func start(
    for seq: Int
  ) throws(LogError) -> (StateCursor, damage: LogError?) {
    let kept = [cursor, checkpoints.last(atOrBefore: seq)].compactMap(\.self).filter {
      $0.seq <= seq
    }
    let nearest = kept.max { $0.seq < $1.seq }
    var damage: LogError?
    var last = seq
    while true {
      let keyframe = try log.keyframe(atOrBefore: last)
      if let nearest, nearest.seq >= keyframe?.seq ?? -1 { return (nearest, damage) }
      guard let keyframe else {
        throw damage
          ?? LogError(StateProblem.unrecorded(seq, before: nil, after: nil), log: log.name)
      }
      do throws(LogError) {
        return (try cursor(atKeyframe: keyframe), damage)
      } catch {
        guard error.isDamage else { throw error }
        damage = damage ?? error
        last = keyframe.seq - 1
      }
    }
  }

  private func cursor(atKeyframe position: LinePosition) throws(LogError) -> StateCursor {
    let reader = cachedReader.take(for: log, at: position)
    defer { cachedReader.keep(reader) }
    guard let record = try reader.next(),
      case .keyframe(let keyframe) = try reader.entry(of: record)
    else { throw LogError(.changed, log: log.name) }
    return StateCursor(
      seq: position.seq, state: keyframe.state, position: reader.position(after: record))
  }

  /// For a frame this near, patches are applied without looking for a keyframe.
  private static let nearActionsMax = 4

  /// The number of steps kept when seeking forward; when stepping back, all are kept.
  private static let keptStepsMax = 1

  /// Moves a cursor to a frame; if its state is unknown, to the last known one before it.
  ///
  /// - Parameters:
  ///   - keptCount: the number of steps that can be undone.
  ///   - problem: why the frame's state is unknown.
  private mutating func follow(
    _ current: inout StateCursor, to seq: Int, keeping keptCount: Int,
    _ problem: inout LogError?
  ) throws(LogError) {
    guard current.seq < seq else { return }
    let reader = cachedReader.take(for: log, at: current.position)
    defer { cachedReader.keep(reader) }
    current.resume(keepingFrom: keptCount == .max ? 0 : seq - keptCount + 1)
    // Moved, not copied, so that the state has a single owner.
    var walk = StateWalk(log, from: reader, after: current.seq, keeping: current.take())
    defer { current = walk.kept }
    while walk.kept.seq < seq, walk.loss == nil, try walk.nextLine() != nil {
      addCheckpoint(&walk.kept)
    }
    // After damage, the next keyframe may be past the frame.
    if walk.kept.seq != seq { problem = try self.problem(with: seq, walk) }
  }

  /// Whether the frame's state is in a keyframe after it, which takes precedence.
  private func isAtKeyframe(_ cursor: StateCursor) throws(LogError) -> Bool {
    let reader = cachedReader.take(for: log, at: cursor.position)
    defer { cachedReader.keep(reader) }
    return try reader.keyframeAhead() != nil
  }

  /// Why a walk did not lead to a frame.
  private func problem(
    with seq: Int, _ walk: StateWalk<StateCursor>
  ) throws(LogError) -> LogError {
    switch walk.loss?.cause {
    case .gap:
      if let gap = try walk.record.flatMap(walk.reader.gap) {
        return LogError(StateProblem.lost(seq, gap), log: log.name)
      }
    case .notRecorded: return try unrecorded(seq)
    case .damage(let error?): return error
    case .damage(nil), nil: break
    }
    let last = walk.kept.seq
    return walk.damage ?? LogError(StateProblem.noFrame(seq, last...last), log: log.name)
  }

  /// Stores a checkpoint if the last keyframe is far behind.
  private mutating func addCheckpoint(_ current: inout StateCursor) {
    guard current.byteCount > checkpoints.spacing else { return }
    checkpoints.insert(current)
    current.restartCount()
  }

  private func unrecorded(_ seq: Int) throws(LogError) -> LogError {
    let before = try log.keyframe(atOrBefore: seq - 1)?.seq
    let after = try log.keyframeSeq(after: seq)
    return LogError(StateProblem.unrecorded(seq, before: before, after: after), log: log.name)
  }

  /// The frames around one whose state is unknown that have no known state either.
  ///
  /// They begin after the last known state before it, and end before the next keyframe.
  package func unknownSeqs(around seq: Int) throws(LogError) -> ClosedRange<Int> {
    let last = try log.keyframeSeq(after: seq).map { $0 - 1 } ?? log.lastSeq
    return try min(seq, firstUnknownSeq(before: seq))...max(seq, last)
  }

  private func firstUnknownSeq(before seq: Int) throws(LogError) -> Int {
    var start: StateCursor
    do throws(LogError) {
      start = try self.start(for: seq).0
    } catch {
      guard error.isDamage || error.problem is StateProblem else { throw error }
      return seq
    }
    start.resume(keepingFrom: .max)
    var last = start.seq
    var walk = StateWalk(
      log, from: log.reader(from: start.position), after: last, keeping: start)
    while walk.loss == nil, try walk.nextLine() != nil, walk.kept.seq <= seq {
      last = walk.kept.seq
    }
    return last + 1
  }
}
