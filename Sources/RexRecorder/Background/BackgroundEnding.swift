import Dispatch
import RexLog

/// The ending of an action's line that another thread writes.
///
///     dispatching thread   begin ─▶ reducer ─▶ hand over ─────────────▶ begin ─▶ reducer ─▶ …
///     worker                                      └─ compare, write ─┘
///
/// The session belongs to the worker between the two. The state is retained until it is compared:
/// where the next action comes later than that, its reducer copies nothing for the recorder.
final class BackgroundEnding<Action, State: Encodable>: Work, @unchecked Sendable {
  // Unchecked because the dispatching thread makes it and lets go of it, the worker alone uses it.
  private let session: RecordingSession<Action, State>
  private var state: State?
  private let error: String?

  init(of state: State, error: String?, in session: RecordingSession<Action, State>) {
    (self.state, self.error, self.session) = (state, error, session)
  }

  /// Ends the open line, and lets go of the state before the worker says that it is done.
  func perform(isInBackground: Bool) {
    guard let state = state.take() else { return }
    session.step(isInBackground: isInBackground) { $0.finish(state, error: error) }
    if let reports = session.takeReports() {
      // Not here: the app may ask the recorder, which would wait for this very work.
      DispatchQueue.global().async { [configuration = session.configuration] in
        reports.report(to: configuration)
      }
    }
  }
}

/// The bytes of a state itself, without what its pointers lead to.
///
/// They differ for most states that differ, at no cost. They do not prove two states equal: memory
/// behind a pointer may have changed, since nothing retains it.
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
