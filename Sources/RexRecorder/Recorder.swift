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
/// app: when the log cannot be written, the reducer still runs and `failure` says why. It retries
/// with backoff. When it recovers, it writes a gap that counts the lost actions, then a keyframe.
///
///     record ──▶ action's bytes in the file ──▶ reducer ──▶ patch's bytes in the file
///
/// Thread-safe. Actions are recorded in the order in which they are reduced, one at a time. Each
/// store takes a recorder of its own: two stores on one look like a state that others change.
public final class Recorder<Action, State: Encodable>: EndingFlusher, @unchecked Sendable {
  // Unchecked because the session is touched only while `lock` is held. The lock is held while
  // the reducer runs, which is what gives all threads one order; it is recursive so that a reducer
  // that records again is seen (and passed over) rather than deadlocked.
  private let lock = NSRecursiveLock()
  private let session: RecordingSession<Action, State>
  private var isWriting = false
  /// Whether nothing is recorded, ever.
  let isDisabled: Bool
  /// Writes the endings of lines, if that is not done on the thread that dispatches.
  private let worker: Worker?
  /// Whether the session is the worker's, until it is waited for.
  private var isInBackground = false
  /// What handing the session over took, for the next step to count.
  private var handoverMs = 0.0
  /// The last state that was handed over.
  private var lastStateBytes = StateBytes()
  /// Whether a deferred ending will be written before long.
  private var isFlushScheduled = false
  /// How many calls hold the lock, one inside the other.
  private var depth = 0
  private let forkGuard = ForkGuard()
  /// Identifies this recording among others.
  let identity = RecordingIdentity()

