package import RexDiff
package import RexJSON
package import RexLog

/// The part of the state that a question reads, with the last action's change of it.
///
/// A line whose patch is not in focus is not parsed. If an action has no patch, the walk goes on in
/// the backfilled log.
package struct FocusedState: KeptState {
  fileprivate let states: LogStates
  package fileprivate(set) var source: LogStates.Source
  package fileprivate(set) var focus: StateFocus
  /// The part in focus of the state; nil if it is unknown.
  package fileprivate(set) var value: JSON?
  /// How the last action led to the part in focus.
  fileprivate var step = Step.unchanged
  /// The last known state before unknown ones, if there are any.
  package private(set) var lost: (seq: Int, state: JSON)?
  /// Whether a keyframe or the backfilled log replaced the state since the action before.
  package fileprivate(set) var isRestarted = false

  /// How many actions between the last one, or the end, and the one before are lost in a gap or in
  /// damage; of those before the walk's first action, none.
  package fileprivate(set) var lostCount = 0
  /// The number of the action that the walk was asked to begin with.
  fileprivate var firstSeq = 0

  /// How an action leads from one state to the next.
  fileprivate enum Step {
    case unchanged
    case changed(FocusedChange)
    /// The patch is not recorded, or cannot be applied; the state before is nil if it is unknown.
    case replaced(before: JSON?)
  }

  /// The last action's change of the part in focus; nil if it changed nothing, or is not recorded.
  package var change: FocusedChange? { if case .changed(let change) = step { change } else { nil } }

  /// Shorter patches are parsed at once, without reading their paths first.
  private static let outlinedBytesMin = 1 << 20

  fileprivate init(
    _ states: LogStates, _ source: LogStates.Source, _ focus: StateFocus, value: JSON? = nil
  ) {
    (self.states, self.source, self.focus, self.value) = (states, source, focus, value)
    if focus.isEmpty { self.value = .null }
  }

  /// Nothing is known of a state of which nothing is in focus, and nothing can be lost.
  package var isKnown: Bool { value != nil && !focus.isEmpty }

  package mutating func lose(after seq: Int) {
    guard let value else { return }
    (lost, step) = ((seq, value), .replaced(before: value))
    self.value = nil
  }

  package mutating func restart(at keyframe: LogRecord, of reader: LogReader) throws(LogError) {
    guard !focus.isEmpty else { return }
    let found = keyframe.members?.text(.state).flatMap {
      JSON(parsing: $0, members: focus.names)
    }
    guard let found else {
      throw try reader.error(.notAnEntry, at: keyframe)
    }
    if found.object == nil { focus = .everything }
    if value != found { (value, isRestarted) = (found, true) }
  }

  package mutating func advance(
    over action: LogRecord, of reader: LogReader
  ) throws(LogError) -> RecordedChange {
    step = value == nil ? .replaced(before: nil) : .unchanged
    guard !focus.isEmpty else { return .followed }
    let members = action.members
    if let text = members?.patch {
      if value == nil { return .unknown }
      if !focus.mayTouch(text) || skips(text) { return .followed }
    }
    guard let patch = try reader.patch(of: action, members) else { return .notRecorded }
    guard value != nil else { return .unknown }
    return try apply(patch, of: action, reader)
  }

  /// Whether a patch, judged by its paths, changes nothing in focus.
  private func skips(_ text: UnsafeRawBufferPointer) -> Bool {
    // The values of a long patch are parsed only if they are in focus.
    guard text.count > Self.outlinedBytesMin,
      let patch = try? JSONPatch(text: text, limits: .standard, needsValues: false)
    else { return false }
    return focus.part(of: patch)?.isEmpty == true
  }

  private mutating func apply(
    _ patch: JSONPatch, of action: LogRecord, _ reader: LogReader
  ) throws(LogError) -> RecordedChange {
    guard let part = focus.part(of: patch) else { return try widen(to: patch, reader) }
    guard !part.isEmpty else { return .followed }
    do throws(JSONPatchError) {
      if let change = try value?.applyReturningChange(part) { step = .changed(change) }
    } catch {
      throw try reader.error(.patchDoesNotFit(error), at: action)
    }
    return .followed
  }

  /// Tracks the whole state, since the part in focus does not determine a patch's result.
  private mutating func widen(
    to patch: JSONPatch, _ reader: LogReader
  ) throws(LogError) -> RecordedChange {
    focus = .everything
    var timeline = Timeline(states, source)
    value = try? timeline.state(at: reader.lastSeq - 1)
    if let change = (try? value?.applyReturningChange(patch)) ?? nil {
      step = .changed(change)
    } else {
      (value, step) = (nil, .replaced(before: nil))
    }
    return .followed
  }
}

/// Iterates over a log's actions, with the part of the state in focus.
package typealias FocusedWalk = StateWalk<FocusedState>

extension FocusedWalk {
  /// A walk whose first `next()` advances to action `seq`; by default, to the first action.
  package init(_ states: LogStates, _ focus: StateFocus, before seq: Int = 1) throws(LogError) {
    try self.init(states, states.source, focus, before: seq)
  }

