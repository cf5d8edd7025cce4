import Dispatch
import RexFormat

/// Writes the ending of an action's line on another thread.
///
///     dispatching thread   begin ─▶ reducer ─▶ hand over ─────────────▶ begin ─▶ reducer ─▶ …
///     worker                                      └─ compare, write ─┘
///
/// From the handover to the next `begin`, only the worker uses the session. The state is retained
/// until it is compared. If the next action starts after that, its reducer need not copy shared
/// storage.
final class BackgroundEnding<Action, State>: Work, @unchecked Sendable {
  // Unchecked because only one thread uses it: the worker, or the dispatching thread that took it
  // back.
  private let session: RecordingSession<Action, State>
  private var state: State?
  private let error: String?

  init(of state: State, error: String?, in session: RecordingSession<Action, State>) {
    (self.state, self.error, self.session) = (state, error, session)
  }

  /// Ends the open line, and checks the encoder's document while the worker has time.
  ///
  /// The state is released before the worker reports that it is done.
  func perform(hasTime: (() -> Bool)?) {
    guard let state = state.take() else { return }
    session.step(isInBackground: hasTime != nil) { $0.finish(state, error: error) }
    if let hasTime {
      session.step(isInBackground: true) { $0.resumeChecks(of: state, while: hasTime) }
    }
    session.reportOnQueue()
  }
}

extension RecordingSession {
  /// Reports failures to the app, but not on this thread, where the recorder ignores its calls.
  fileprivate func reportOnQueue() {
    guard let reports = takeReports() else { return }
    DispatchQueue.global().async { [configuration] in reports.report(to: configuration) }
  }
}

/// Writes the initial state on another thread.
final class BackgroundStart<Action, State>: Work, @unchecked Sendable {
  // Unchecked for the same reason as `BackgroundEnding`.
  private let session: RecordingSession<Action, State>
  private var state: State?

  init(of state: State, in session: RecordingSession<Action, State>) {
    (self.state, self.session) = (state, session)
  }

  func perform(hasTime: (() -> Bool)?) {
    guard let state = state.take() else { return }
    session.step(isInBackground: hasTime != nil) { $0.start(from: state) }
    session.reportOnQueue()
  }
}

/// The bytes of a state's own memory, without the memory that its pointers refer to.
///
/// Comparing them is cheap, and detects most changes. Equal bytes do not prove that two states are
/// equal, since the memory that a pointer refers to may have changed.
struct StateBytes {
  private var bytes: [UInt8] = []

  mutating func copy<State>(_ state: State) {
    bytes.removeAll(keepingCapacity: true)
    withUnsafeBytes(of: state) { bytes.append(contentsOf: $0) }
  }

  mutating func forget() { bytes.removeAll(keepingCapacity: true) }

  func match<State>(_ state: State) -> Bool {
    !bytes.isEmpty && withUnsafeBytes(of: state) { $0.elementsEqual(bytes) }
  }
}