  /// The ending of a line is deferred no longer than this.
  private static var deferralMsMax: Int { 50 }

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
    let file = try FileSink(creating: path)
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
    isDisabled = destination.isNowhere
    worker = diffing.isInBackground ? Worker() : nil
    session = try RecordingSession(
      to: destination, app: app,
      actions: ActionEncoder(registry: actions, configuration: configuration),
      configuration: configuration)
  }

  deinit {
    if !isInBackground, !forkGuard.isForkedChild { session.flushEnding() }
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
    let isKnown = lastStateBytes.match(state)
    let begun = writeLocked {
      $0.begin(action, from: state, isKnown: isKnown, source: source, cause: causeSeq)
    }
    guard let begun, let seq = begun else { return try reduce(&state, action, nil) }
    handled?.setSeq(seq, in: identity)
    let check = checkDeterminism(from: state) { _ = try? reduce(&$0, action, nil) }
    do {
      let result = try reduce(&state, action, seq)
      finish(state)
      report(check, against: state)
      return result
    } catch {
      finish(state, error: String(describing: error))
      report(check, against: state)
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

  /// Resumes with the next action; a gap says how many were not recorded, and a keyframe follows.
  public func resume() {
    write { $0.endPause() }
  }

  /// Writes the end of the log; actions after it are reduced but not recorded.
  ///
  /// Where the log is to survive a loss of power, this waits until it does.
  public func close(reason: String = "closed") {
    let flusher = write { session in
      session.close(reason: reason)
      return session.appender.flusher
    }
    do throws(LogError) {
      try flusher??.finish()
    } catch {
      write { $0.noteFlushFailure(error) }
    }
  }

  /// Writes the ending of the last action's line, where it is deferred.
  ///
  /// For an app that is about to be suspended, or to copy its log. Where the log is to survive a
  /// loss of power, this waits until it does.
  public func flush() {
    let flusher = write { session in
      session.flushEnding()
      return session.appender.flusher
    }
    // A failed flush is retried with backoff; if it keeps failing, the next action reports it.
    try? flusher??.finish()
  }

  /// The detail of the log, from the next action on.
  ///
  /// A keyframe comes before the first action that has a patch again.
  public var detail: RecorderDetail {
    get { session.detail.withLock { $0 } }
    set { session.detail.withLock { $0 = newValue } }
  }

  /// Why nothing is written now; nil while all is well, and again once the recorder recovers.
  public var failure: RecorderFailure? { read(\.failure) }

  /// What the recording has cost so far, and what it holds.
  public var statistics: RecorderStatistics { read(\.statistics) }

  /// Reduces once more to compare, where that is asked for; its time is not the reducer's.
  private func checkDeterminism(
    from state: State, reduce: (inout State) -> Void
  ) -> DeterminismCheck<State>? {
    guard session.configuration.onImpurity != nil, let action = session.openAction else {
      return nil
    }
    let check = DeterminismCheck(
      of: action, from: state, at: session.configuration.clock.date(), reduce: reduce)
    write { _ in }
    return check
  }

  private func report(_ check: DeterminismCheck<State>?, against state: State) {
    guard let impurity = check?.impurity(against: state) else { return }
    write { $0.mark("impure reducer", data: impurity) }
    session.configuration.onImpurity?(impurity)
  }

  /// Writes under the lock, and reports failures to the app when that is over.
  ///
  /// Code of the app that runs while a line is written (an `encode(to:)`, a clock) cannot write:
  /// its call does nothing, and gives nil.
  @discardableResult
  func write<Result>(_ body: (RecordingSession<Action, State>) -> Result) -> Result? {
    guard !isDisabled, !isLockedOut else { return nil }
    enter()
    defer { leave() }
    lastStateBytes.forget()
    return writeLocked(body)
  }

  /// Whether this is called from the work itself, or by a child of the process that records.
  private var isLockedOut: Bool { forkGuard.isForkedChild || worker?.isCurrent == true }

  private func enter() {
    lock.lock()
    depth += 1
  }

  /// Lets go of the lock, and then reports failures to the app.
  ///
  /// So the call may take as long as it likes, or wait for another thread that records.
  private func leave() {
    depth -= 1
    let reports = depth == 0 && !isInBackground && !isWriting ? session.takeReports() : nil
    lock.unlock()
    reports?.report(to: session.configuration)
  }

  @discardableResult
  private func writeLocked<Result>(
    _ body: (RecordingSession<Action, State>) -> Result
  ) -> Result? {
    guard !isWriting else { return nil }
    isWriting = true
    let waitedMs = waitForWorker()
    let result = session.step(waitedMs: waitedMs, body)
    isWriting = false
    return result
  }

  /// Ends the line of the action that was just reduced, or has the worker do so.
  private func finish(_ state: State, error: String? = nil) {
    guard let worker, session.opensPatch else {
      writeLocked { $0.finish(state, error: error) }
      return flushEndingLater()
    }
    session.step { $0.endReducer() }
    let startMs = session.elapsedMs
    lastStateBytes.copy(state)
    isInBackground = true
    worker.begin(BackgroundEnding(of: state, error: error, in: session))
    handoverMs += session.elapsedMs - startMs
  }

  /// Has a deferred ending written, should no action come.
  private func flushEndingLater() {
    guard !isFlushScheduled, session.appender.isEndingDeferred else { return }
    isFlushScheduled = true
    scheduleEndingFlush()
  }

  private func scheduleEndingFlush() {
    let schedule = session.configuration.flushSchedule ?? DispatchQueue.delayed
    let recorder: any EndingFlusher = self
    schedule(Self.deferralMsMax) { [weak recorder] in recorder?.flushDeferredEnding() }
  }

  func flushDeferredEnding() {
    guard !forkGuard.isForkedChild else { return }
    // A reducer that runs now may take long, and its action has written the ending already.
    guard lock.try() else { return scheduleEndingFlush() }
    defer { lock.unlock() }
    isFlushScheduled = false
    guard !isWriting, !isInBackground else { return }
    isWriting = true
    // The app gets the report with its next call, on its own thread and not under this lock's.
    session.step(isInBackground: true) { $0.flushEnding() }
    isWriting = false
  }

  /// Takes the session back from the worker; how long the dispatching thread had to do with it.
  private func waitForWorker() -> Double {
    guard isInBackground, let worker else { return 0 }
    defer { (isInBackground, handoverMs) = (false, 0) }
    if let work = worker.takeBack() {
      work.perform(isInBackground: false)
      return handoverMs
    }
    let startMs = session.elapsedMs
    return handoverMs + (worker.wait() ? session.elapsedMs - startMs : 0)
  }

  private func read<Value>(_ value: KeyPath<RecordingSession<Action, State>, Value>) -> Value {
    // What the worker calls may read the session while it is the worker's.
    if isLockedOut { return session[keyPath: value] }
    return lock.withLock {
      if !isWriting {
        isWriting = true
        handoverMs = waitForWorker()
        isWriting = false
      }
      return session[keyPath: value]
    }
  }
}

/// A recorder of any types.
protocol EndingFlusher: AnyObject, Sendable {
  /// Writes a deferred ending, from any thread.
  func flushDeferredEnding()
}

extension DispatchQueue {
  /// Runs a body so many milliseconds later.
  fileprivate static let delayed: FlushSchedule = { delayMs, body in
    global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(delayMs), execute: body)
  }
}
