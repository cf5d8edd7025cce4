/// A store like the Composable Architecture's: actions are buffered first in, first out, reduced
/// into a copy, and the state is committed once for the whole batch.
package final class BufferedStore<Action, State> {
  package enum Effect {
    case none
    case send(Action)
    case run((_ send: (Action) -> Void) -> Void)
  }

  package private(set) var state: State
  package private(set) var commitCount = 0
  private let reduce: (inout State, Action) -> Effect
  private var buffer: [Action] = []
  private var isSending = false

  package init(state: State, reduce: @escaping (_ into: inout State, _ action: Action) -> Effect) {
    (self.state, self.reduce) = (state, reduce)
  }

  package func send(_ action: Action) {
    buffer.append(action)
    guard !isSending else { return }
    isSending = true
    var current = state
    while !buffer.isEmpty {
      switch reduce(&current, buffer.removeFirst()) {
      case .none: break
      case .send(let action): send(action)
      case .run(let body): body { send($0) }
      }
    }
    state = current
    commitCount += 1
    isSending = false
  }
}
