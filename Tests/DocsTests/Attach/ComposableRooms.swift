import ComposableLike
import Foundation
import RexRecorder

#if canImport(SwiftUI)
  import SwiftUI
#endif

// The whole app of docs/attach/tca.md. Its macros, `@Reducer` and `@ObservableState`, are left out;
// what they add is
// above `body` and at the end.

struct Room {
  struct State: Codable, Equatable {
    var name: String
    var draft = ""
    var messages: [String] = []
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case sendTapped
  }

  @ReducerBuilder<State, Action>
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .sendTapped = action {
        state.messages.append(state.draft)
        state.draft = ""
      }
      return .none
    }
  }
}

struct Rooms {
  struct State: Codable, Equatable {
    var query = ""
    var isSorted = false
    var names = ["tea", "cups"]
    var path = StackState<Room.State>()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case roomTapped(name: String)
    case path(StackActionOf<Room>)
  }

  @ReducerBuilder<State, Action>
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .roomTapped(let name) = action {
        state.path.append(Room.State(name: name))
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Room() }
  }
}

extension Room.Action: Codable {
  private enum Recorded: Codable {
    case draft(String)
    case sendTapped
  }

  init(from decoder: any Decoder) throws {
    switch try Recorded(from: decoder) {
    case .draft(let text): self = .binding(.set(\.draft, text))
    case .sendTapped: self = .sendTapped
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .binding(let binding):
      guard let text = binding[case: \.draft] else { throw NotRecorded() }
      try Recorded.draft(text).encode(to: encoder)
    case .sendTapped: try Recorded.sendTapped.encode(to: encoder)
    }
  }
}

extension Rooms.Action: Codable {
  private enum Recorded: Codable {
    case query(String)
    case isSorted(Bool)
    case roomTapped(name: String)
  }

  init(from decoder: any Decoder) throws {
    switch try Recorded(from: decoder) {
    case .query(let text): self = .binding(.set(\.query, text))
    case .isSorted(let isSorted): self = .binding(.set(\.isSorted, isSorted))
    case .roomTapped(let name): self = .roomTapped(name: name)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .binding(let binding):
      if let text = binding[case: \.query] {
        try Recorded.query(text).encode(to: encoder)
      } else if let isSorted = binding[case: \.isSorted] {
        try Recorded.isSorted(isSorted).encode(to: encoder)
      } else {
        throw NotRecorded()
      }
    case .roomTapped(let name): try Recorded.roomTapped(name: name).encode(to: encoder)
    case .path: throw NotRecorded()
    }
  }
}

struct NotRecorded: Error {}

enum RoomsEvent: Codable {
  case root(Rooms.Action)
  case room(Room.Action)
  case roomBelow(Room.Action, at: Int)
  case push(Room.State)
  case pop(from: Int)

  init?(_ action: Rooms.Action, in state: Rooms.State) {
    let ids = state.path.ids
    switch action {
    case .path(.element(let id, let action)):
      guard let index = ids.firstIndex(of: id) else { return nil }
      self = id == ids.last ? .room(action) : .roomBelow(action, at: index)
    case .path(.popFrom(let id)):
      guard let index = ids.firstIndex(of: id) else { return nil }
      self = .pop(from: index)
    case .path(.push(_, let room)): self = .push(room)
    default: self = .root(action)
    }
  }

  func action(in state: Rooms.State) -> Rooms.Action? {
    var path = state.path
    switch self {
    case .root(let action): return action
    case .room(let action):
      return path.ids.last.map { .path(.element(id: $0, action: action)) }
    case .roomBelow(let action, let index):
      guard path.indices.contains(index) else { return nil }
      return .path(.element(id: path.ids[index], action: action))
    case .push(let room):
      path.append(room)
      return path.ids.last.map { .path(.push(id: $0, state: room)) }
    case .pop(let index):
      guard path.indices.contains(index) else { return nil }
      return .path(.popFrom(id: path.ids[index]))
    }
  }
}

struct RecordedRooms: Reducer {
  typealias State = Rooms.State
  typealias Action = Rooms.Action

  let recorder: Recorder<RoomsEvent, State>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard let recorded = RoomsEvent(action, in: state) else {
        return Rooms()._reduce(into: &state, action: action)
      }
      return recorder.record(recorded, into: &state) { state, _ in
        Rooms()._reduce(into: &state, action: action)
      }
    }
  }
}

#if canImport(SwiftUI)
  struct RoomsApp: App {
    static let store = Store(initialState: Rooms.State()) {
      RecordedRooms(recorder: Sessions.recorder)
    }

    var body: some Scene {
      WindowGroup { RoomsView(store: Self.store) }
    }
  }

  private struct RoomsView: View {
    let store: Store<Rooms.State, Rooms.Action>
    var body: some View { EmptyView() }
  }

  private enum Sessions {
    static let recorder = Recorder<RoomsEvent, Rooms.State>.disabled
  }
#endif

enum ComposableRoomsExample {
  /// Records a user who searches, opens rooms in both ways, writes in them and goes back.
  @MainActor static func record(_ texts: [String], to path: String) throws -> Rooms.State {
    var configuration = RecorderConfiguration()
    // The root's binding is left out on purpose.
    configuration.onUnreplayable = { _ in }
    let recorder = try Recorder<RoomsEvent, Rooms.State>(
      path: path, app: "Rooms", configuration: configuration)
    let store = Store(initialState: Rooms.State()) { RecordedRooms(recorder: recorder) }
    for text in texts {
      store.send(.binding(.set(\.query, text)))
      store.send(.binding(.set(\.isSorted, !text.isEmpty)))
      store.send(.roomTapped(name: "tea"))
      let ids = store.withState { $0.path.ids }
      store.send(.path(.element(id: ids[0], action: .binding(.set(\.draft, text)))))
      store.send(.path(.element(id: ids[0], action: .sendTapped)))
      let pushed = StackState([Room.State(name: "cups")])
      store.send(.path(.push(id: pushed.ids[0], state: pushed[0])))
      // A field that is not recorded by name.
      store.send(.binding(.set(\.names, ["tea", text])))
      store.send(.path(.popFrom(id: store.withState { $0.path.ids[1] })))
    }
    recorder.close()
    return store.withState { $0 }
  }
}

extension ComposableRoomsExample: RecordingSnippets {
  static func recordSecrets(in folder: URL) throws {
    _ = try record(Planted.texts, to: folder.appending(path: "log.jsonl").path)
  }
}

// What the macros add.

extension Room: Reducer {}
extension Rooms: Reducer {}

extension Room.Action {
  var binding: BindingAction<Room.State>? {
    if case .binding(let action) = self { action } else { nil }
  }
}

extension Rooms.Action: CasePathable {
  struct AllCasePaths {
    let path = AnyCasePath<Rooms.Action, StackActionOf<Room>> {
      if case .path(let action) = $0 { action } else { nil }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }

  var binding: BindingAction<Rooms.State>? {
    if case .binding(let action) = self { action } else { nil }
  }
}
