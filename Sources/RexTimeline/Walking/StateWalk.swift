import RexDiff
import RexJSON
import RexLog

/// Iterates over a log's actions, with the part of the state in focus.
///
///     keyframe ─▶ #1 ─▶ #2 ─▶ #3 … ─▶ keyframe ─▶ …      a keyframe's state replaces the last one
///
/// A line whose patch is not in focus is not parsed. After a gap or damage, the state is nil up to
/// the next keyframe.
struct StateWalk {
  private let states: LogStates
  private(set) var source: LogStates.Source
  private(set) var focus: StateFocus
  private let reader: LogReader
  /// The part in focus of the state after the last action; nil if it is unknown.
  private(set) var state: JSON?
  /// The number of the last action, or of the start.
  private(set) var seq: Int
  /// The last action's change of the part in focus; nil if it changed nothing.
  private(set) var change: FocusedChange?
  /// The last action's line, valid until the next one.
  private(set) var record: LogRecord?
  /// The error that made the state unknown, at the first such action; else nil.
  private(set) var problem: ReplayError?
  /// The last known state before unknown ones, if there are any.
  private(set) var lost: (seq: Int, state: JSON)?
  /// The state before the last action, if a keyframe replaces the action's patch.
  private var replacedState: JSON?
  /// Whether a keyframe or the backfilled log replaced the state since the action before.
  private(set) var isRestarted = false
  /// The last damage, which may be why the state is unknown.
  private var damage: ReplayError?

  /// The only position tracked, until an operation may have moved its value.
  ///
  /// Changes beside it are ignored, so the rest of the state is not up to date.
  var pin: JSONPointer?
  /// Whether the value at the pinned position may have been elsewhere; then the state is invalid.
  private(set) var isPinLost = false

  /// Shorter patches are parsed at once, without reading their paths first.
  private static let outlinedBytesMin = 1 << 20

  /// The position of the last action's line, valid until the next one.
  var recordPosition: LinePosition? { record.map(reader.position(of:)) }

  /// The position before the next line.
  var position: LinePosition { reader.nextPosition }

  var log: Log { source.log }

  /// A walk whose first `next()` advances to action `seq`; by default, to the first action.
  init(_ states: LogStates, _ focus: StateFocus, before seq: Int = 1) throws(ReplayError) {
    try self.init(states, states.source, focus, before: seq)
  }

  private init(
    _ states: LogStates, _ source: LogStates.Source, _ focus: StateFocus, before seq: Int
  ) throws(ReplayError) {
    (self.states, self.source, self.focus) = (states, source, focus)
    let log = source.log
    let keyframe = try wrapping(seq > 1 ? log.keyframe(atOrBefore: seq - 1) : nil)
    reader = keyframe.map { log.reader(from: $0) } ?? log.reader()
    self.seq = keyframe?.seq ?? log.session.after
    try start()
    while self.seq + 1 < seq, try next(through: seq - 1) {}
  }

  /// A walk that resumes at a snapshot.
  init(_ states: LogStates, _ focus: StateFocus, from snapshot: Snapshot) {
    (self.states, source, self.focus) = (states, snapshot.source, focus)
    (state, seq) = (snapshot.state, snapshot.seq)
    reader = source.log.reader(from: snapshot.position)
  }

  /// A position in a walk, to resume from.
  struct Snapshot {
    var source: LogStates.Source
    var seq: Int
    var state: JSON?
    var position: LinePosition
  }

  var snapshot: Snapshot {
    Snapshot(source: source, seq: seq, state: state, position: position)
  }

  /// Reads the first state, which precedes the first action.
  private mutating func start() throws(ReplayError) {
    while let record = try wrapping(reader.next()) {
      if record.kind == .keyframe { return try process(keyframe: record) }
      // Without a first state, the walk starts with an unknown one.
      if record.kind == .action || record.kind == .gap { return }
    }
  }

  /// Advances to the next action; false at the end.
  ///
  /// - Parameter last: also returns false where no action up to this one can follow.
  mutating func next(through last: Int = .max) throws(ReplayError) -> Bool {
    (change, problem, record, replacedState, isRestarted) = (nil, nil, nil, nil, false)
    while let record = try wrapping(reader.next()) {
      if let kind = record.problem { damage = try error(kind, at: record) }
      guard record.isTrusted else { continue }
      if record.missing != nil { lose(after: seq) }
      switch record.kind {
      case .keyframe: try process(keyframe: record)
      case .gap: lose(after: seq)
      case .action:
        (seq, self.record) = (reader.lastSeq, record)
        try process(record)
        return self.record != nil
      default: break
      }
      if reader.lastSeq >= last { return false }
    }
    return false
  }

  /// Whether the state is not the one before with `change` applied: a keyframe replaced it.
  var isReplaced: Bool { replacedState != nil }

  /// The part in focus of the state before the last action.
  func stateBefore() -> JSON? {
    if let replacedState { return replacedState }
    guard let change, var before = state else { return state }
    return (try? before.takeBack(change.inverse)).map { before }
  }

  /// The whole last action.
  func action() throws(ReplayError) -> LogAction? {
    guard let record else { return nil }
    return try wrapping(reader.action(.all, of: record))
  }

  /// An error at a line.
  private func error(_ kind: LogError.Kind, at record: LogRecord) throws(ReplayError)
    -> ReplayError
  {
    ReplayError(try wrapping(reader.error(kind, at: record)))
  }

  private mutating func process(keyframe record: LogRecord) throws(ReplayError) {
    guard record.problem == nil else { return }
    seq = reader.lastSeq
    guard !focus.isEmpty else {
      state = .null
      return
    }
    guard let found = focus.state(of: record) else { return lose(after: seq) }
    if found.object == nil { focus = .everything }
    if state != found { (state, isRestarted) = (found, true) }
  }

