import Foundation

/// Actions seen by a middleware, rather than around the reducer; see `Recorder.curriedMiddleware`.
///
///     thread 1   will ─────── reduced ── did     between will and did an action may be reduced;
///     thread 2        will ── did ── will ─ did  actions that overlap are not exact
extension RecordingSession {
  /// Begins an action that is about to be passed to the next middleware.
  ///
  /// If another action's line is open, that action either contains this one or belongs to another
  /// thread. In the first case, a changed state shows that the outer action was reduced; in the
  /// second case, nothing is known.
  func actionWillPass(_ action: Action, from state: State, cause: Int? = nil) -> PassingAction {
    let thread = ObjectIdentifier(Thread.current)
    let isOverlapping = passing.isAnyOnThread(otherThan: thread)
    if let outer = openAction {
      finish(state) { changed in changed && !outer.isContended && !isOverlapping }
    }
    let number = passing.begin(on: thread)
    let seq = begin(action, from: state, source: nil, cause: cause, needsPatch: true)
    if seq != nil, isOverlapping { openAction?.isContended = true }
    return PassingAction(number: number, seq: seq)
  }

  /// Ends an action after it was passed on, unless another action has ended its line.
  func actionDidPass(_ action: PassingAction, at state: State?) {
    passing.end(action.number)
    guard let seq = action.seq, let state else {
      openAction?.isContended = true
      return
    }
    guard let openAction else {
      return noticeChange(
        to: state, type: "lateChange", because: "changes of action \(seq) after a nested action",
        isExact: false)
    }
    if openAction.seq == seq {
      finish(state) { _ in !openAction.isContended }
    } else {
      // Later changes may belong to another action.
      openAction.isContended = true
    }
  }
}

/// An action that is being passed on.
struct PassingAction {
  /// Identifies the action among those that are being passed on.
  var number: Int
  /// The number in the log; nil if the action is not recorded.
  var seq: Int?
}

/// The actions that are being passed on, and their threads.
struct PassingActions {
  private var threads: [Int: ObjectIdentifier] = [:]
  /// The number of times an action began or ended.
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
