import RexJSON
package import RexLog

/// Follows the state along a log, line by line.
///
///     keyframe ─▶ #1 ─▶ #2     gap       keyframe ─▶ #9 ─▶ #10     damage
///     known       known        unknown   known       known         unknown
///
/// This is the only type that knows what each line means for the state. What is kept of the state,
/// and when a patch is applied, is up to `Kept`:
///
///     FocusedState     the members that a question reads, with the last change and its inverse
///     StateCursor      the whole state, with the inverses of the last patches
///     PatchedState     a state and the texts of the patches since, until it is asked for
///
/// Migration, in the replayer, keeps what migrates the next patch.
package struct StateWalk<Kept: KeptState> {
  package let log: Log
  package let reader: LogReader
  /// What is kept of the state after the current line.
  package var kept: Kept
  /// The current line, valid until the next one.
  package private(set) var record: LogRecord?
  /// The number of the last action or keyframe.
  package private(set) var seq: Int
  /// Why the state is unknown; nil if it is known, and before the first keyframe.
  package private(set) var loss: StateLoss?
  /// Whether damage makes the state unknown; else it is thrown.
  private let toleratesDamage: Bool
  /// The last damage since an action was followed.
  package private(set) var damage: LogError?
  /// For looking ahead without reading the same block again.
  private let readerAhead = CachedReader()

  /// A walk from a position on.
  package init(
    _ log: Log, from reader: LogReader, after seq: Int, keeping kept: Kept,
    toleratesDamage: Bool = true
  ) {
    (self.log, self.reader, self.seq, self.kept) = (log, reader, seq, kept)
    self.toleratesDamage = toleratesDamage
  }

  /// The position before the next line.
  package var position: LinePosition { reader.nextPosition }

  /// Moves to the next line; nil at the end.
  package mutating func nextLine() throws(LogError) -> LogRecord? {
    record = try reader.next()
    guard let record else { return nil }
    if let kind = record.problem {
      damage = try reader.error(kind, at: record)
      if !toleratesDamage, let damage { throw damage }
    }
    guard record.isTrusted else { return record }
    if record.missing != nil { lose(.gap, after: seq) }
    switch record.kind {
    case .keyframe where record.problem == nil: try restart(at: record)
    case .gap where record.problem == nil: lose(.gap, after: seq)
    case .action:
      seq = reader.lastSeq
      try advance(over: record)
    default: break
    }
    return record
  }

  /// A damaged keyframe changes nothing: the patches lead past it.
  private mutating func restart(at keyframe: LogRecord) throws(LogError) {
    seq = reader.lastSeq
    do throws(LogError) {
      try kept.restart(at: keyframe, of: reader)
      loss = nil
    } catch {
      try tolerate(error)
      reader.skipKeyframe()
    }
  }

  private mutating func advance(over action: LogRecord) throws(LogError) {
    guard !kept.isKnown || reader.isStateKnown && action.problem == nil else {
      return lose(.damage(damage), after: seq - 1)
    }
    do throws(LogError) {
      switch try kept.advance(over: action, of: reader) {
      case .followed: if damage != nil { damage = nil }
      case .unknown: lose(.notRecorded, after: seq - 1)
      case .notRecorded:
        lose(.notRecorded, after: seq - 1)
        if reader.needsKeyframe { try restartAhead() }
      }
    } catch {
      try tolerate(error)
      lose(.damage(error), after: seq - 1)
    }
  }

  /// Throws an error unless it is damage, which a walk may tolerate.
  private mutating func tolerate(_ error: LogError) throws(LogError) {
    guard toleratesDamage, error.isDamage else { throw error }
    damage = error
  }

  private mutating func lose(_ cause: StateLoss.Cause, after seq: Int) {
    guard kept.isKnown else { return }
    kept.lose(after: seq)
    loss = StateLoss(cause: cause, seq: self.seq)
  }

  /// Takes the state after the last action from the keyframe behind it, if there is one.
  mutating func restartAhead() throws(LogError) {
    let ahead = readerAhead.take(for: log, at: position)
    defer { readerAhead.keep(ahead) }
    guard let keyframe = try ahead.keyframeAhead() else { return }
    do throws(LogError) {
      try kept.restart(at: keyframe, of: ahead)
      loss = nil
    } catch {
      try tolerate(error)
    }
  }
}

/// Why the state is unknown, and since which action.
package struct StateLoss {
  package var cause: Cause
  /// The action at which it was lost; for a gap, the last one before it.
  package var seq: Int

  package enum Cause {
    /// Actions are missing.
    case gap
    /// An action has no patch.
    case notRecorded
    /// The damage, if it is known.
    case damage(LogError?)
  }
}

/// What a walk keeps of the state.
package protocol KeptState {
  /// Whether the state is known.
  var isKnown: Bool { get }

  /// Starts again with the state of a keyframe.
  mutating func restart(at keyframe: LogRecord, of reader: LogReader) throws(LogError)

  /// Changes the state by an action's patch; if it throws, the state becomes unknown.
  mutating func advance(
    over action: LogRecord, of reader: LogReader
  ) throws(LogError) -> RecordedChange

  /// Makes the state unknown, up to the next keyframe.
  mutating func lose(after seq: Int)
}

/// What an action's line means for the state.
package enum RecordedChange {
  /// The patch was applied, or is kept to be applied.
  case followed
  /// The state is unknown, up to the next keyframe's line.
  case unknown
  /// There is no patch; the state is unknown unless the keyframe that must come next has it.
  case notRecorded
}
