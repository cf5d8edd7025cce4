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

private enum TrackAction: Codable, Sendable {
  case played
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
  case track(id: Int, TrackAction)
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

private let trackReducer = Reducer<TrackAction, Track>(returning: { track, action in
  Track(id: track.id, plays: track.plays + 1)
})

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
  trackReducer.lift(
    action: { if case .track(let id, let action) = $0 { (id, action) } else { nil } },
    elements: \.tracks)
}

private let searchPath = CasePath(PlayerAction.search, \.search)

private let volumePath = CasePath(PlayerAction.volume) { action in
  if case .volume(let local) = action { local } else { nil }
}

private struct Library: Sendable {
  func find(_ text: String, _ completion: @escaping @Sendable ([Int]) -> Void) {}
  func find(_ text: String) async -> [Int] { [] }
}

private func middlewares(_ library: Library) -> [Middleware<PlayerAction, Player>] {
  let flat = makeMiddleware { (dispatch, getState, next, action: PlayerAction) in
    let before: Player = getState()
    next(action)
    if case .search(.typed(let text)) = action, before != getState() {
      library.find(text) { dispatch(.search(.found($0))) }
    }
  }

  let curried = Middleware<PlayerAction, Player>(curried: { dispatch, getState in
    { next in
      { action in
        next(action)
      }
    }
  })

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

  let searching = Middleware<SearchAction, Search>(transforming: { action, context in
    if case .found([]) = action { context.dispatch(.typed("")) }
    return action
  })
  let lifted = searching.lift(action: searchPath)
  _ = lifted

  return [flat, curried, effects, transforming, reducing]
}

private final class VolumeBar: Sendable {
  func show(_ volume: Int) {}
}

private func observe(
  _ store: Store<PlayerAction, Player>, _ bar: VolumeBar, keys: EventStream<VolumeAction>
) async {
  let subscription = store.observe(\.volume) { volume in print(volume) }
  store.subscribe(bar, to: \.volume) { bar, volume in bar.show(volume) }
  for await player in store.states() { print(player.volume) }
  let input = store.dispatch(keys.map(PlayerAction.volume))
  let output = store.stream(of: \.tracks)

  store.dispatch(.volume(.louder), info: "remote control")
  let player = await store.settled()

  store.replaceState(Player(volume: 50))
  withExtendedLifetime((subscription, input, output, player)) {}
}

@MainActor
private func follow(_ store: Store<PlayerAction, Player>) {
  let player = ObservableStore(store)
  player.dispatch(.volume(.louder))
  print(player.state.volume)
}

private func scope(_ store: Store<PlayerAction, Player>, _ library: Library) {
  let search = store.scope(
    state: { $0.search ?? Search() }, action: PlayerAction.search,
    update: CasePath(SearchAction.updateFromOutside) {
      if case .updateFromOutside(let search) = $0 { search } else { nil }
    },
    reducer: searchReducer)

  let finding = search.react(
    to: { $0.text.isEmpty ? nil : $0.text },
    task: { text, dispatch in dispatch(.found(await library.find(text))) })
  withExtendedLifetime(finding) {}
}

private protocol Deed: Sendable {}

private struct Walk: Deed, Codable {
  var steps: Int
}

private let registry = ActionRegistry<any Deed>([.type(Walk.self, name: "walk") { $0 }])

private let deeds = Reducer<any Deed, Int> { action, steps in
  if let walk = action as? Walk { steps += walk.steps }
}
