import Dispatch
import Foundation
public import RexActions
import RexLocking
public import RexLog

/// Writes every action and what it did to the state, as one JSON object a line.
///
/// The one seam is around the reducer, where the order of actions and the states are exact:
///
///     recorder.record(action, into: &state) { state, action in reduce(&state, action) }
///
/// Everything else (`middleware`, `recording(_:)`) leads there. The recorder never throws into the
/// app: when the log cannot be written, the reducer still runs and `failure` tells why. It retries
/// with backoff. When it recovers, it writes a gap that counts the lost actions, then a keyframe.
///
///     record ──▶ action's bytes in the file ──▶ reducer ──▶ patch's bytes in the file
///
/// Thread-safe. Actions are recorded in the order in which they are reduced, one at a time. Each
/// store takes a recorder of its own: two stores on one look like a state that others change.
public final class Recorder<Action, State: Encodable>: LineHolder, @unchecked Sendable {
  // Unchecked because the recording is touched only while `lock` is held. The lock is held while
  // the reducer runs, which is what gives all threads one order; it is recursive so that a reducer
  // that records again is seen (and passed over) rather than deadlocked.
  private let lock = NSRecursiveLock()
  private let writing: LogWriting<Action, State>
  private var isWriting = false
  /// Whether nothing is recorded, ever.
  let isDisabled: Bool
  /// Where the ends of lines are written, if not on the thread that dispatches.
  private let worker: Worker?
  /// Whether the recording is the worker's, until it is waited for.
  private var isAway = false
  /// What handing over took, for the next step to count.
  private var handoverMs = 0.0
  /// The last state that was handed over.
  private var handedOver = StateBytes()
  private let chosenDetail: Locked<RecorderDetail>
  /// Whether the end of a line that waits will be written before long.
  private var isReleaseScheduled = false
  /// How many calls hold the lock, one inside the other.
  private var depth = 0
  private let process = ProcessMark()
  /// Stands for this recording where actions are told from those of others.
  let identity = RecordingIdentity()

  /// The end of a line waits for the next action no longer than this.
  private static var heldMsMax: Int { 50 }

  /// Starts a recording of the app of this name into a new file, made for its owner alone.
  ///
  /// The session line is written at once; the start state before the first action or by
  /// `start(from:)`. Throws when anything stands at the path or the file cannot be written.
  ///
  /// - Parameter actions: the types behind an action that is a protocol; without it, actions that
  ///   are not `Encodable` are recorded as opaque, with their exact patch.
  public convenience init(
    path: String, app: String, actions: ActionRegistry<Action>? = nil,
    diffing: StateDiffing<State> = .inline, configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    let file = try LogFile(creating: path)
    do throws(LogError) {
      try self.init(
        sink: file, app: app, actions: actions, diffing: diffing, configuration: configuration)
    } catch {
      file.remove()
      throw error
    }
  }

