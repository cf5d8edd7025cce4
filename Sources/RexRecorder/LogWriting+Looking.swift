import Foundation

/// Actions that a middleware sees pass, rather than the reducer's surroundings; see
/// `Recorder.curriedMiddleware`.
///
///     thread 1   on ─────── reduced ── away        between on and away an action may be reduced;
///     thread 2        on ── away ── on ── away     whatever overlaps in time is not exact
extension LogWriting {
  /// Begins an action that is about to be passed on.
  ///
  /// A line that is open belongs to an action with this one inside it, or to another thread's. Of
  /// the first it is known that it was reduced, if the state changed; of the second nothing is.
  func lookOn(_ action: Action, from state: State, cause: Int? = nil) -> Look {
    let thread = ObjectIdentifier(Thread.current)
    let isOverlapping = looks.values.contains { $0 != thread }
    if isLineOpen {
      let line = line
      finish(state) { changed in changed && !line.isContended && !isOverlapping }
    }
    lookCount += 1
    looks[lookCount] = thread
    let seq = begin(action, from: state, source: nil, cause: cause, isWatched: true)
    if seq != nil, isOverlapping { contendOpenLine() }
    return Look(number: lookCount, seq: seq)
  }

  /// Ends an action that was passed on, unless its line was ended by another one.
  func lookAway(from look: Look, at state: State?) {
    looks[look.number] = nil
    lookCount += 1
    guard let seq = look.seq, let state else { return contendOpenLine() }
    if isLineOpen, line.seq == seq {
      let isContended = line.isContended
      finish(state) { _ in !isContended }
    } else if isLineOpen {
      contendOpenLine()
    } else {
      noticeChange(
        to: state, type: "lateChange", because: "what action \(seq) did after one inside it",
        isExact: false)
    }
  }

  /// Notes that what changes from now on may be another action's work.
  private func contendOpenLine() {
    if isLineOpen { line.isContended = true }
  }
}

/// An action that was looked on and is being passed on.
struct Look {
  /// Tells it from others.
  var number: Int
  /// The number of its line; nil when it is not recorded.
  var seq: Int?
}
