import Dispatch
import RexLog

/// Writes the ending of an action's line on another thread.
///
///     dispatching thread   begin ─▶ reducer ─▶ hand over ─────────────▶ begin ─▶ reducer ─▶ …
///     worker                                      └─ compare, write ─┘
///
/// From the handover to the next `begin`, only the worker uses the session. The state is retained
/// until it is compared. If the next action starts after that, its reducer need not copy shared
/// storage.
final class BackgroundEnding<Action, State: Encodable>: Work, @unchecked Sendable {
  // Unchecked because only one thread uses it: the worker, or the dispatching thread that took it
  // back.
  private let session: RecordingSession<Action, State>
  private var state: State?
  private let error: String?

  init(of state: State, error: String?, in session: RecordingSession<Action, State>) {
    (self.state, self.error, self.session) = (state, error, session)
  }

  /// Ends the open line, and releases the state before the worker reports that it is done.
  func perform(isInBackground: Bool) {
    guard let state = state.take() else { return }
    session.step(isInBackground: isInBackground) { $0.finish(state, error: error) }
    if let reports = session.takeReports() {
      // Not on this thread, where the recorder ignores calls from the app.
      DispatchQueue.global().async { [configuration = session.configuration] in
        reports.report(to: configuration)
      }
    }
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
