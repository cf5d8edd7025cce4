import RexLog
import RexRecorder
import RexReplayer
import RexStore
import Testing

// This target's default isolation is the main actor, as in a new Xcode app.

nonisolated private struct Notes: Codable, Equatable, Sendable {
  var texts: [String] = []
  var query = ""
}

nonisolated private enum NoteAction: Codable, Sendable {
  case add(String)
  case queryChanged(String)
}

nonisolated private func reduceNotes(_ action: NoteAction, _ notes: inout Notes) {
  switch action {
  case .add(let text): notes.texts.append(text)
  case .queryChanged(let query): notes.query = query
  }
}

/// A screen of the app, which is isolated to the main actor.
private final class Screen {
  let store: Store<NoteAction, Notes>
  let notes: ObservableStore<NoteAction, [String]>
  var title = ""

  init(_ store: Store<NoteAction, Notes>) {
    self.store = store
    notes = ObservableStore(store, \.texts)
  }

  func appear() {
    store.subscribe(self, to: \.query, onMain { screen, query in screen.title = query })
  }
}

/// An app on the main actor creates a store, and is recorded and replayed.
@Suite struct AppTests {
  @Test func anAppOnTheMainActorIsRecordedAndReplayed() async throws {
    let sink = LogBuffer()
    let recorder = try Recorder<NoteAction, Notes>(sink: sink, app: "Notes")
    let shouting = Middleware<NoteAction, Notes> { context, next, action in
      next(action)
      if case .add("tea") = action { context.dispatch(.queryChanged("tea!")) }
    }
    let store = Store(
      initialState: Notes(), reducer: reduceNotes, middlewares: [shouting, recorder.middleware])
    let screen = Screen(store)
    screen.appear()
    screen.notes.dispatch(.add("tea"))
    #expect(screen.notes.state == ["tea"])
    while screen.title != "tea!" { await Task.yield() }
    recorder.close()
    let app = ReplayableApp(name: "Notes", reducer: reduceNotes)
    let log = try Log(name: "notes", bytes: sink.bytes)
    #expect(try Replayer(app).verify(log).verdict == .verified)
  }
}