  /// Starts a recording of the app of this name into any sink.
  public convenience init(
    sink: any LogSink, app: String, actions: ActionRegistry<Action>? = nil,
    diffing: StateDiffing<State> = .inline, configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      to: .sink(sink), app: app, actions: actions, diffing: diffing, configuration: configuration)
  }

  /// A recorder that records nothing, for builds that are to have none: no file, no thread.
  ///
  ///     #if BETA
  ///       let recorder = try Recorder<Action, State>(path: path, app: "Chat")
  ///     #else
  ///       let recorder = Recorder<Action, State>.disabled
  ///     #endif
  ///
  /// `record` calls the reducer and does nothing else; `export` throws.
  public static var disabled: Recorder {
    do throws(LogError) {
      return try Recorder(
        to: .nowhere, app: "", actions: nil, diffing: .inline, configuration: .init())
    } catch {
      preconditionFailure("nothing is opened, so nothing can fail: \(error)")
    }
  }

  init(
    to destination: LogDestination, app: String, actions: ActionRegistry<Action>?,
    diffing: StateDiffing<State>, configuration: RecorderConfiguration
  ) throws(LogError) {
    let configuration = configuration.preparingRedaction()
    chosenDetail = Locked(configuration.detail)
    isDisabled = destination.isNowhere
    worker = diffing.isInBackground ? Worker() : nil
    writing = try LogWriting(
      to: destination, app: app,
      actions: ActionEncoder(registry: actions, configuration: configuration),
      configuration: configuration)
  }

  deinit {
    if !isAway, !process.isForkedChild { writing.release() }
  }

  /// Records an action, and returns what its reducer does.
  ///
  /// - Parameters:
  ///   - isHandled: whether the current cause stands for this action; else that is looked up.
  ///   - reduce: is given the action's number in the log; nil when it is not recorded.
  func record<Result>(
    _ action: Action, into state: inout State, source: ActionSource?, isHandled: Bool = false,
    reduce: (inout State, Action, Int?) throws -> Result
  ) rethrows -> Result {
    guard !isDisabled, !isLockedOut else { return try reduce(&state, action, nil) }
    let (handled, causeSeq) = causes(isHandled: isHandled)
    enter()
    defer { leave() }
    let isKnown = handedOver.agree(with: state)
    let begun = writeLocked {
      $0.begin(action, from: state, isKnown: isKnown, source: source, cause: causeSeq)
    }
    guard let begun, let seq = begun else { return try reduce(&state, action, nil) }
    handled?.setSeq(seq, in: identity)
    let trial = tryPurity(from: state) { _ = try? reduce(&$0, action, nil) }
    do {
      let result = try reduce(&state, action, seq)
      finish(state)
      report(trial, against: state)
      return result
    } catch {
      finish(state, error: String(describing: error))
      report(trial, against: state)
      throw error
    }
  }

  /// Writes the start state now, rather than before the first action.
  public func start(from state: State) {
    write { $0.start(from: state) }
  }

  /// Records that the state was set from outside: an opaque entry, `replaceState`, with its patch.
  public func recordReplacement(by state: State, source: ActionSource? = nil) {
    write { $0.noticeReplacement(by: state, source: source) }
  }

  /// Names this place in the log.
  public func mark(_ label: String) {
    write { $0.mark(label, data: nil) }
  }

  /// Names this place in the log and attaches data to it.
  public func mark(_ label: String, data: some Encodable) {
    write { $0.mark(label, data: data) }
  }

  /// Writes nothing until `resume()`: actions are reduced and counted.
  public func pause() {
    write { $0.pause() }
  }

  /// Goes on with the next action; a gap says how many were not recorded, and a keyframe follows.
  public func resume() {
    write { $0.endPause() }
  }

  /// Writes the end of the log; actions after it are reduced but not recorded.
  ///
  /// Where the log is to survive a loss of power, this waits until it does.
  public func close(reason: String = "closed") {
    let flusher = write { writing in
      writing.close(reason: reason)
      return writing.output.flusher
    }
    do throws(LogError) {
      try flusher??.finish()
    } catch {
      write { $0.fail(.log(error)) }
    }
  }

  /// Writes the end of the last action's line, where it still waits for the next action.
  ///
  /// For an app that is about to be suspended, or to copy its log. Where the log is to survive a
  /// loss of power, this waits until it does.
  public func flush() {
    let flusher = write { writing in
      writing.release()
      return writing.output.flusher
    }
    // A failed flush is retried with backoff; if it keeps failing, the next action reports it.
    try? flusher??.finish()
  }

  /// How much the log tells of each action, from the next one on.
  ///
  /// A keyframe comes before the first action whose change is told again.
  public var detail: RecorderDetail {
    get { chosenDetail.withLock { $0 } }
    set { chosenDetail.withLock { $0 = newValue } }
  }

  /// Why nothing is written now; nil while all is well, and again when the recorder goes on.
  public var failure: RecorderFailure? { look(at: \.failure) }

  /// What the recording has cost so far, and what it holds.
  public var statistics: RecorderStatistics { look(at: \.statistics) }

  /// Reduces once on trial, where that is asked for; its time is not the reducer's.
  private func tryPurity(from state: State, reduce: (inout State) -> Void) -> PurityTrial<State>? {
    guard writing.configuration.onImpurity != nil, let line = writing.openLine else { return nil }
    let trial = PurityTrial(
      of: line, from: state, at: writing.configuration.clock.date(), reduce: reduce)
    write { _ in }
    return trial
  }

  private func report(_ trial: PurityTrial<State>?, against state: State) {
    guard let impurity = trial?.impurity(against: state) else { return }
    write { $0.mark("impure reducer", data: impurity) }
    writing.configuration.onImpurity?(impurity)
  }

  /// Writes under the lock, and tells the app of trouble when that is over.
  ///
  /// Code of the app that runs while a line is written (an `encode(to:)`, a clock) cannot write:
  /// its call does nothing, and gives nil.
  @discardableResult
  func write<Result>(_ body: (LogWriting<Action, State>) -> Result) -> Result? {
    guard !isDisabled, !isLockedOut else { return nil }
    enter()
    defer { leave() }
    handedOver.forget()
    return writeLocked(body)
  }

  /// Whether this is called from the work itself, or by a child of the process that records.
  private var isLockedOut: Bool { process.isForkedChild || worker?.isCurrent == true }

  private func enter() {
    lock.lock()
    depth += 1
  }

  /// Lets go of the lock, and then tells the app of trouble.
  ///
  /// So the call may take as long as it likes, or wait for another thread that records.
  private func leave() {
    depth -= 1
    let reports = depth == 0 && !isAway && !isWriting ? writing.takeReports() : nil
    lock.unlock()
    reports?.tell(writing.configuration)
  }

  @discardableResult
  private func writeLocked<Result>(
    _ body: (LogWriting<Action, State>) -> Result
  ) -> Result? {
    guard !isWriting else { return nil }
    isWriting = true
    let waitedMs = waitForWorker()
    writing.detail = detail
    let result = writing.step(waitedMs: waitedMs, body)
    isWriting = false
    return result
  }

  /// Ends the line of the action that was just reduced, or has the worker do so.
  private func finish(_ state: State, error: String? = nil) {
    guard let worker, writing.states != nil else {
      writeLocked { $0.finish(state, error: error) }
      return releaseLater()
    }
    writing.step { $0.endReducer() }
    let startMs = writing.elapsedMs
    handedOver.take(from: state)
    isAway = true
    worker.begin(Handover(of: state, error: error, to: writing))
    handoverMs += writing.elapsedMs - startMs
  }

  /// Has the end of a line that waits for the next action written, should none come.
  private func releaseLater() {
    guard !isReleaseScheduled, writing.output.isHolding else { return }
    isReleaseScheduled = true
    scheduleRelease()
  }

  private func scheduleRelease() {
    let schedule = writing.configuration.flushSchedule ?? DispatchQueue.releases
    let recorder: any LineHolder = self
    schedule(Self.heldMsMax) { [weak recorder] in recorder?.releaseLine() }
  }

  func releaseLine() {
    guard !process.isForkedChild else { return }
    // A reducer that runs now may take long, and its action has put the end out already.
    guard lock.try() else { return scheduleRelease() }
    defer { lock.unlock() }
    isReleaseScheduled = false
    guard !isWriting, !isAway else { return }
    isWriting = true
    // Of trouble the app is told with its next call, on its own thread and not under this lock's.
    writing.step(isAway: true) { $0.release() }
    isWriting = false
  }

  /// Takes the recording back from the worker; how long the dispatching thread had to do with it.
  private func waitForWorker() -> Double {
    guard isAway, let worker else { return 0 }
    defer { (isAway, handoverMs) = (false, 0) }
    if let work = worker.takeBack() {
      work.perform(isAway: false)
      return handoverMs
    }
    let startMs = writing.elapsedMs
    return handoverMs + (worker.wait() ? writing.elapsedMs - startMs : 0)
  }

  private func look<Value>(at value: KeyPath<LogWriting<Action, State>, Value>) -> Value {
    // What the worker calls is asked of the recording while it is the worker's.
    if isLockedOut { return writing[keyPath: value] }
    return lock.withLock {
      if !isWriting {
        isWriting = true
        handoverMs = waitForWorker()
        isWriting = false
      }
      return writing[keyPath: value]
    }
  }
}

/// A recorder of any types.
protocol LineHolder: AnyObject, Sendable {
  /// Puts out the end of a line that waits, from any thread.
  func releaseLine()
}

extension DispatchQueue {
  /// Runs a body so many milliseconds later.
  fileprivate static let releases: FlushSchedule = { delayMs, body in
    global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(delayMs), execute: body)
  }
}
