import Foundation

/// Actions that a middleware sees pass, rather than the reducer's surroundings; see
/// `Recorder.curriedMiddleware`.
extension LogWriting {
  /// Begins an action that is about to be passed on; its number, nil when it is not recorded.
  ///
  /// A line that is open belongs to an action with this one inside it, or to another thread's. Of
  /// the first it is known that it was reduced, if the state changed; of the second nothing is.
  func lookOn(_ action: Action, from state: State) -> Int? {
    let thread = ObjectIdentifier(Thread.current)
    let isOverlapping = openLine.map { $0.thread != thread } ?? false
    if openLine != nil { finish(state) { changed in changed && !isOverlapping } }
    guard begin(action, from: state, source: nil, isWatched: true) else { return nil }
    changeOpenLine { $0.thread = thread }
    if isOverlapping { contendOpenLine() }
    return openLine?.seq
  }

  /// Ends an action that was passed on, unless its line was ended by another one.
  func lookAway(from seq: Int, at state: State) {
    if let line = openLine, line.seq == seq {
      finish(state) { _ in !line.isContended }
    } else if openLine != nil {
      contendOpenLine()
    } else {
      noticeChange(
        to: state, type: "lateChange", because: "what action \(seq) did after one inside it",
        isExact: false)
    }
  }

  /// Notes that what changes from now on may be another action's work.
  private func contendOpenLine() { changeOpenLine { $0.isContended = true } }

  private func changeOpenLine(_ change: (inout OpenLine) -> Void) {
    guard case .reducing(var line) = phase else { return }
    change(&line)
    phase = .reducing(line)
  }
}
