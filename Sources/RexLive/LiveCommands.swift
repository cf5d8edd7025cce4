import RexActions
import RexDecoding
import RexJSON
import RexLocking
import RexRecorder

/// Does what a tool asks of an app, as far as the app accepts it.
///
///     {"command":"jump","state":…}        {"command":"release"}
///     {"command":"dispatch","action":…}
///     {"command":"pause"}                 {"command":"resume"}
///     {"command":"mark","label":"…"}      {"command":"detail","level":"changes"}
final class LiveCommands<Action, State>: LiveCommanded {
  private let recorder: Recorder<Action, State>
  private let accepted = Locked(Accepted())

  private struct Accepted: Sendable {
    var jump: (@Sendable (State) -> Void)?
    var dispatch: (@Sendable (Action) -> Void)?
    var jumpCount = 0
    var isHeld = false
  }

  init(_ recorder: Recorder<Action, State>) { self.recorder = recorder }

  var heldJump: Int? { accepted.withLock { $0.isHeld ? $0.jumpCount : nil } }

  func accept(
    _ jump: (@Sendable (State) -> Void)?, _ dispatch: (@Sendable (Action) -> Void)?
  ) {
    accepted.withLock { ($0.jump, $0.dispatch) = (jump, dispatch) }
  }

  func disconnect() { accepted.withLock { $0.isHeld = false } }

  func perform(_ command: JSON) -> String? {
    do {
      switch command["command"]?.string {
      case "jump": try jump(to: command["state"] ?? .null)
      case "dispatch": try dispatch(command["action"] ?? .null)
      case "release": disconnect()
      case "pause": recorder.pause()
      case "resume": recorder.resume()
      case "mark": recorder.mark(command["label"]?.string ?? "")
      case "detail": try setDetail(command["level"]?.string)
      default: throw LiveProblem("this build of the app does not know the command")
      }
      return nil
    } catch {
      return LiveProblem.sentence(error)
    }
  }

  private func jump(to document: JSON) throws {
    guard let jump = accepted.withLock(\.jump) else {
      throw LiveProblem("the app accepts no states; it needs link.accept(jump:)")
    }
    guard let type = State.self as? any Decodable.Type else {
      throw LiveProblem("\(State.self) is not Decodable")
    }
    guard let state = try JSONDocumentDecoder().decode(type, from: document) as? State else {
      throw LiveProblem("\(State.self) cannot be decoded")
    }
    // Set first, so that what observes the state can see that the app is held.
    accepted.withLock {
      $0.jumpCount += 1
      $0.isHeld = true
    }
    jump(state)
  }

  private func dispatch(_ document: JSON) throws {
    guard let dispatch = accepted.withLock(\.dispatch) else {
      throw LiveProblem("the app accepts no actions; it needs link.accept(dispatch:)")
    }
    dispatch(try action(from: document))
  }

  private func action(from document: JSON) throws -> Action {
    var decoder = JSONDocumentDecoder()
    if let registry = recorder.actionRegistry, let key = registryKey {
      decoder.userInfo[key] = registry
      return try decoder.decode(RegisteredLiveAction<Action>.self, from: document).action
    }
    guard let type = Action.self as? any Decodable.Type else {
      throw LiveProblem("\(Action.self) is not Decodable, and the recorder has no registry")
    }
    guard let action = try decoder.decode(type, from: document) as? Action else {
      throw LiveProblem("\(Action.self) cannot be decoded")
    }
    return action
  }

  private func setDetail(_ level: String?) throws {
    switch level {
    case "changes": recorder.detail = .changes
    case "actions": recorder.detail = .actions()
    default: throw LiveProblem("the detail is changes or actions")
    }
  }
}

private let registryKey = CodingUserInfoKey(rawValue: "rexreplay.registry")

/// An action that is decoded by the registry in the decoder's `userInfo`.
private struct RegisteredLiveAction<Action>: Decodable {
  let action: Action

  init(from decoder: any Decoder) throws {
    guard let key = registryKey,
      let registry = decoder.userInfo[key] as? ActionRegistry<Action>
    else { preconditionFailure("the registry is put into the decoder just before decoding") }
    action = try registry.decode(from: decoder)
  }
}

/// Why a command cannot be done, as a sentence for the person who gave it.
private struct LiveProblem: Error {
  let text: String

  init(_ text: String) { self.text = text }

  static func sentence(_ error: any Error) -> String {
    switch error {
    case let error as LiveProblem: return error.text
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      let keys = context.codingPath.map { $0.intValue.map { String($0) } ?? $0.stringValue }
      let place = keys.isEmpty ? "" : "\(JSONPointer(tokens: keys)): "
      return "the app's types cannot decode it: \(place)\(context.debugDescription)"
    default: return "the app's types cannot decode it: \(error)"
    }
  }
}
