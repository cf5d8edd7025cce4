import RexDiff
public import RexJSON
public import RexLog
public import RexQuery
package import RexTimeline

/// The changes of a value, from the last back to the one that created it.
///
///     keyframe 0 ══▶ 1 ═▶ 2 ═▶ … ═▶ 61   keyframe 61 ══▶ 62 ═▶ … ═▶ 90
///                             ◀── 2nd ──                      ◀── 1st ──
///
/// Each interval between two keyframes is read forward, then undone step by step with inverse
/// patches. Only the top-level member that contains the value is tracked.
public struct ValueHistory {
  private let states: LogStates
  private var source: LogStates.Source
  private var tracker: ValueTracker
  /// The tracked part of the state after the last of `passed`; nil before the first interval is
  /// read.
  private var state: JSON?
  /// The tracked part of the states; the whole state once the value came from another member.
  private var focus: StateFocus
  /// The changes of the interval's actions, in order.
  private var passed: [PassedAction] = []
  /// The position of the line of the action that made the last change, if it is known.
  package private(set) var position: LinePosition?
  /// The number of the action before the first of `passed`.
  package private(set) var start: Int
  /// The starts of the parts of a long interval, except the first.
  private var snapshots: [FocusedWalk.Snapshot] = []

  private struct PassedAction {
    var seq: Int
    var firstSeq: Int
    var change: FocusedChange
    /// The position of the action's line; nil if it is unknown which action made the change.
    var position: LinePosition?
    /// Whether the state before is unknown, so that the change only sets the one after.
    var isFirst = false
  }

  /// Asked before each interval is read; if it returns true, there are no more changes.
  package var isStopped: @Sendable () -> Bool = { false }
  /// Whether `isStopped` ended the history.
  package private(set) var hasStopped = false

  /// An interval with more bytes of lines is undone in parts.
  static let partBytesMax = 16 << 20

  /// The history of the value at a position in the state after an action.
  public init(_ log: Log, of pointer: JSONPointer, at seq: Int) {
    self.init(LogStates(log), of: pointer, at: seq)
  }

  /// The history of a value in states that are backfilled where they are not recorded.
  package init(_ states: LogStates, of pointer: JSONPointer, at seq: Int) {
    (self.states, start, tracker) = (states, seq, ValueTracker(pointer))
    (source, focus) = (states.source, StateFocus(pointer))
  }

  /// The log that `position` is in.
  package var log: Log { source.log }

  /// The previous change; nil once the value was created, or at the log's start.
  public mutating func next() throws(LogError) -> ValueChange? {
    while let pointer = tracker.pointer {
      if let action = passed.popLast() {
        position = action.position
        if let change = stepBack(over: action, from: pointer) { return change }
      } else {
        guard start > log.session.after else { return nil }
        hasStopped = isStopped()
        if hasStopped { return nil }
        try readInterval(through: start)
      }
    }
    return nil
  }

  private mutating func stepBack(
    over action: PassedAction, from pointer: JSONPointer
  ) -> ValueChange? {
    guard var state else { return nil }
    // Set to nil first, so that the state has a single owner and is not copied when it changes.
    self.state = nil
    defer { self.state = state }
    let isBeside = action.change.operations.allSatisfy { $0.isBeside(pointer) }
    var new = isBeside ? nil : state[pointer]
    let isLong = new?.isLong ?? false
    // A long value that is held here would be copied when it changes in the state.
    if isLong { new = nil }
    do throws(JSONPatchError) {
      for (operation, inverse) in zip(action.change.operations, action.change.inverses).reversed() {
        try tracker.stepBack(over: operation, undoneBy: inverse, in: &state)
      }
    } catch {
      preconditionFailure("what was applied can be taken back")
    }
    let edits = tracker.takeEdits()
    guard let write = tracker.takeWrite() else { return nil }
    let old = isLong ? nil : tracker.pointer.flatMap { state[$0] }
    let change = ValueChange(
      seq: action.seq, reach: write.reach, written: write.path, firstSeq: action.firstSeq,
      before: tracker.pointer, after: pointer, old: action.isFirst ? .unknown : Presence(old),
      new: Presence(new), isLong: isLong, edits: edits)
    let isChanged = isLong ? !edits.isEmpty : old != new
    return isChanged || change.isUnknown ? change : nil
  }
}

extension ValueHistory {
  /// Reads the interval that ends with an action, or its last part.
  private mutating func readInterval(through end: Int) throws(LogError) {
    let stateFocus = focus
    var walk = try pass(through: end)
    if walk.kept.focus != focus {
      // The part that was left out is needed after all.
      (focus, snapshots) = (walk.kept.focus, [])
      walk = try pass(through: end)
    }
    let last = passed.last?.seq ?? start
    let reached = walk.kept.lost?.state ?? walk.state
    if walk.kept.lost == nil, let reached, state.map({ $0 == stateFocus.part(of: reached) }) ?? true
    {
      state = reached
      return
    }
    // Actions are lost or have no patch, so the difference counts as one change at the end.
    let known: JSON
    if let state {
      known = state
    } else {
      var timeline = Timeline(states)
      known = focus.part(of: try timeline.state(at: end))
    }
    state = known
    let change = FocusedChange(
      operations: [.replace(JSONPointer(), known)],
      inverses: [JSONPatch([.replace(JSONPointer(), reached ?? .null)])])
    let firstSeq = min((walk.kept.lost?.seq ?? last) + 1, end)
    passed.append(
      PassedAction(seq: end, firstSeq: firstSeq, change: change, isFirst: reached == nil))
  }

