import RexRecorder
import RexStore

// The Swift of docs/store.md, compiled. DocsTests compares it with the page.

private struct Player: Codable, Sendable, Equatable {
  var volume = 30
  var tracks: [Track] = []
  var search: Search?
}

private struct Track: Codable, Sendable, Equatable, Identifiable {
  var id: Int
  var plays = 0
}

private struct Search: Codable, Sendable, Equatable {
  var text = ""
  var results: [Int] = []
}

private enum VolumeAction: Codable, Sendable {
  case louder
  case quieter
}

private enum SearchAction: Codable, Sendable {
  case typed(String)
  case found([Int])
  case updateFromOutside(Search)
}

private enum PlayerAction: Codable, Sendable {
  case volume(VolumeAction)
  case search(SearchAction)
}

extension PlayerAction {
  var volume: VolumeAction? {
    if case .volume(let action) = self { action } else { nil }
  }
}

extension PlayerAction {
  var search: SearchAction? {
    if case .search(let action) = self { action } else { nil }
  }
}

private let volumeReducer = Reducer<VolumeAction, Int> { action, volume in
  switch action {
  case .louder: volume = min(100, volume + 5)
  case .quieter: volume = max(0, volume - 5)
  }
}

@Sendable private func count(_ action: VolumeAction, _ number: inout Int) { number += 1 }

private protocol ShopEvent: Sendable {}

private struct Open: ShopEvent {}

private struct Shop: Sendable {
  var isOpen = false
}

@Sendable private func shopReducer(_ action: any ShopEvent, _ shop: Shop?) -> Shop {
  Shop(isOpen: shop?.isOpen ?? (action is Open))
}

private func begin(_ savedShop: Shop?) {
  let counting = Store(initialState: 0, reducer: count)
  let countingReducer = Reducer(count)
  let shop = Store(initialState: savedShop, initialAction: Open(), reducer: shopReducer)
  withExtendedLifetime((counting, countingReducer, shop)) {}
}

private let searchReducer = Reducer<SearchAction, Search> { action, search in
  switch action {
  case .typed(let text): search.text = text
  case .found(let results): search.results = results
  case .updateFromOutside(let outside): search = outside
  }
}

private let playerReducer = Reducer<PlayerAction, Player>.compose {
  volumeReducer.lift(action: \.volume, state: \.volume)
  searchReducer.lift(action: { $0.search }, optionalState: \.search)
}

private struct Library: Sendable {
  @discardableResult
  func find(_ text: String, _ completion: @escaping @Sendable ([Int]) -> Void) -> Subscription {
    Subscription {}
  }
  func find(_ text: String) async -> [Int] { [] }
}

private typealias PlayerStore = Store<PlayerAction, Player>

private struct Filter<State: Sendable>: ActionMiddleware {
  func handle(_ action: PlayerAction) -> PlayerAction? {
    if case .search(.typed("")) = action { nil } else { action }
  }
}

private struct Finding: EffectMiddleware {
  let library: Library

  func handle(
    action: PlayerAction, from source: ActionSource, state: @escaping @Sendable () -> Player
  ) -> Effect<PlayerAction> {
    guard case .search(.typed(let text)) = action else { return .none }
    return .task { dispatch in dispatch(.search(.found(await library.find(text))), from: source) }
  }
}

private protocol PlayerMiddleware: ActionMiddleware<PlayerAction, Player> {}

private struct VolumeLock: PlayerMiddleware {
  func handle(_ action: PlayerAction) -> PlayerAction? {
    if case .volume(.louder) = action { nil } else { action }
  }
}

private func middlewares(_ library: Library) -> [Middleware<PlayerAction, Player>] {
  let flat: Middleware<PlayerAction, Player> = makeMiddleware { dispatch, getState, next, action in
    let before = getState()
    next(action)
    if before.volume != getState().volume { print("volume", getState().volume) }
  }

  let curried = Middleware<PlayerAction, Player> { dispatch, getState in
    { next in
      { action in
        next(action)
      }
    }
  }

  let effects = Middleware<PlayerAction, Player>(effects: { action, source, getState in
    guard case .search(.typed(let text)) = action else { return .none }
    return .task { dispatch in dispatch(.search(.found(await library.find(text))), from: source) }
  })

  let transforming = Middleware<PlayerAction, Player>(transforming: { action in
    if case .search(.typed("")) = action { nil } else { action }
  })

  let reducing = Middleware<PlayerAction, Player>(reducing: { action, source, state, reduce in
    reduce(action, &state)
    print("\(source.file):\(source.line)", action)
  })

  return [
    flat, curried, effects, transforming, reducing, VolumeLock().middleware,
    Finding(library: library).middleware,
  ]
}

