import Foundation
public import RexActions
import RexDiff
public import RexFormat
import RexLocking

/// Records every action and its change of the state in a log, as one JSON object per line.
///
/// It wraps the reducer, since the order of actions and the states are exact there:
///
///     recorder.record(action, into: &state) { state, action in reduce(&state, action) }
///
/// `middleware` and `recording(_:)` use this method. The recorder never throws into the app: if the
/// log cannot be written, the reducer still runs, and `failure` has the reason. It retries with
/// backoff. When it recovers, it writes a gap that counts the lost actions, then a keyframe.
///
///     record ──▶ action's bytes in the file ──▶ reducer ──▶ patch's bytes in the file
///
/// It is thread-safe. Actions are recorded in the order in which they are reduced, one at a time.
/// If the reducers of two recorders record into each other on two threads, so that each would wait
/// for the other, one action is reduced without being recorded, and `onFailure` is called.
/// It takes any types. What is `Encodable` is encoded by its `encode(to:)`, anything else by
/// reflection (`RecorderConfiguration.reflection`), which is enough to look at a log. Actions that
/// are replayed have to be `Codable`.
///
/// Each store needs its own recorder: if two stores share one, each seems to have a state that
/// changes outside of its actions.
public final class Recorder<Action, State>: EndingFlusher, @unchecked Sendable {
  // Unchecked because the session is accessed only while `lock` is held. The lock is held while the
  // reducer runs, so that all threads share one order. It is recursive, so that a reducer that
  // records an action is detected (and skipped) instead of deadlocking.
  private let lock = RecorderLock()
  private let session: RecordingSession<Action, State>
  private var isWriting = false
  /// Whether the recorder never records anything.
  let isDisabled: Bool
  /// Writes the endings of lines in the background; nil if the dispatching thread does.
  private let worker: Worker?
  /// Whether the worker owns the session, until `waitForWorker` returns.
  private var isInBackground = false
  /// The milliseconds spent on passing the session to the worker, counted by the next step.
  private var handoverMs = 0.0
  /// The bytes of the last state that was passed to the worker.
  private var lastStateBytes = StateBytes()
  /// Whether writing a deferred ending is scheduled.
  private var isFlushScheduled = false
  private let forkGuard = ForkGuard()
  /// Identifies this recording.
  let identity = RecordingIdentity()

  /// The longest time for which the ending of a line is deferred.
  private static var deferralMsMax: Int { 50 }