  /// Reads an interval, and collects the changes of its actions.
  private mutating func pass(through end: Int) throws(LogError) -> FocusedWalk {
    while let last = snapshots.last, last.seq >= end { snapshots.removeLast() }
    var walk: FocusedWalk
    if let snapshot = snapshots.last {
      walk = FocusedWalk(states, focus, from: snapshot)
    } else {
      let keyframe = try log.keyframe(atOrBefore: end - 1)
      walk = try FocusedWalk(states, focus, before: (keyframe?.seq ?? log.session.after) + 1)
    }
    (passed, start) = ([], walk.seq)
    var byteCount = 0
    while walk.seq < end, walk.kept.lost == nil {
      if byteCount > Self.partBytesMax {
        snapshots.append(walk.snapshot)
        (passed, start, byteCount) = ([], walk.seq, 0)
      }
      guard try walk.next(through: end) else { break }
      guard walk.kept.source.isBackfilled == source.isBackfilled else { break }
      guard let change = walk.kept.change, walk.kept.lost == nil else { continue }
      passed.append(
        PassedAction(
          seq: walk.seq, firstSeq: walk.seq, change: change, position: walk.actionPosition))
      byteCount += walk.actionRecord?.bytes.count ?? 0
    }
    guard walk.kept.source.isBackfilled == source.isBackfilled else {
      // The backfilled log has other positions, and its states perhaps another form.
      (source, snapshots, state) = (walk.kept.source, [], nil)
      return try pass(through: end)
    }
    return walk
  }
}

extension ValueHistory {
  /// The last frame up to `last` in which a path leads to a value, with its position; else nil.
  public static func last(
    _ path: ValuePath, in log: Log, through last: Int
  ) throws(LogError) -> (seq: Int, pointer: JSONPointer)? {
    try self.last(path, in: LogStates(log), through: last).value.map { ($0.seq, $0.pointer) }
  }

  /// Where a value is known to have been last.
  package struct Place: Sendable, Equatable {
    package var seq: Int
    package var pointer: JSONPointer
  }

  /// The last frame up to `last` that is known to have a value at a path, in states that are
  /// backfilled where they are not recorded; unknown if none is, but some are unknown.
  package static func last(
    _ path: ValuePath, in states: LogStates, through last: Int
  ) throws(LogError) -> Presence<Place> {
    let focus = StateFocus(path)
    var intervals = BackwardIntervals(states, through: last)
    var (isUnknown, keyframe) = (false, Int?.none)
    while let interval = try intervals.next() {
      let (start, end) = (interval.keyframe ?? states.log.session.after, interval.end)
      var walk = try FocusedWalk(states, focus, before: start + 1)
      var here = walk.state.flatMap(path.resolve)
      var found = here.map { Place(seq: walk.seq, pointer: $0) }
      var isHidden = walk.state.map(path.isLeftOut) ?? true
      var missesSome = isHidden
      while walk.seq < end {
        let wasKnown = walk.state != nil
        guard try walk.next(through: end), walk.seq <= end else { break }
        if walk.kept.change != nil || walk.isReplaced || !wasKnown || walk.state == nil {
          here = walk.state.flatMap(path.resolve)
          isHidden = here == nil && walk.state.map(path.isLeftOut) ?? true
        }
        if let here { found = Place(seq: walk.seq, pointer: here) }
        if isHidden || walk.hasUnknownBefore { missesSome = true }
      }
      if walk.seq < (keyframe == end ? end - 1 : end) { missesSome = true }
      if intervals.mustRepeat(interval) { continue }
      if let found { return .there(found) }
      isUnknown = isUnknown || missesSome
      keyframe = interval.keyframe
    }
    return isUnknown ? .unknown : .absent
  }

  /// The change that removed a value that last existed after an action; nil if none is known.
  public static func removal(
    at pointer: JSONPointer, in log: Log, after seq: Int
  ) throws(LogError) -> ValueChange? {
    let place = Place(seq: seq, pointer: pointer)
    return try changes(since: place, in: LogStates(log), through: log.lastSeq)
      .last { !$0.isUnknown }
  }

  /// What is known of a value since the last frame that is known to have it, the last first: the
  /// change that removed it, and the actions after which the states are unknown.
  package static func changes(
    since place: Place, in states: LogStates, through last: Int
  ) throws(LogError) -> [ValueChange] {
    var walk = try FocusedWalk(states, StateFocus(place.pointer), before: place.seq + 1)
    var (seq, value) = (place.seq, Presence(walk.state?[place.pointer]))
    var changes: [ValueChange] = []
    func add(_ next: Int, _ found: Presence<JSON>) {
      if next > seq + 1 || found != value {
        changes.append(
          ValueChange(at: place.pointer, since: seq + 1, through: next, old: value, new: found))
      }
      (seq, value) = (next, found)
    }
    while seq < last, try walk.next(through: last), walk.seq <= last {
      if seq < walk.seq - 1, walk.stateBefore() != nil { add(walk.seq - 1, .absent) }
      if walk.state != nil { add(walk.seq, .absent) }
    }
    if seq < last {
      var timeline = Timeline(states)
      add(last, try timeline.stateIfKnown(at: last) == nil ? .unknown : .absent)
    }
    return changes.reversed()
  }
}
