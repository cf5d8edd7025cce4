import TestSupport

// The app of docs/start.md, which every store of docs/attach holds.

struct ChatState: Codable, Sendable, Equatable {
  var messages: [String] = []
  var removedCount = 0
  var accessToken = ""
}

enum ChatAction: Codable, Sendable {
  case post(String)
  case remove(at: Int)
  case signIn(accessToken: String)
}

@Sendable func chatReducer(_ state: inout ChatState, _ action: ChatAction) {
  switch action {
  case .post(let message):
    state.messages.append(message)
  case .remove(let index):
    guard state.messages.indices.contains(index) else { return }
    state.messages.remove(at: index)
    state.removedCount += 1
  case .signIn(let token): state.accessToken = token
  }
}

/// The reducer for stores whose reducers return the next state.
func reduced(_ state: ChatState, _ action: ChatAction) -> ChatState {
  var state = state
  chatReducer(&state, action)
  return state
}

/// What the examples dispatch.
let chatScript: [ChatAction] = (0..<tries(150, gate: 500)).map { step in
  step.isMultiple(of: 3) ? .remove(at: step % 50) : .post("message \(step)")
}

/// What the examples dispatch that must not get into a log.
let secretScript: [ChatAction] =
  Planted.secrets.map { .signIn(accessToken: $0) } + Planted.texts.map { .post($0) }