private func makeStore(
  _ library: Library, _ recorder: Recorder<PlayerAction, Player>
) -> PlayerStore {
  let finding = Middleware<PlayerAction, Player> { context, next, action in
    next(action)
    guard case .search(.typed(let text)) = action else { return }
    library.find(text) { context.dispatch(.search(.found($0))) }
  }

  let searching = Middleware<SearchAction, Search>(transforming: { action, context in
    if case .found([]) = action { context.dispatch(.typed("")) }
    return action
  })

  let store = Store(
    initialState: Player(), reducer: playerReducer,
    middlewares: [
      Filter(), finding, recorder.middleware,
      searching.lift(action: \.search, embed: PlayerAction.search, optionalState: \.search),
    ])
  return store
}

private final class VolumeBar: Sendable {
  func show(_ volume: Int) {}
}

@MainActor private final class Label {
  var text = ""
}

private func observe(
  _ store: Store<PlayerAction, Player>, _ bar: VolumeBar, _ label: Label,
  keys: EventStream<VolumeAction>
) async {
  let subscription = store.observe(\.volume) { volume in print(volume) }
  for await player in store.states() { print(player.volume) }
  store.subscribe(bar, to: \.volume) { bar, volume in bar.show(volume) }
  store.unsubscribe(bar)
  store.subscribe(label, to: \.volume, onMain { label, volume in label.text = "\(volume)" })
  store.follow(keys.map(PlayerAction.volume))
  let output = store.stream(of: \.tracks)

  store.dispatch(.volume(.louder), info: "remote control")
  let player = await store.settled()

  store.replaceState(Player(volume: 50))
  withExtendedLifetime((subscription, output, player)) {}
}

@MainActor
private func follow(_ store: Store<PlayerAction, Player>) {
  let search = store.projection(state: \.search, action: PlayerAction.search)
  let view = ObservableStore(search)
  view.dispatch(.typed("tea"))
}

private func scope(_ store: Store<PlayerAction, Player>, _ library: Library) {
  let search = store.scope(
    state: { $0.search ?? Search() }, action: PlayerAction.search,
    update: SearchAction.updateFromOutside, reducer: searchReducer,
    feedbacks: [
      Feedback(
        to: { $0.text.isEmpty ? nil : $0.text },
        effect: { text, dispatch in library.find(text) { dispatch(.found($0)) } })
    ])

  let finding = search.react(
    to: { $0.text.isEmpty ? nil : $0.text },
    task: { text, dispatch in dispatch(.found(await library.find(text))) })
  withExtendedLifetime(finding) {}
}

private protocol Deed: Sendable {}

private struct Walk: Deed, Codable {
  var steps: Int
}

private struct Rest: Deed, Codable {}

private let registry: ActionRegistry<any Deed> = [Walk.self, Rest.self]

private let deeds = Reducer<any Deed, Int> { action, steps in
  if let walk = action as? Walk { steps += walk.steps }
}

private protocol Feeling: Codable, Sendable {}

private struct Calm: Feeling {}

private struct Bored: Feeling {}

private enum Feelings: TypeRegistry {
  static let types: ActionRegistry<any Feeling> = [Calm.self, Bored.self]
}

private struct Mood: Codable, Sendable {
  @Registered<Feelings> var feeling: any Feeling = Calm()
}

private func searchEffect(_ text: String) -> Effect<PlayerAction> {
  Effect { dispatch in dispatch(.search(.typed(text))) }
}

private func handle(
  _ context: MiddlewareContext<PlayerAction, Player>, _ next: (PlayerAction) -> Void,
  _ action: PlayerAction
) {
  next(action)
}

private final class Sent<Element: Sendable>: Sendable {
  func append(_ element: Element) {}
}

private func test(_ sent: Sent<PlayerAction>, _ passedOn: Sent<PlayerAction>) {
  var volume = 98
  volumeReducer.reduce(.louder, &volume)

  let dispatcher = Dispatcher<PlayerAction> { action, source in sent.append(action) }
  searchEffect("tea").run(dispatcher)

  let context = MiddlewareContext(dispatch: dispatcher, getState: { Player() })
  handle(context, { action in passedOn.append(action) }, .volume(.louder))
}

#if canImport(SwiftUI)
  import SwiftUI

  private struct PlayerView: View {
    @State var player: ObservableStore<PlayerAction, Player>

    var body: some View {
      Text("Volume \(player.state.volume)")
      Button("Louder") { player.dispatch(.volume(.louder)) }
      TextField(
        "Search", text: player.binding({ $0.search?.text ?? "" }, send: { .search(.typed($0)) }))
    }
  }
#endif

#if canImport(UIKit)
  import UIKit

  private final class VolumeController: UIViewController {
    let store: PlayerStore

    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      store.subscribe(self, to: \.volume, onMain { $0.title = "Volume \($1)" })
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      store.unsubscribe(self)
    }
  }
#endif
