import RexDiff
import RexJSON
import RexLog

/// A walk through a log's actions, one after the other, with the part of the state in focus.
///
///     keyframe ─▶ #1 ─▶ #2 ─▶ #3 … ─▶ keyframe ─▶ …      the keyframe's state, where they differ
///
/// A line whose patch is not in focus is not parsed. Where a state cannot be told, after a gap or
/// damage, the walk goes on without one up to the next keyframe.
struct StateWalk {
  let log: Log
  private(set) var focus: StateFocus
  private let reader: LogReader
  /// The state after the last action, as far as it is in focus; nil where it cannot be told.
  private(set) var state: JSON?
  /// The number of the last action; of the state before the first one, at the start.
  private(set) var seq: Int
  /// What the last action changed of the focus; nil for nothing.
  private(set) var change: FocusedChange?
  /// The last action's line, valid until the next one.
  private(set) var record: LogRecord?
  /// Why the last action's state cannot be told; nil where it can, or could not before.
  private(set) var problem: TimelineError?
  /// The last state before the ones that could not be told, where there are such.
  private(set) var lost: (seq: Int, state: JSON)?

  /// A place that alone is looked at, as long as nothing may have brought the value there.
  ///
  /// What is written beside it is passed over, and the state tells nothing of that.
  var pin: JSONPointer?
  /// Whether the value at the pinned place may have been elsewhere; the state means nothing then.
  private(set) var isPinLost = false

  /// The place before the next line.
  var place: LogPlace { reader.nextPlace }

  /// A walk from the start, or from a keyframe before an action.
  init(_ log: Log, _ focus: StateFocus, before seq: Int = 1) throws(TimelineError) {
    (self.log, self.focus) = (log, focus)
    let keyframe = try reading { () throws(LogError) in
      seq > 1 ? try log.keyframe(before: seq - 1) : nil
    }
    reader = keyframe.map { log.reader(from: $0) } ?? log.reader()
    self.seq = keyframe?.seq ?? log.session.after
    try start()
    while self.seq + 1 < seq, try next() {}
  }

  /// A walk from where another one was.
  init(_ log: Log, _ focus: StateFocus, from snapshot: Snapshot) {
    (self.log, self.focus) = (log, focus)
    (state, seq) = (snapshot.state, snapshot.seq)
    reader = log.reader(from: snapshot.place)
  }

  /// Where a walk was, to go on from there.
  struct Snapshot {
    var seq: Int
    var state: JSON?
    var place: LogPlace
  }

  /// Where the walk is.
  var snapshot: Snapshot { Snapshot(seq: seq, state: state, place: place) }

  /// Goes to the first state, which is before the first action.
  private mutating func start() throws(TimelineError) {
    while let record = try reading({ () throws(LogError) in try reader.next() }) {
      if record.kind == .keyframe { return try take(keyframe: record) }
      // Without a first state the walk begins all the same, and knows none.
      if record.kind == .action || record.kind == .gap { return }
    }
  }

  /// Goes to the next action; false at the end.
  mutating func next() throws(TimelineError) -> Bool {
    (change, problem) = (nil, nil)
    while let record = try reading({ () throws(LogError) in try reader.next() }) {
      if record.missing != nil { lose(after: seq) }
      switch record.kind {
      case .keyframe: try take(keyframe: record)
      case .gap: lose(after: seq)
      case .action:
        guard let number = record.head?.seq, record.problem == nil || number > seq else { continue }
        (seq, self.record) = (number, record)
        try take(record)
        return true
      default: continue
      }
    }
    record = nil
    return false
  }

  /// The state before the last action, as far as it is in focus.
  func stateBefore() -> JSON? {
    guard let change, let state else { return state }
    return try? state.applying(change.inverse)
  }

  /// The last action, whole.
  func action() throws(TimelineError) -> LogAction? {
    guard let record else { return nil }
    return try reading { () throws(LogError) in try reader.action(of: record) }
  }

  /// The line and column of the last action, for messages.
  private func error(_ kind: LogError.Kind, at record: LogRecord) throws(TimelineError)
    -> TimelineError
  {
    TimelineError(
      kind: .log(try reading { () throws(LogError) in try reader.error(kind, at: record) }))
  }

  private mutating func take(keyframe record: LogRecord) throws(TimelineError) {
    guard record.problem == nil else { return }
    seq = reader.lastSeq
    guard !focus.isEmpty else {
      state = .null
      return
    }
    guard let found = focus.state(of: record) else { return lose(after: seq) }
    if found.object == nil { focus = .everything }
    if state != found { state = found }
  }

