import RexActions
import RexLocking
import RexStore

/// A simulated chat screen, with a user whose taps are decided by a seed.
final class TeamChatScreen: Sendable {
  private let appearances = EventEmitter<Void>()
  private let pulls = EventEmitter<Void>()
  private let texts = EventEmitter<String>()
  private let taps = EventEmitter<ChatMessage.ID>()
  private let swipes = EventEmitter<ChatMessage.ID>()
  private let reactions = EventEmitter<TeamChatViewModel.Inputs.Reaction>()
  private let backs = EventEmitter<Void>()
  private let alerts = TeamChatErrorPresenter()
  private let shown = Locked<TeamChatProps?>(nil)

  var inputs: TeamChatViewModel.Inputs {
    TeamChatViewModel.Inputs(
      appearances: appearances.stream, pulls: pulls.stream, texts: texts.stream,
      taps: taps.stream, swipes: swipes.stream, reactions: reactions.stream, backs: backs.stream,
      dismissals: alerts.dismissals)
  }

  /// Shows the screen for the first time.
  func appear() { appearances.send() }

  /// Shows new props.
  func show(_ props: TeamChatProps) {
    shown.withLock { $0 = props }
    alerts.present(props.error)
  }

  /// Simulates the user's next action, if any.
  func touch(by person: inout SplitMix64) {
    guard let props = shown.withLock({ $0 }) else { return }
    if alerts.shown != nil, person.isOne(in: 2) { return alerts.dismiss() }
    if props.isThread, person.isOne(in: 2) { return backs.send() }
    guard let row = props.rows.randomElement(using: &person) else {
      return props.isLoading ? () : pulls.send()
    }
    switch Int.random(in: 0..<11, using: &person) {
    case 0...3:
      let emoji = person.pick(ChatWriter.emoji, default: "👍")
      reactions.send((emoji, person.pick(ChatWriter.team.map(\.id), default: "u-01"), row.id))
    case 4: swipes.send(row.id)
    case 5, 6: taps.send(row.id)
    case 7, 8: pulls.send()
    case 9: texts.send(person.pick(TeamChatScreen.texts, default: "👋"))
    default: break
    }
  }

  private static let texts = ["On my way 🚲", "Thanks, शुभ रात्रि!", "Can we move it to 3 pm?"]
}
