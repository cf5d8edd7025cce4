public import RexDiff
public import RexJSON
public import RexLog

/// The sequence of a log's states, with random access.
///
///     keyframe 0 ──patch 1──▶ frame 1 ──patch 2──▶ frame 2 … keyframe 61 ──patch 62──▶ frame 62
///                ◀─inverse 1─         ◀─inverse 2─
///
/// The state of a frame is the nearest keyframe at or before it, with the patches between applied.
/// A step to a neighbour applies one patch or one inverse.
///
/// After an action without a patch, and after damage, states are unknown up to the next keyframe.
/// `Replayer.backfilling(_:)` adds missing patches.
public struct Timeline: Sendable {
  /// The numbers of the frames, from the first state to the last; nil if the log has no state.
  ///
  /// Frames in a gap are included, but lost.
  public private(set) var seqs: ClosedRange<Int>?
  /// The error that prevented reading the first state.
  private var failure: LogError?
  let states: LogStates
  private(set) var source: LogStates.Source
  var cursor: StateCursor?
  var checkpoints = StateCheckpoints()
  private(set) var cachedReader = CachedReader()

  /// The timeline of a log.
  public init(_ log: Log) { self.init(LogStates(log)) }

  /// The timeline of a log's states.
  package init(_ states: LogStates) { self.init(states, states.source) }

  init(_ states: LogStates, _ source: LogStates.Source) {
    (self.states, self.source) = (states, source)
    let log = source.log
    var first: Int?
    do throws(LogError) {
      first = try log.firstKeyframeSeq()
    } catch {
      failure = error.isDamage ? nil : error
    }
    seqs = first.flatMap { $0 <= log.lastSeq ? $0...log.lastSeq : nil }
  }

  /// The log.
  public var log: Log { source.log }

  /// The error for a log without frames.
  package var noFramesError: LogError {
    failure ?? LogError(StateProblem.noState, log: log.name)
  }

  /// Goes on in the log that another reader had backfilled, or that has grown.
  package mutating func update() {
    guard let newer = states.newer(than: source) else { return }
    guard newer.edition == source.edition, let first = seqs?.lowerBound else {
      self = Timeline(states, newer)
      return
    }
    (source, cachedReader) = (newer, CachedReader())
    seqs = first...max(first, log.lastSeq)
  }

  /// The nearest frame that is not lost, in the direction of `step`, which is 1 or -1.
  public func seq(nearest seq: Int, step: Int) throws(LogError) -> Int {
    guard let seqs else { throw noFramesError }
    let wanted = min(max(seq, seqs.lowerBound), seqs.upperBound)
    // The state after a gap's last action is known again.
    guard let gap = try log.gap(with: wanted), gap.to > wanted else { return wanted }
    return step > 0 ? gap.to : gap.from - 1
  }
}

/// The state after an action, with the action that led to it.
public struct Frame: Sendable {
  /// The action's number; for the start, the number before the first action.
  public var seq: Int
  /// The state after it.
  public var state: JSON
  /// The action; nil for the start and for the state after a gap.
  ///
  /// It may be parsed from its line on each access, so store it if you use it repeatedly.
  public var action: LogAction? {
    get {
      switch recorded {
      case .action(let action): action
      case .line(let line): line.action()
      }
    }
    set { recorded = .action(newValue) }
  }

  private var recorded: Recorded

  private enum Recorded {
    case action(LogAction?)
    case line(KeptAction)
  }

  /// A frame from its parts.
  public init(seq: Int, state: JSON, action: LogAction?) {
    (self.seq, self.state, recorded) = (seq, state, .action(action))
  }

  /// A frame whose action is parsed on demand.
  package init(seq: Int, state: JSON, action: KeptAction) {
    (self.seq, self.state, recorded) = (seq, state, .line(action))
  }

  /// The patch from the frame before, empty at the start; nil if not recorded.
  public var patch: JSONPatch? {
    guard let outline else { return JSONPatch() }
    return outline.result?.patch
  }

  /// The action with `null` in place of its payload.
  package var outline: LogAction? {
    switch recorded {
    case .action(let action): action
    case .line(let line): line.action(.patch)
    }
  }

  /// The action's line, if the action is parsed on demand.
  package var line: KeptAction? {
    if case .line(let line) = recorded { line } else { nil }
  }
}