  private mutating func process(_ record: LogRecord) throws(ReplayError) {
    guard !focus.isEmpty else {
      state = .null
      return
    }
    guard state != nil else {
      if record.problem == nil, record.members?[.leftOut] != nil { try takeNextKeyframe() }
      return
    }
    // On an error, the last known state is the one before this action.
    guard reader.isStateKnown, record.problem == nil else { return lose(damage) }
    guard let members = record.roughMembers, let range = members[.patch] else {
      return lose(try error(.notAnEntry, at: record))
    }
    let text = record.text(range)
    if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"), !focus.mayTouch(text) {
      return
    }
    // The values of a long patch are parsed only if they are in focus.
    let isLong = text.count > StateWalk.outlinedBytesMin
    let outline = pin != nil || isLong ? PatchOutline(text) : nil
    if let outline, focus.part(of: JSONPatch(outline.operations))?.isEmpty == true { return }
    if let pin, let outline {
      if outline.operations.allSatisfy({ $0.isBeside(pin) }) { return }
      isPinLost = isPinLost || outline.operations.contains { $0.mayRelocate(pin) }
    }
    // If the patch is valid, the rest of the line is not checked.
    if let json = try? JSON(parsing: text), let patch = try? JSONPatch(parsing: json) {
      return try apply(patch, of: record)
    }
    switch try wrapping(changed(by: record)) {
    case .success(.patch(let patch)): try apply(patch, of: record)
    case .success(let change): try process(unrecorded: change)
    case .failure(let error): lose(ReplayError(error))
    }
  }

  /// Advances over an action without a patch: to the keyframe in its place, or in the backfilled
  /// log.
  private mutating func process(unrecorded change: LogAction.Change) throws(ReplayError) {
    let before = state
    lose(ReplayError(.unrecorded(seq, before: nil, after: nil), log: log.name))
    if case .leftOut = change { try takeNextKeyframe() }
    if state != nil {
      (replacedState, isRestarted) = (before, true)
    } else {
      try backfill()
    }
  }

  /// Goes on in the backfilled log, at the last action, if there is one.
  private mutating func backfill() throws(ReplayError) {
    guard let backfilled = states.backfilled(from: source) else { return }
    let (seq, pin) = (seq, pin)
    self = try StateWalk(states, backfilled, focus, before: seq)
    self.pin = pin
    _ = try next(through: seq)
    isRestarted = true
  }

  /// The change that a line records; damage is returned and does not end the walk.
  private func changed(by record: LogRecord) throws(LogError) -> Result<LogAction.Change, LogError>
  {
    do throws(LogError) {
      return .success(try reader.change(of: record))
    } catch {
      guard error.isDamage else { throw error }
      return .failure(error)
    }
  }

  private mutating func apply(_ patch: JSONPatch, of record: LogRecord) throws(ReplayError) {
    guard var part = focus.part(of: patch) else { return try widen(to: patch) }
    if let pin { part.operations.removeAll { $0.isBeside(pin) } }
    guard !part.isEmpty else { return }
    do throws(JSONPatchError) {
      change = try state?.applyReturningChange(part)
    } catch {
      lose(try self.error(.patchDoesNotFit(error), at: record))
    }
  }

  /// Tracks the whole state, since the part in focus does not determine a patch's result.
  private mutating func widen(to patch: JSONPatch) throws(ReplayError) {
    focus = .everything
    var timeline = Timeline(states, source)
    state = try? timeline.state(at: seq - 1)
    change = (try? state?.applyReturningChange(patch)) ?? nil
    if change == nil { state = nil }
  }

  /// Continues without a state because of an error at the last action.
  private mutating func lose(_ error: ReplayError?) {
    problem = error
    lose(after: seq - 1)
  }

  /// Continues without a state; the last known one is after `seq`.
  private mutating func lose(after seq: Int) {
    guard let state else { return }
    lost = (seq, state)
    self.state = nil
  }

  /// Takes the state after the last action from the keyframe that replaces its patch.
  private mutating func takeNextKeyframe() throws(ReplayError) {
    let reader = log.reader(from: position)
    while let record = try wrapping(reader.next()), record.kind != .action, record.kind != .gap {
      guard record.kind == .keyframe, record.problem == nil else { continue }
      let found = withExtendedLifetime(reader) { focus.state(of: record) }
      if let found { (state, problem) = (found, nil) }
      return
    }
  }
}

/// An action's change of the part in focus: operations and their inverses.
struct FocusedChange: Sendable {
  var operations: [JSONPatch.Operation]
  var inverses: [JSONPatch]

  /// The inverse of all operations.
  var inverse: JSONPatch { JSONPatch(inverses.reversed().flatMap(\.operations)) }
}

extension JSON {
  /// Applies a patch, and returns the change with its inverses.
  mutating func applyReturningChange(_ patch: JSONPatch) throws(JSONPatchError) -> FocusedChange {
    var inverses: [JSONPatch] = []
    inverses.reserveCapacity(patch.operations.count)
    var budget = PatchBudget()
    for operation in patch.operations {
      do throws(JSONPatchError) {
        inverses.append(try applyReturningInverse(operation, spending: &budget))
      } catch {
        for inverse in inverses.reversed() { try takeBack(inverse) }
        throw error
      }
    }
    return FocusedChange(operations: patch.operations, inverses: inverses)
  }
}

extension StateFocus {
  /// The part of a keyframe's state; nil if the line is damaged.
  fileprivate func state(of record: LogRecord) -> JSON? {
    guard let range = record.members?[.state] else { return nil }
    return JSON(parsing: record.text(range), members: names)
  }
}
