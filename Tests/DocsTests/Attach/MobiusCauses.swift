import MobiusLike
import RexRecorder

enum MobiusCauses: CausesExample {
  enum Effect: Sendable {
    case send(ChatAction)
  }

  /// A handler whose events name the cause of the effect.
  struct CausedHandler<Base: EffectHandler>: EffectHandler {
    let base: Base

    func handle(
      _ effect: Caused<Base.EffectParameters>, _ callback: EffectCallback<Caused<Base.Event>>
    ) -> any Disposable {
      base.handle(
        effect.value,
        EffectCallback(
          onSend: { callback.send(Caused($0, by: effect.cause)) }, onEnd: { callback.end() }))
    }
  }

  struct Sending: EffectHandler {
    func handle(_ effect: Effect, _ callback: EffectCallback<ChatAction>) -> any Disposable {
      if case .send(let event) = effect { callback.end(with: event) }
      return AnonymousDisposable {}
    }
  }

  @Sendable static func chatUpdate(model: ChatState, event: ChatAction) -> Next<ChatState, Effect> {
    .next(reduced(model, event), effects: answer(to: event).map { [.send($0)] } ?? [])
  }

  nonisolated static func record(rounds: Int, to path: String) throws {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")

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

    let effectHandler = EffectRouter<Caused<Effect>, Caused<ChatAction>>()
      .routeEffects(withParameters: { $0 }).to(CausedHandler(base: Sending()))

    let builder = Mobius.loop(update: update, effectHandler: effectHandler.asConnectable)

    let loop = builder.start(from: ChatState())
    for event in causesScript(rounds: rounds) { loop.dispatchEvent(Caused(event, by: nil)) }
    recorder.close()
  }
}