  /// Starts a recording into a new file, which is created for its owner only.
  ///
  /// The session line is written at once, the initial state before the first action or with
  /// `start(from:)`. Throws if anything exists at the path, or if the file cannot be written.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - app: The app's name.
  ///   - actions: The concrete types of an action type that is a protocol. Without it, actions that
  ///     are not `Encodable` are recorded as opaque, with their exact patch.
  ///   - diffing: The thread on which states are diffed.
  ///   - configuration: The recorder's configuration.
  public convenience init(
    path: String, app: String, actions: ActionRegistry<Action>? = nil,
    diffing: StateDiffing<State> = .inline, configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      path: path, app: app, actions: actions, encoding: nil, diffing: diffing,
      configuration: configuration)
  }

  /// Starts a recording into any sink; the other parameters are those of a recording into a file.
  public convenience init(
    sink: any LogSink, app: String, actions: ActionRegistry<Action>? = nil,
    diffing: StateDiffing<State> = .inline, configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      to: .sink(sink), app: app, actions: actions, encoding: nil, diffing: diffing,
      configuration: configuration)
  }

  /// A recorder that records nothing, without a file or a thread, for builds that must not record.
  ///
  ///     #if BETA
  ///       let recorder = try Recorder<Action, State>(path: path, app: "Chat")
  ///     #else
  ///       let recorder = Recorder<Action, State>.disabled
  ///     #endif
  ///
  /// `record` only calls the reducer; `export` throws.
  public static var disabled: Recorder {
    do throws(LogError) {
      return try Recorder(
        to: .nowhere, app: "", actions: nil, encoding: nil, diffing: .inline,
        configuration: .init())
    } catch {
      preconditionFailure("nothing is opened, so nothing can fail: \(error)")
    }
  }

  /// Starts a recording.
  ///
  /// - Parameter states: The states' own encoding; nil to reflect them.
  init(
    to destination: LogDestination, app: String, actions: ActionRegistry<Action>?,
    encoding states: StateCoding<State>?, diffing: StateDiffing<State>,
    configuration: RecorderConfiguration
  ) throws(LogError) {
    isDisabled = destination.isNowhere
    let reflection = Reflection(of: configuration, isNowhere: isDisabled)
    let states = reflection.coding(of: states)
    worker = diffing.isInBackground && states.isThreadSafe ? Worker() : nil
    session = try RecordingSession(
      to: destination, app: app, registry: actions, states: states, reflection: reflection,
      isDiffedInBackground: worker != nil, configuration: configuration)
  }

  deinit {
    if !isInBackground, !forkGuard.isForkedChild { session.flushEnding() }
  }

  /// Records an action, and returns the reducer's result.
  ///
  /// - Parameters:
  ///   - isHandled: Whether the current cause is known to be this action itself.
  ///   - reduce: The reducer, which receives the action's number in the log; nil if it is not
  ///     recorded.
  func record<Result>(
    _ action: Action, into state: inout State, source: ActionSource?, isHandled: Bool = false,
    reduce: (inout State, Action, Int?) throws -> Result
  ) rethrows -> Result {
    guard !isDisabled, !isLockedOut else { return try reduce(&state, action, nil) }
    let (handled, causeSeq) = causes(isHandled: isHandled)
    guard enter() else { return try reduce(&state, action, nil) }
    defer { leave() }
    let isUnchanged = lastStateBytes.match(state)
    let begun = writeLocked {
      $0.begin(action, from: state, isUnchanged: isUnchanged, source: source, cause: causeSeq)
    }
    guard let begun, let seq = begun else { return try reduce(&state, action, nil) }
    handled?.setSeq(seq, in: identity)
    let check = session.configuration.onImpurity == nil ? nil : PurityCheck(from: state)
    do {
      let result = try InputTape.with(self) { try reduce(&state, action, seq) }
      finish(state, check) { _ = try? reduce(&$0, action, nil) }
      return result
    } catch {
      finish(state, error: String(describing: error), check) { _ = try? reduce(&$0, action, nil) }
      throw error
    }
  }

  /// Writes the initial state now, rather than before the first action.
  ///
  /// If states are diffed in the background, it is written there; the first action waits for it.
  public func start(from state: State) {
    guard let worker else {
      write { $0.start(from: state) }
      return
    }
    guard !isDisabled, !isLockedOut, enter() else { return }
    defer { leave() }
    guard writeLocked(\.isUnstarted) == true else { return }
    isInBackground = true
    worker.begin(BackgroundStart(of: state, in: session))
  }

  /// Records that the state was set from outside, as an opaque action `replaceState`.
  public func recordReplacement(by state: State, source: ActionSource? = nil) {
    write { $0.noticeReplacement(by: state, source: source) }
  }

  /// Writes a mark, which names the current position in the log.
  public func mark(_ label: String) {
    write { $0.mark(label, data: nil) }
  }

  /// Writes a mark with data, which names the current position in the log.
  public func mark(_ label: String, data: some Encodable) {
    write { $0.mark(label, data: data) }
  }

  /// Pauses the recording until `resume()`; actions are still reduced and counted.
  ///
  /// A pause in a reducer begins after its action.
  public func pause() {
    write { $0.pause() }
  }

  /// Resumes with the next action, after a gap and a keyframe if actions were not recorded.
  public func resume() {
    write { $0.endPause() }
  }

  /// Writes the end of the log; later actions are reduced but not recorded.
  ///
  /// If the log has to survive a loss of power, this waits until it is flushed to the disk.
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

  /// Writes the ending of the last action's line if it is deferred.
  ///
  /// Use it before the app is suspended, or before you copy the log. If the log has to survive a
  /// loss of power, this waits until it is flushed to the disk.
  public func flush() {
    let flusher = write { session in
      session.flushEnding()
      return session.appender.flusher
    }
    // A failed flush is retried with backoff; if it keeps failing, the next action reports it.
    try? flusher??.finish()
  }

  /// The recording's identifier, as in the log's session line; nil if the recorder is disabled.
  ///
  /// Add it to your crash reports, so that each names its log.
  public var sessionID: String? { isDisabled ? nil : session.id }

  /// Whether the recording is paused, or will be after the action whose reducer is running.
  public var isPaused: Bool { read(\.isPaused) }

  /// The last actions, oldest first: at most 100, including one whose reducer is running.
  ///
  /// For a crash report that cannot have the log. Actions that could not be recorded are left out.
  public func lastActions(_ count: Int = 20) -> [RecordedAction] {
    let countMax = RecordingSession<Action, State>.recentActionsMax
    return read(\.recentActions).suffix(min(max(0, count), countMax))
  }

  /// The level of detail, which applies from the next action on.
  ///
  /// When it changes back to `.changes`, a keyframe is written before the next action.
  public var detail: RecorderDetail {
    get { session.detail.withLock { $0 } }
    set { session.detail.withLock { $0 = newValue } }
  }

  /// Whether nothing more is recorded.
  var isClosed: Bool { read(\.isClosed) }

  /// The reason why nothing is written now; nil if writing works, and after the recorder recovers.
  ///
  /// After `close`, the reason why the last actions before it were lost, if they were.
  public var failure: RecorderFailure? { read(\.failure) }

  /// The cost and the contents of the recording so far.
  public var statistics: RecorderStatistics { read(\.statistics) }

  /// Calls a closure under the lock, and reports failures to the app afterwards.
  ///
  /// Code of the app that runs while a line is written (an `encode(to:)`, a clock) cannot write:
  /// its call does nothing and returns nil.
  @discardableResult
  func write<Result>(_ body: (RecordingSession<Action, State>) -> Result) -> Result? {
    guard !isDisabled, !isLockedOut, enter() else { return nil }
    defer { leave() }
    lastStateBytes.forget()
    return writeLocked(body)
  }

  /// Whether the caller is the worker, or a forked child of the recording process.
  private var isLockedOut: Bool { forkGuard.isForkedChild || worker?.isCurrent == true }

  /// Takes the lock; returns false, and tells the app, if that would never end.
  private func enter() -> Bool {
    if lock.acquire() { return true }
    let error = LogError(.system(operation: "wait for another recorder", code: EDEADLK), log: "-")
    session.configuration.onFailure?(.log(error))
    return false
  }

  /// Releases the lock, and then reports failures to the app.
  ///
  /// The app's closure may therefore take long, or wait for another recording thread.
  private func leave() {
    let isOutermost = lock.depth == 1
    let reports = isOutermost && !isInBackground && !isWriting ? session.takeReports() : nil
    lock.release()
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

  /// Ends the line of the action that was just reduced.
  ///
  /// If its purity is checked, it is reduced again first; the reducers' time excludes this.
  private func finish(
    _ state: State, error: String? = nil, _ check: PurityCheck<State>?,
    reduce: (inout State) -> Void
  ) {
    guard let check, let action = session.openAction else { return finish(state, error: error) }
    write { $0.endReducer() }
    check.reduceAgain(action, at: session.configuration.clock.date(), reduce: reduce)
    finish(state, error: error)
    write { $0.mark(check, of: action, against: state) }
  }

  /// Ends the line of the action that was just reduced, or lets the worker end it.
  private func finish(_ state: State, error: String? = nil) {
    guard let worker, session.openActionHasPatch else {
      writeLocked { $0.finish(state, error: error) }
      return flushEndingLater()
    }
    session.step { $0.endReducer() }
    let startMs = session.elapsedMs
    if session.configuration.comparesMemory { lastStateBytes.copy(state) }
    isInBackground = true
    worker.begin(BackgroundEnding(of: state, error: error, in: session))
    handoverMs += session.elapsedMs - startMs
  }

  /// Schedules writing a deferred ending, in case no further action follows.
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
    // Does not wait for a reducer, which may run long: the ending is written before its action.
    guard lock.tryAcquire() else { return scheduleEndingFlush() }
    defer { lock.release() }
    isFlushScheduled = false
    guard !isWriting, !isInBackground else { return }
    isWriting = true
    // The app receives the report with its next call, on its own thread and without this lock.
    session.step(isInBackground: true) { $0.flushEnding() }
    isWriting = false
  }

  /// Takes the session back from the worker; returns the dispatching thread's cost in milliseconds.
  private func waitForWorker() -> Double {
    guard isInBackground, let worker else { return 0 }
    defer { (isInBackground, handoverMs) = (false, 0) }
    if let work = worker.takeBack() {
      work.perform(hasTime: nil)
      return handoverMs
    }
    let startMs = session.elapsedMs
    return handoverMs + (worker.wait() ? session.elapsedMs - startMs : 0)
  }

  private func read<Value>(_ value: KeyPath<RecordingSession<Action, State>, Value>) -> Value {
    // Code that the worker calls may read the session that the worker owns.
    if isLockedOut { return session[keyPath: value] }
    lock.wait()
    defer { lock.release() }
    if !isWriting {
      isWriting = true
      handoverMs = waitForWorker()
      isWriting = false
    }
    return session[keyPath: value]
  }
}
