import MobiusLike
import RexRecorder

enum MobiusCauses: CausesExample {
  enum Effect: Sendable {
    case send(ChatAction)
  }

  @Sendable static func chatUpdate(model: ChatState, event: ChatAction) -> Next<ChatState, Effect> {
    .next(reduced(model, event), effects: answer(to: event).map { [.send($0)] } ?? [])
  }

  nonisolated static func record(to path: String) throws {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let effectHandler: Mobius.EffectHandler<Effect, ChatAction> = { effect, send in
      if case .send(let event) = effect { send(event) }
    }

    let update = { (model: ChatState, event: Caused<ChatAction>) in
      var model = model
      return recorder.withCause(event.cause) {
        recorder.record(event.value, into: &model) { model, event, seq in
          let next = chatUpdate(model: model, event: event)
          if let changed = next.model { model = changed }
          let effects = next.effects.map { Caused($0, by: seq) }
          return next.model.map { Next.next($0, effects: effects) } ?? .dispatchEffects(effects)
        }
      }
    }

    let loop = Mobius.loop(
      update: update,
      effectHandler: { effect, send in
        effectHandler(effect.value) { send(Caused($0, by: effect.cause)) }
      }
    ).start(from: ChatState())

    for event in [ChatAction.post("ping"), .post("bye")] {
      loop.dispatchEvent(Caused(event, by: nil))
      _ = loop.latestModel
    }
    recorder.close()
  }
}
