import LookAlikes
import RexRecorder

// The Swift of docs/attach.md for Mobius, compiled against a look-alike by its names of 0.5.

private typealias Next<Model: Sendable, Effect: Sendable> = EventLoop<Model, ChatEvent, Effect>.Next

private enum Mobius {
  struct Builder<Model: Sendable, Effect: Sendable> {
    let update: (Model, ChatEvent) -> Next<Model, Effect>
    let effectHandler: @Sendable (Effect, (ChatEvent) -> Void) -> Void

    func start(from model: Model) -> EventLoop<Model, ChatEvent, Effect> {
      // The original asks for no Sendable function, and calls it on a queue of its own.
      nonisolated(unsafe) let update = update
      return EventLoop(model: model, update: { update($0, $1) }, handle: effectHandler)
    }
  }

  static func loop<Model: Sendable, Effect: Sendable>(
    update: @escaping (Model, ChatEvent) -> Next<Model, Effect>,
    effectHandler: @escaping @Sendable (Effect, (ChatEvent) -> Void) -> Void
  ) -> Builder<Model, Effect> {
    Builder(update: update, effectHandler: effectHandler)
  }
}

private struct ChatModel: Codable, Sendable {
  var count = 0
}

private enum ChatEvent: Codable, Sendable {
  case add(Int)
}

private enum ChatEffect {
  case load
}

private func chatUpdate(_ model: ChatModel, _ event: ChatEvent) -> Next<ChatModel, ChatEffect> {
  guard case .add(let count) = event else { return Next(effects: [.load]) }
  return Next(model: ChatModel(count: model.count + count))
}

private func attach(
  _ recorder: Recorder<ChatEvent, ChatModel>,
  _ effectHandler: @escaping @Sendable (ChatEffect, (ChatEvent) -> Void) -> Void
) {
  let loop = Mobius.loop(
    update: recorder.recording(chatUpdate, model: { $0.model }), effectHandler: effectHandler
  ).start(from: ChatModel())

  loop.dispatch(.add(1))
}
