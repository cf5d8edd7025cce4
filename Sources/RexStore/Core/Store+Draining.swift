import Dispatch
public import RexActions
public import RexLocking

extension Store {
  /// Dispatches an action with its cause.
  ///
  /// The same as `handle(.action(…))`, but creates no `Work` if the store is idle.
  @inlinable
  func dispatch(_ action: Action, from source: ActionSource, cause: Cause?) {
    guard
      queue.withLock({ $0.begin(.action(action, source, cause), isInside: core.isHandling) })
    else { return }
    handle(action, source, cause)
    drain(othersMax: Store.othersMax)
  }

  /// Appends work to the queue, and drains the queue unless that is already happening.
  @inlinable
  func handle(_ work: Work<Action, State>) {
    guard queue.withLock({ $0.begin(work, isInside: core.isHandling) }) else { return }
    perform(work)
    drain(othersMax: Store.othersMax)
  }

  /// Performs pending work until the queue is empty, or until the limit for other threads' work.
  @inlinable
  func drain(othersMax: Int) {
    var batch: [Work<Action, State>] = []
    while true {
      switch queue.withLock({ $0.takeBatch(&batch, othersMax: othersMax) }) {
      case .nothing: return
      case .batch:
        for work in batch { perform(work) }
        batch.removeAll(keepingCapacity: true)
      case .tooMany: return handOver()
      }
    }
  }

  /// Lets a background thread drain the queue, so that the caller can return.
  @usableFromInline
  func handOver() {
    DispatchQueue.global().async { self.drain(othersMax: .max) }
  }

  /// The limit on other threads' actions that a dispatch handles before it returns.
  ///
  /// A thread that dispatches constantly must not block another one, such as the main thread.
  @inlinable static var othersMax: Int { 64 }

  @inlinable
  func handle(_ action: Action, _ source: ActionSource, _ cause: Cause?) {
    if core.tracksCauses {
      handle(action, source, as: Cause(of: cause))
    } else {
      core.runAsLinks { chain(action, source) }
    }
  }

  /// Handles an action as the cause of the actions dispatched meanwhile.
  @usableFromInline
  func handle(_ action: Action, _ source: ActionSource, as cause: Cause) {
    Cause.withCurrent(cause) { core.runAsLinks { chain(action, source) } }
    cause.end()
  }

  @inlinable
  func perform(_ work: Work<Action, State>) {
    switch work {
    case .action(let action, let source, let cause):
      handle(action, source, cause)
    case .resumption(let act):
      core.runAsLinks(act)
    case .replacement(let state, let source):
      core.runAsReducer { core.replace(state, source) }
    case .subscription(let observer):
      core.runAsReducer { core.add(observer) }
    case .checkpoint(let resume):
      core.runAsReducer { resume(core.state) }
    }
  }
}