  private init(
    _ states: LogStates, _ source: LogStates.Source, _ focus: StateFocus, before seq: Int
  ) throws(LogError) {
    let log = source.log
    let keyframe = try seq > 1 ? log.keyframe(atOrBefore: seq - 1) : nil
    self.init(
      log, from: keyframe.map { log.reader(from: $0) } ?? log.reader(),
      after: keyframe?.seq ?? log.session.after, keeping: FocusedState(states, source, focus))
    // A log without a first keyframe starts with an unknown state.
    let isAtKeyframe = try keyframe != nil ? true : log.reader().keyframeAhead() != nil
    if isAtKeyframe {
      while let record = try nextLine(), record.kind != .keyframe {}
    }
    while self.seq + 1 < seq, try next(through: seq - 1) {}
    kept.firstSeq = seq
  }

  /// A walk that resumes at a snapshot.
  package init(_ states: LogStates, _ focus: StateFocus, from snapshot: Snapshot) {
    let log = snapshot.source.log
    self.init(
      log, from: log.reader(from: snapshot.position), after: snapshot.seq,
      keeping: FocusedState(states, snapshot.source, focus, value: snapshot.state))
  }

  /// A position in a walk, to resume from.
  package struct Snapshot {
    package var source: LogStates.Source
    package var seq: Int
    package var state: JSON?
    package var position: LinePosition
  }

  package var snapshot: Snapshot {
    Snapshot(source: kept.source, seq: seq, state: state, position: position)
  }

  /// The part in focus of the state after the last action; nil if it is unknown.
  package var state: JSON? { kept.value }

  /// The error that made the state unknown, at the first such action, or that lost the actions
  /// before it; else nil.
  package var problem: LogError? {
    guard let loss else { return kept.lostCount > 0 ? damage : nil }
    guard loss.seq == seq else { return nil }
    return switch loss.cause {
    case .gap: nil
    case .notRecorded:
      LogError(StateProblem.unrecorded(seq, before: nil, after: nil), log: log.name)
    case .damage(let error): error
    }
  }

  /// Advances to the next action; false at the end.
  ///
  /// - Parameter last: also returns false where no action up to this one can follow.
  package mutating func next(through last: Int = .max) throws(LogError) -> Bool {
    (kept.step, kept.isRestarted) = (.unchanged, false)
    let (wasLost, previous) = (loss != nil, max(seq, kept.firstSeq - 1))
    while let record = try nextLine() {
      guard record.isTrusted else { continue }
      if record.kind == .action {
        if !wasLost, case .notRecorded? = loss?.cause { try backfill() }
        if state == nil { try restartAhead() }
        kept.lostCount = max(0, seq - previous - 1)
        return actionRecord != nil
      }
      if reader.lastSeq >= last { break }
    }
    kept.lostCount = max(0, reader.lastSeq - previous)
    return false
  }

  /// Goes on in the backfilled log, at the last action, if there is one.
  private mutating func backfill() throws(LogError) {
    guard let backfilled = kept.states.backfilled(from: kept.source) else { return }
    let (seq, firstSeq) = (seq, kept.firstSeq)
    self = try FocusedWalk(kept.states, backfilled, kept.focus, before: seq)
    kept.firstSeq = firstSeq
    _ = try next(through: seq)
    kept.isRestarted = true
  }

  /// Whether the state is known, but not from the one before: it is in a keyframe.
  package var isReplaced: Bool { if case .replaced = kept.step { state != nil } else { false } }

  /// The part in focus of the state before the last action; nil if it is unknown.
  package func stateBefore() -> JSON? {
    switch kept.step {
    case .unchanged: return state
    case .replaced(let before): return before
    case .changed(let change):
      guard var before = state else { return nil }
      return (try? before.takeBack(change.inverse)).map { before }
    }
  }

  /// Whether a state between the last action and the one before it is unknown.
  package var hasUnknownBefore: Bool {
    kept.lostCount > 1 || kept.lostCount == 1 && stateBefore() == nil
  }

  /// The last action's line, valid until the next one; nil before the first.
  package var actionRecord: LogRecord? { record?.kind == .action ? record : nil }

  /// The whole last action.
  package func action() throws(LogError) -> LogAction? {
    guard let actionRecord else { return nil }
    return try reader.action(.all, of: actionRecord)
  }

  /// The position of the last action's line, valid until the next one.
  package var actionPosition: LinePosition? { actionRecord.map(reader.position(of:)) }
}

/// An action's change of the part in focus: operations and their inverses.
package struct FocusedChange: Sendable {
  package var operations: [JSONPatch.Operation]
  package var inverses: [JSONPatch]

  package init(operations: [JSONPatch.Operation], inverses: [JSONPatch]) {
    (self.operations, self.inverses) = (operations, inverses)
  }

  /// The inverse of all operations.
  package var inverse: JSONPatch { JSONPatch(inverses.reversed().flatMap(\.operations)) }
}

extension JSON {
  /// Applies a patch, and returns the change with its inverses.
  mutating func applyReturningChange(_ patch: JSONPatch) throws(JSONPatchError) -> FocusedChange {
    do throws(JSONPatchError) {
      return FocusedChange(
        operations: patch.operations, inverses: try applyReturningInverses(patch))
    } catch {
      // The focus leaves operations out, so the recorded patch may number this one otherwise.
      throw JSONPatchError(error.kind, pointer: error.pointer)
    }
  }
}
