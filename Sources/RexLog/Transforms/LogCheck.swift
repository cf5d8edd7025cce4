import RexDiff
import RexJSON

/// A place in a log that is not as a recorder writes it.
public struct LogDamage: Sendable, Equatable {
  /// What is wrong, and where.
  public var error: LogError
  /// The frames that cannot be told because of it; nil where all can.
  public var frames: ClosedRange<Int>?
  /// The actions whose patches lead nowhere because of it, up to the next keyframe.
  package var actions: ClosedRange<Int>?

  /// Damage that costs these frames.
  public init(_ error: LogError, frames: ClosedRange<Int>? = nil) {
    (self.error, self.frames) = (error, frames)
  }

  /// Damage in what leads from one frame to the next that is known, at a keyframe or the end.
  init(_ error: LogError, from first: Int, to next: Int) {
    self.init(error, frames: first < next ? first...next - 1 : nil)
    actions = first <= next ? first...next : nil
  }
}

extension Log {
  /// Checks every line and every state; throws the first thing that is wrong.
  public func check() throws(LogError) {
    var check = LogCheck(self)
    if let first = try check.next() { throw first.error }
  }

  /// All that is wrong with the log, in order.
  ///
  /// - Parameter limit: more are not looked for.
  public func damages(atMost limit: Int = .max) throws(LogError) -> [LogDamage] {
    var check = LogCheck(self)
    var damages: [LogDamage] = []
    while damages.count < limit, let damage = try check.next() { damages.append(damage) }
    return damages
  }
}

/// A check of every line of a log, and of the states that its patches lead to.
///
///     keyframe 0   1 ✓   2 ✓   3 ✗   4 ?   5 ?   keyframe 5   6 ✓
///                              └─ damage: frames 3 and 4 cannot be told
///
/// A keyframe that differs from where the patches lead makes all frames between doubtful.
package struct LogCheck {
  private let log: Log
  private let reader: LogReader
  /// The last state that was known; nil before the first.
  private var state: JSON?
  /// Whether it is the state behind the last line.
  private var isKnown = false
  /// The frame of that state, and that of the last keyframe.
  private var seq = 0
  private var keyframeSeq = 0
  /// Damage that later numbers tell whether it cost frames.
  private var doubt: LogError?
  /// Damage whose last lost frame is not known yet, and the first one that is lost.
  private var open: (error: LogError, first: Int)?
  private var found: [LogDamage] = []
  private var isAtEnd = false

  package init(_ log: Log) {
    (self.log, reader) = (log, log.reader())
  }

  /// The next damage; nil when there is none up to the end.
  package mutating func next() throws(LogError) -> LogDamage? {
    while true {
      if !found.isEmpty, open == nil, doubt == nil { return found.removeFirst() }
      guard !isAtEnd else { return nil }
      if let record = try reader.next() {
        try take(record)
      } else {
        isAtEnd = true
        clearDoubt()
        close(at: reader.lastSeq + 1)
      }
    }
  }

  private mutating func take(_ record: LogRecord) throws(LogError) {
    settleDoubt(at: record)
    if record.missing != nil { lose() }
    do throws(LogError) {
      if let problem = record.problem { throw try reader.error(problem, at: record) }
      if record.kind == .session { return }
      try take(reader.entry(of: record, elidesPayload: true), at: record)
    } catch {
      guard error.isDamage else { throw error }
      add(error, at: record)
    }
    if !reader.isStateKnown { lose() }
  }

  private mutating func take(_ entry: LogEntry, at record: LogRecord) throws(LogError) {
    switch entry {
    case .keyframe(let keyframe): try take(keyframe, at: record)
    case .action(let action):
      guard reader.isStateKnown, let patch = action.result?.patch, isKnown else { return }
      do throws(JSONPatchError) {
        try state?.apply(patch)
        seq = action.seq
      } catch {
        state = nil
        reader.loseState()
        throw try reader.error(.patchDoesNotFit(error), at: record)
      }
    case .gap: lose()
    case .session, .mark, .end, .unknown: break
    }
  }

  private mutating func take(_ keyframe: LogKeyframe, at record: LogRecord) throws(LogError) {
    guard reader.isStateKnown else { return }
    let before = keyframe.seq == seq ? state : nil
    close(at: keyframe.seq)
    let last = keyframeSeq
    (state, isKnown) = (keyframe.state, true)
    (seq, keyframeSeq) = (keyframe.seq, keyframe.seq)
    guard let before, let difference = JSON.firstDifference(from: keyframe.state, to: before)
    else { return }
    let error = try reader.error(.contradiction(difference.path), at: record)
    found.append(LogDamage(error, from: last + 1, to: keyframe.seq))
  }

  private mutating func add(_ error: LogError, at record: LogRecord) {
    if isKnown, !reader.isStateKnown, open == nil {
      open = (error, seq + 1)
    } else if isKnown, !reader.isSure, doubt == nil {
      doubt = error
    } else if !isKnown, open == nil, record.kind == .keyframe, let head = record.head {
      // The state that it would have told.
      reader.loseState()
      open = (error, head.seq)
    } else {
      found.append(LogDamage(error))
    }
  }

  /// Once the numbers after unreadable lines are sure, they tell whether an action was among those.
  private mutating func settleDoubt(at record: LogRecord) {
    guard let error = doubt else { return }
    let isAtKeyframe = record.kind == .keyframe && reader.isStateKnown
    if isAtKeyframe ? reader.lastSeq > seq : !reader.isStateKnown {
      (doubt, isKnown, open) = (nil, false, (error, seq + 1))
    } else if reader.isSure {
      clearDoubt()
    }
  }

  /// Nothing was lost by what was in doubt.
  private mutating func clearDoubt() {
    if let doubt { found.insert(LogDamage(doubt), at: 0) }
    doubt = nil
  }

  private mutating func lose() { isKnown = false }

  /// Ends the frames that cannot be told, before one that can.
  private mutating func close(at next: Int) {
    guard let (error, first) = open else { return }
    open = nil
    found.insert(LogDamage(error, from: first, to: next), at: 0)
  }
}

extension LogError {
  /// Whether something is wrong with what the log says, rather than with the file.
  package var isDamage: Bool {
    switch kind {
    case .system, .notAFile, .shrank, .changed, .disturbed: false
    default: true
    }
  }
}
