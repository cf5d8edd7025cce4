import Dispatch
public import RexLocking

extension Store {
  /// Puts work at the end of the queue, and drains the queue unless someone does already.
  @inlinable
  func handle(_ work: Work<Action, State>) {
    guard queue.withLock({ $0.begin(work, isInside: core.isHandling) }) else { return }
    perform(work)
    drain(othersMax: Store.othersMax)
  }

  /// Does what is pending until nothing is, or until it is somebody else's turn to do so.
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

  /// Lets a background thread drain the queue, so that the caller gets back to its own work.
  @usableFromInline
  func handOver() {
    DispatchQueue.global().async { self.drain(othersMax: .max) }
  }

  /// How many actions of other threads a dispatch handles at most before it returns.
  ///
  /// A hammering thread must not keep another one, such as the main thread, from its own work.
  @inlinable static var othersMax: Int { 64 }

  @inlinable
  func perform(_ work: Work<Action, State>) {
    switch work {
    case .action(let action, let source):
      core.linksTurn { chain(action, source) }
    case .resumption(let act):
      core.linksTurn(act)
    case .replacement(let state, let source):
      core.othersTurn { core.replace(state, source) }
    case .subscription(let observer):
      core.othersTurn { core.add(observer) }
    case .checkpoint(let resume):
      core.othersTurn { resume(core.state) }
    }
  }
}
