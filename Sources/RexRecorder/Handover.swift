import Dispatch
import RexLog

/// The end of an action that another thread writes.
///
///     dispatching thread   begin ─▶ reducer ─▶ hand over ─────────────▶ begin ─▶ reducer ─▶ …
///     worker                                      └─ compare, write ─┘
///
/// The recording belongs to the worker between the two. The state is retained until it is compared:
/// where the next action comes later than that, its reducer copies nothing for the recorder.
final class Handover<Action, State: Encodable>: Work, @unchecked Sendable {
  // Unchecked because the dispatching thread makes it and lets go of it, the worker alone uses it.
  private let writing: LogWriting<Action, State>
  private var state: State?
  private let error: String?

  init(of state: State, error: String?, to writing: LogWriting<Action, State>) {
    (self.state, self.error, self.writing) = (state, error, writing)
  }

  /// Ends the open line, and lets go of the state before anybody is told that it is done.
  func perform(isAway: Bool) {
    guard let state = state.take() else { return }
    writing.step(isAway: isAway) { $0.finish(state, error: error) }
    if let reports = writing.takeReports() {
      // Not here: the app may ask the recorder, which would wait for this very work.
      DispatchQueue.global().async { [configuration = writing.configuration] in
        reports.tell(configuration)
      }
    }
  }
}

/// The bytes of a state itself, without what its pointers lead to.
///
/// They tell most states from another, at no cost. They do not prove two states equal: memory
/// behind a pointer may have changed, since nothing retains it.
struct StateBytes {
  private var bytes: [UInt8] = []

  mutating func take<State>(from state: State) {
    bytes.removeAll(keepingCapacity: true)
    withUnsafeBytes(of: state) { bytes.append(contentsOf: $0) }
  }

  mutating func forget() { bytes.removeAll(keepingCapacity: true) }

  func agree<State>(with state: State) -> Bool {
    !bytes.isEmpty && withUnsafeBytes(of: state) { $0.elementsEqual(bytes) }
  }
}
