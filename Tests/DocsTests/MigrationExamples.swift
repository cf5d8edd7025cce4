import RexCommands

// The Swift of docs/old-logs.md, compiled. DocsTests compares it with the page.

struct Notes: Codable, Sendable {
  var title: String
  var notes: [Note]
}

struct Note: Codable, Sendable {
  var text: String
  var isPinned: Bool
}

enum NotesAction: Codable, Sendable {
  case add(String)
  case rename(String)
}

@Sendable private func notesReducer(_ state: inout Notes, _ action: NotesAction) {
  switch action {
  case .add(let text): state.notes.append(Note(text: text, isPinned: false))
  case .rename(let title): state.title = title
  }
}

/// The tool of the build that changed the types.
enum UnmigratedNotesReplay: ReplayTool {
  static let app = ReplayableApp(name: "Notes", reducer: notesReducer)
}

/// The tool with the migration that the page shows.
enum NotesReplay: ReplayTool {
  static let app = ReplayableApp(
    name: "Notes",
    migrations: [
      Migration(
        before: "2.0",
        state: [
          .rename("/name", to: "/title"),
          .default("/notes/*/isPinned", false),
        ],
        action: [
          .renameCase("addNote", to: "add")
        ])
    ],
    reducer: notesReducer)
}