  private mutating func take(_ record: LogRecord) throws(TimelineError) {
    guard !focus.isEmpty else {
      state = .null
      return
    }
    guard state != nil else {
      if record.problem == nil, record.members?.leftOut != nil { try takeNextKeyframe() }
      return
    }
    // Where the state is lost, it is the one before this action.
    if let kind = record.problem { return lose(try error(kind, at: record)) }
    guard let members = record.roughMembers, let range = members.patch else {
      return lose(try error(.notAnEntry, at: record))
    }
    let text = record.text(range)
    if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"), !focus.mayTouch(text) {
      return
    }
    if let pin, let outline = PatchOutline(text) {
      if outline.operations.allSatisfy({ $0.isBeside(pin) }) { return }
      isPinLost = isPinLost || outline.operations.contains { $0.mayRelocate(pin) }
    }
    // The line is looked at no further where its patch is one; what else it says is not asked for.
    if let json = try? JSON(parsing: text), let patch = try? JSONPatch(parsing: json) {
      return try apply(patch, of: record)
    }
    switch try reading({ () throws(LogError) in try changed(by: record) }) {
    case .success(.patch(let patch)): try apply(patch, of: record)
    case .success(let change):
      lose(TimelineError(kind: .unrecorded(seq, before: nil, after: nil)))
      if case .leftOut = change { try takeNextKeyframe() }
    case .failure(let error): lose(TimelineError(kind: .log(error)))
    }
  }

  /// What a line says of the state; damage is told, and does not end the walk.
  private func changed(by record: LogRecord) throws(LogError) -> Result<LogAction.Change, LogError>
  {
    do throws(LogError) {
      return .success(try reader.change(of: record))
    } catch {
      guard error.isDamage else { throw error }
      return .failure(error)
    }
  }

  private mutating func apply(_ patch: JSONPatch, of record: LogRecord) throws(TimelineError) {
    guard var part = focus.part(of: patch) else { return try widen(to: patch) }
    if let pin { part.operations.removeAll { $0.isBeside(pin) } }
    guard !part.isEmpty else { return }
    do throws(JSONPatchError) {
      change = try state?.applyReturningChange(part)
    } catch {
      lose(try self.error(.patchDoesNotFit(error), at: record))
    }
  }

  /// Takes the whole state where the part does not tell what a patch does to it.
  private mutating func widen(to patch: JSONPatch) throws(TimelineError) {
    focus = .everything
    var timeline = Timeline(log)
    state = try? timeline.state(at: seq - 1)
    change = (try? state?.applyReturningChange(patch)) ?? nil
    if change == nil { state = nil }
  }

  /// Goes on without a state, because of the last action.
  private mutating func lose(_ error: TimelineError) {
    problem = error
    lose(after: seq - 1)
  }

  /// Goes on without a state; the last one is that after an action.
  private mutating func lose(after seq: Int) {
    guard let state else { return }
    lost = (seq, state)
    self.state = nil
  }

  /// Takes the state after the last action from the keyframe that stands in for a patch.
  private mutating func takeNextKeyframe() throws(TimelineError) {
    let place = place
    let found = try reading { () throws(LogError) -> JSON? in
      let reader = log.reader(from: place)
      while let record = try reader.next(), record.kind != .action, record.kind != .gap {
        if record.kind == .keyframe, record.problem == nil { return focus.state(of: record) }
      }
      return nil
    }
    if let found { (state, problem) = (found, nil) }
  }
}

/// What an action changed of the focus: its operations, and what takes each one back.
struct FocusedChange: Sendable {
  var operations: [JSONPatch.Operation]
  var inverses: [JSONPatch]

  /// What takes all of them back.
  var inverse: JSONPatch { JSONPatch(inverses.reversed().flatMap(\.operations)) }
}

extension JSON {
  /// Applies a patch as `apply` does, and returns what it did.
  mutating func applyReturningChange(_ patch: JSONPatch) throws(JSONPatchError) -> FocusedChange {
    var inverses: [JSONPatch] = []
    inverses.reserveCapacity(patch.operations.count)
    for operation in patch.operations {
      do throws(JSONPatchError) {
        inverses.append(try applyReturningInverse(JSONPatch([operation])))
      } catch {
        for inverse in inverses.reversed() { try apply(inverse) }
        throw error
      }
    }
    return FocusedChange(operations: patch.operations, inverses: inverses)
  }
}

extension StateFocus {
  /// The part of a keyframe's state; nil where the line is damaged.
  fileprivate func state(of record: LogRecord) -> JSON? {
    guard let range = record.members?.state else { return nil }
    return JSON(parsing: record.text(range), members: names)
  }
}
