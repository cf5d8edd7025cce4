import Foundation

/// Actions that a middleware sees pass, rather than the reducer's surroundings; see
/// `Recorder.curriedMiddleware`.
///
///     thread 1   will ─────── reduced ── did     between will and did an action may be reduced;
///     thread 2        will ── did ── will ─ did  whatever overlaps in time is not exact
extension RecordingSession {
  /// Begins an action that is about to be passed on.
  ///
  /// A line that is open belongs to an action with this one inside it, or to another thread's. Of
  /// the first it is known that it was reduced, if the state changed; of the second nothing is.
  func actionWillPass(_ action: Action, from state: State, cause: Int? = nil) -> PassingAction {
    let thread = ObjectIdentifier(Thread.current)
    let isOverlapping = passing.isAnyOnThread(otherThan: thread)
    if let outer = openAction {
      finish(state) { changed in changed && !outer.isContended && !isOverlapping }
    }
    let number = passing.begin(on: thread)
    let seq = begin(action, from: state, source: nil, cause: cause, isWatched: true)
    if seq != nil, isOverlapping { openAction?.isContended = true }
    return PassingAction(number: number, seq: seq)
  }

  /// Ends an action that was passed on, unless its line was ended by another one.
  func actionDidPass(_ action: PassingAction, at state: State?) {
    passing.end(action.number)
    guard let seq = action.seq, let state else {
      openAction?.isContended = true
      return
    }
    guard let openAction else {
      return noticeChange(
        to: state, type: "lateChange", because: "what action \(seq) did after one inside it",
        isExact: false)
    }
    if openAction.seq == seq {
      finish(state) { _ in !openAction.isContended }
    } else {
      // What changes from now on may be another action's work.
      openAction.isContended = true
    }
  }
}

/// An action that was seen and is being passed on.
struct PassingAction {
  /// Identifies it among others.
  var number: Int
  /// The number of its line; nil when it is not recorded.
  var seq: Int?
}

/// The actions that are being passed on, and the thread of each.
struct PassingActions {
  private var threads: [Int: ObjectIdentifier] = [:]
  /// Grows whenever an action begins to be passed on, or ends.
  private(set) var changeCount = 0

  mutating func begin(on thread: ObjectIdentifier) -> Int {
    changeCount += 1
    threads[changeCount] = thread
    return changeCount
  }

  mutating func end(_ number: Int) {
    threads[number] = nil
    changeCount += 1
  }

  func isAnyOnThread(otherThan thread: ObjectIdentifier) -> Bool {
    threads.values.contains { $0 != thread }
  }
}
