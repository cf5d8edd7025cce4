import Foundation

/// Actions that a middleware sees pass, rather than the reducer's surroundings; see
/// `Recorder.curriedMiddleware`.
extension LogWriting {
  /// Begins an action that is about to be passed on; its number, nil when it is not recorded.
  ///
  /// A line that is open belongs to an action with this one inside it, or to another thread's. Of
  /// the first it is known that it was reduced, if the state changed; of the second nothing is.
  mutating func lookOn(_ action: Action, from state: State) -> Int? {
    let isOverlapping = openLine.map { $0.thread != ObjectIdentifier(Thread.current) } ?? false
    if openLine != nil { finish(state) { changed in changed && !isOverlapping } }
    guard begin(action, from: state, source: nil, isWatched: true) else { return nil }
    if isOverlapping { contendOpenLine() }
    return openLine?.seq
  }

  /// Ends an action that was passed on, unless its line was ended by another one.
  mutating func lookAway(from seq: Int, at state: State) {
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
  private mutating func contendOpenLine() {
    guard case .reducing(var line) = phase else { return }
    line.isContended = true
    phase = .reducing(line)
  }
}
