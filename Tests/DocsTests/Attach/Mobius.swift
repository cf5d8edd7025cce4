import MobiusLike
import RexRecorder

enum MobiusExample: AttachExample {
  enum Effect: Sendable {
    case load
  }

  @Sendable static func chatUpdate(model: ChatState, event: ChatAction) -> Next<ChatState, Effect> {
    .next(reduced(model, event))
  }

  static var effectHandler: AnyConnectable<Effect, ChatAction> {
    EffectRouter<Effect, ChatAction>()
      .routeEffects(withParameters: { $0 }).toEvent { _ in nil }
      .asConnectable
  }

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")

    let builder = Mobius.loop(
      update: recorder.recording(chatUpdate, model: { $0.model }), effectHandler: effectHandler)

    let loop = builder.start(from: ChatState())
    for action in script { loop.dispatchEvent(action) }
    let state = loop.latestModel
    recorder.close()
    return state
  }
}

enum MobiusUpdateExample: AttachExample {
  typealias ChatReplay = MobiusExample.ChatReplay

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let update = Update(MobiusExample.chatUpdate)

    let recorded = Update(recorder.recording(update.update, model: { $0.model }))

    let loop = Mobius.loop(update: recorded, effectHandler: MobiusExample.effectHandler)
      .start(from: ChatState())
    for action in script { loop.dispatchEvent(action) }
    let state = loop.latestModel
    recorder.close()
    return state
  }
}
