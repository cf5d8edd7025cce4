import RexDiff
import RexJSON
package import RexLog
import RexQuery
package import RexQuestions
import RexReplayer
package import RexTimeline

/// A debugging session: a position in a log, its branches and watches.
///
/// It knows no terminal, no style and no file: a face turns words, keys or messages into commands,
/// and replies into what it shows.
package struct DebugSession: Sendable {
  var timeline: Timeline
  /// The values to show at each stop.
  var watches: [Watch] = []
  var breakpoints: [Breakpoint] = []
  var breakpointCount = 0
  var places = DebugPlaces()
  package private(set) var seq: Int
  /// The number of the start.
  package let first: Int
  package private(set) var last: Int
  /// Whether a face stands at the action after the last state, which never finished.
  private(set) var isAtUnfinished = false
  let reducer: any DebugReducer
  /// The states of the log from which branches are made.
  private(set) var recordedStates: LogStates
  var branches = DebugBranches()
  private var branchName: String?

  /// A value that is shown at each stop.
  struct Watch: Sendable {
    var path: ValuePath
    /// The value at the last stop.
    var value: Presence<JSON>
  }

  /// A session at a log's start.
  package init(_ log: Log, reducer: any DebugReducer) throws {
    let states = LogStates(log, backfill: reducer.backfilled)
    var timeline = Timeline(states)
    guard let seqs = timeline.seqs else { throw timeline.noFramesError }
    _ = try timeline.state(at: seqs.lowerBound)
    (self.timeline, self.reducer, recordedStates) = (timeline, reducer, states)
    (seq, first, last) = (seqs.lowerBound, seqs.lowerBound, seqs.upperBound)
  }

  /// The log of the current branch.
  package var log: Log { states.log }

  /// The number after that of the last action, finished or not.
  var end: Int { last + (log.unfinished == nil ? 1 : 2) }

  /// The states of the current branch.
  package var states: LogStates { branch?.states ?? recordedStates }

  /// The states of a log, backfilled by the reducer where they are not recorded.
  func states(of log: Log) -> LogStates { LogStates(log, backfill: reducer.backfilled) }

  /// The log from which branches are made.
  package var recorded: Log { recordedStates.log }

  /// The current branch; nil for the recorded log.
  package var branch: DebugBranch? { branchName.flatMap { branches[$0] } }

  /// Whether this is the last action of the recorded log.
  package var isAtRecordedEnd: Bool { branchName == nil && seq == last }

  /// Continues with the same log after it has grown; branches stay as they are.
  package mutating func grow(to log: Log) {
    if !recordedStates.grow(to: log) {
      recordedStates = states(of: log)
      if branchName == nil { timeline = Timeline(recordedStates) }
    }
    guard branchName == nil else { return }
    timeline.update()
    last = log.lastSeq
  }

  /// Continues with the actions by which the log has grown in another copy of this session.
  package mutating func catchUp() {
    guard branchName == nil else { return }
    timeline.update()
    last = max(last, log.lastSeq)
  }

  /// Replies to a command; if it throws or misses, the session stays where it was.
  package mutating func reply(
    to command: DebugCommand, _ control: QuestionControl = QuestionControl()
  ) throws -> DebugReply {
    do {
      let place = place
      guard command.changesBranches else {
        let reply = try run(command, control)
        if !command.isReturn, self.place != place { places.leave(place) }
        return reply
      }
      var session = self
      let reply = try session.run(command, control)
      if !command.isReturn, session.place != place { session.places.leave(place) }
      self = session
      return reply
    } catch let miss as DebugMiss {
      return DebugReply(.none(miss))
    } catch let stopped as StoppedQuestion {
      return DebugReply(.none(.stopped(at: stopped.seq)))
    }
  }

  private mutating func run(
    _ command: DebugCommand, _ control: QuestionControl
  ) throws -> DebugReply {
    var reply = try content(of: command, control)
    reply.notes = command.warnings.map { .warning($0) } + reply.notes
    return reply
  }

  private mutating func content(
    of command: DebugCommand, _ control: QuestionControl
  ) throws -> DebugReply {
    switch command {
    case .step(let count): try move(by: min(max(count, 0), Self.countMax))
    case .stepBack(let count): try move(by: -min(max(count, 0), Self.countMax))
    case .goto(let target): try stop(at: try target.seq(in: log, from: seq), .goto)
    case .continue(let condition): try go(until: condition, isForward: true, control)
    case .reverseContinue(let condition): try go(until: condition, isForward: false, control)
    case .back: try goBack()
    case .forward: try goForward()
    case .setBreakpoint(let condition): setBreakpoint(on: condition)
    case .removeBreakpoint(let id): try removeBreakpoint(id)
    case .breakpoints: DebugReply(.breakpoints(breakpoints))
    case .evaluate(let path): try value(at: path)
    case .action: try action()
    case .difference(let from, let to): try difference(from: from, to: to)
    case .when(let condition): try when(condition, control)
    case .history(let path, let limit): try history(path, atMost: max(limit, 1), control)
    case .causes(let seq): try causes(of: seq, control)
    case .unusual: try unusual(control)
    case .marks: try marks(control)
    case .watch(let path): try watch(path)
    case .unwatch(let path): try unwatch(path)
    case .watches: DebugReply(.watches(WatchList(seq: seq, watches: watch(try stateIfKnown()))))
    case .edit(let edit): try change(edit, control)
    case .branches: listBranches()
    case .select(let branch): try selectBranch(branch)
    case .fork(let branch): try fork(branch)
    case .drop(let branch): try drop(branch)
    case .compare(let first, let second): try compare(first, second, control)
    }
  }

  /// More than any log has, and small enough that adding an action number cannot overflow.
  private static let countMax = Int.max / 2

  /// Moves by a number of actions, as far as possible.
  private mutating func move(by count: Int) throws -> DebugReply {
    let (here, target, step) = (seq, seq + count, count.signum())
    let nearest = try timeline.seq(nearest: target, step: step)
    guard nearest != here, nearest >= first else { throw count > 0 ? DebugMiss.atLast : .atStart }
    return try stop(at: nearest, .step)
  }

  /// Goes to an action.
  mutating func stop(at target: Int, _ reason: DebugStop.Reason) throws -> DebugReply {
    DebugReply(.stopped(try goto(target, reason)))
  }

  /// Goes to an action, also if the state after it is unknown.
  mutating func goto(_ target: Int, _ reason: DebugStop.Reason) throws -> DebugStop {
    var (frame, problem) = (Frame?.none, LogError?.none)
    do throws(LogError) {
      frame = try timeline.checkedFrame(at: target)
    } catch {
      guard error.isUnknownState, (first...last).contains(target) else { throw error }
      problem = error
    }
    (seq, isAtUnfinished) = (target, false)
    // What is damaged cannot be shown.
    let action = frame == nil ? try? log.action(target, .patch) : frame?.outline
    return DebugStop(
      reason: reason, seq: target, action: action,
      patch: action.map { $0.result?.patch } ?? (problem == nil ? JSONPatch() : nil),
      problem: problem,
      originSeq: action.flatMap { $0.seq >= branch?.firstSeq ?? .max ? $0.originSeq : nil },
      watches: watch(frame?.state))
  }

  /// Goes to an action without reading its state, which may be unknown.
  package mutating func stand(at target: Int) {
    seq = min(max(target, first), last)
    isAtUnfinished = target > last && log.unfinished != nil
  }

  /// Returns the current state.
  mutating func state() throws -> JSON { try timeline.state(at: seq) }

  /// Returns the current state; nil if it is unknown.
  mutating func stateIfKnown() throws -> JSON? { try timeline.stateIfKnown(at: seq) }

  /// Where the session is.
  var place: DebugPlaces.Place { DebugPlaces.Place(branch: branchName, seq: seq) }

  /// Goes to a place, at its last action if it has fewer by now.
  mutating func goto(_ place: DebugPlaces.Place) throws -> DebugReply {
    if place.branch != branchName { try select(place.branch, at: 0) }
    return try stop(at: min(place.seq, last), .goto)
  }

  /// Selects a branch, at a recorded action or, if the branch lacks it, at the last one before it.
  mutating func select(_ name: String?, at recordedSeq: Int) throws {
    branchName = name
    (timeline, last) = (Timeline(states), log.lastSeq)
    seq = min(try seq(ofRecorded: recordedSeq), last)
  }
}
