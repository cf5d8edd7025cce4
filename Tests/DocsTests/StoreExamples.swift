import Foundation
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
  var volume: VolumeAction? { if case .volume(let action) = self { action } else { nil } }
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

private func turnUp() {
  let store = Store(initialState: 30, reducer: volumeReducer)
  store.dispatch(.louder)
  print(store.state)  // 35
}

private protocol ShopEvent: Sendable {}

private struct Open: ShopEvent {}

private struct Shop: Sendable {
  var isOpen = false
}

@Sendable private func shopReducer(_ action: any ShopEvent, _ shop: Shop?) -> Shop {
  Shop(isOpen: shop?.isOpen ?? (action is Open))
}

private func begin(_ savedShop: Shop?) {
  let shop = Store(initialState: savedShop, initialAction: Open(), reducer: shopReducer)
  withExtendedLifetime(shop) {}
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

private protocol PlayerMiddleware: ActionMiddleware<PlayerAction, Player> {}

private struct VolumeLock: PlayerMiddleware {
  func handle(_ action: PlayerAction) -> PlayerAction? {
    if case .volume(.louder) = action { nil } else { action }
  }
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
      VolumeLock(), finding, recorder.middleware,
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

private final class TracksController: StoreSubscriber {
  func newState(state: [Track]) {}
}

@MainActor
private func observe(
  _ store: PlayerStore, _ bar: VolumeBar, _ label: Label, _ controller: TracksController,
  _ bag: SubscriptionBag, keys: EventStream<VolumeAction>
) {
  store.subscribe(bar, to: \.volume) { bar, volume in bar.show(volume) }
  store.subscribe(controller) { $0.select { $0.tracks } }
  store.observe(\.volume, onMain { volume in label.text = "\(volume)" }).store(in: bag)

  store.follow(keys.map(PlayerAction.volume))
  let output = store.stream(of: \.tracks).share(replay: 1)
  withExtendedLifetime(output) {}
}

@MainActor
private func scope(_ store: PlayerStore, _ library: Library) {
  let view = ObservableStore(store.scope(state: \.search, action: PlayerAction.search))

  let search = store.scope(
    state: { $0.search ?? Search() }, action: PlayerAction.search,
    update: SearchAction.updateFromOutside, reducer: searchReducer,
    feedbacks: [
      Feedback(
        to: { $0.text.isEmpty ? nil : $0.text },
        effect: { text, dispatch in library.find(text) { dispatch(.found($0)) } })
    ])
  withExtendedLifetime((view, search)) {}
}

private protocol Deed: Sendable {}

private struct Walk: Deed, Codable {
  var steps: Int
}

private struct Rest: Deed, Codable {
  var note: String
}

private let registry: ActionRegistry<any Deed> = [Walk.self, Rest.self]

private let feel = Reducer<any Deed, any Feeling> { action, feeling in
  feeling = (action as? Rest).map { Bored(reason: $0.note) } ?? Calm()
}

private protocol Feeling: Codable, Sendable {}

private struct Calm: Feeling {}

private struct Bored: Feeling {
  var reason: String
}

private enum Feelings: TypeRegistry {
  static let types: ActionRegistry<any Feeling> = [Calm.self, Bored.self]
}

private struct Mood: Codable, Sendable {
  @Registered<Feelings> var feeling: any Feeling = Calm()
}

/// The example of a state behind a protocol, run with planted secrets.
enum ProtocolStateExample: RecordingSnippets {
  @MainActor static func recordSecrets(in folder: URL) async throws {
    let recorder = try Recorder<any Deed, Registered<Feelings>>(
      sessionsIn: folder, app: "Moods", actions: registry)
    let store = Store(
      initialState: Calm() as any Feeling, reducer: feel, middlewares: [recorder.middleware])
    for text in Planted.texts + ["password=" + Planted.password] {
      store.dispatch(Rest(note: text))
    }
    recorder.close()
  }
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

private func test(
  _ sent: Sent<PlayerAction>, _ volume: inout Int, _ dispatcher: Dispatcher<PlayerAction>,
  next: (PlayerAction) -> Void
) {
  volumeReducer.reduce(.louder, &volume)
  searchEffect("tea").run(Dispatcher { action, source in sent.append(action) })
  handle(MiddlewareContext(dispatch: dispatcher, getState: { Player() }), next, .volume(.louder))
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
