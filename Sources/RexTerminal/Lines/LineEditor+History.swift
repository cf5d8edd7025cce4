/// A search through the history, backward by a part of the line.
struct LineSearch: Equatable {
  var query = ""
  /// The index of the line that was found; nil for the line from before.
  var index: Int?
  /// Whether no more line has the query.
  var isFailing = false
  /// The line from before.
  var characters: [Character]
  var cursor: Int
}

extension LineEditor {
  /// Replaces the line with one before or after it that begins with the text before the cursor.
  mutating func recall(_ direction: Int) -> Effect {
    var (index, prefix, draft) = (history.count, Array(characters[..<cursor]), characters)
    if case .recalling(let other, let typed, let line) = mode {
      (index, prefix, draft) = (other, typed, line)
    }
    repeat {
      index += direction
      guard 0...history.count ~= index else { return .bell }
      let line = index == history.count ? draft : Array(history[index])
      if index == history.count || line.starts(with: prefix) && line != characters {
        characters = line
        cursor = line.count
        mode =
          index == history.count
          ? .editing : .recalling(index: index, prefix: prefix, draft: draft)
        return .none
      }
    } while true
  }

  /// Starts to search the history.
  mutating func search() -> Effect {
    mode = .searching(LineSearch(characters: characters, cursor: cursor))
    return .none
  }

  /// Applies a key to a search; nil if it ends the search and is then applied to the line found.
  mutating func apply(_ key: Key, to search: LineSearch) -> Effect? {
    var search = search
    switch (key.code, key.modifiers) {
    case (.character("r"), .control): return find(before: search.index ?? history.count, search)
    case (.character(let character), []), (.character(let character), .shift):
      guard character.columnCount != nil else { return .bell }
      search.query.append(character)
      return find(before: search.index.map { $0 + 1 } ?? history.count, search)
    case (.backspace, []):
      guard !search.query.isEmpty else { return .bell }
      search.query.removeLast()
      return find(before: history.count, search)
    case (.character("g"), .control):
      (characters, cursor, mode) = (search.characters, search.cursor, .editing)
      return Effect.none
    case (.escape, []):
      mode = .editing
      return Effect.none
    default:
      mode = .editing
      return nil
    }
  }

  private mutating func find(before end: Int, _ search: LineSearch) -> Effect {
    var search = search
    let found =
      search.query.isEmpty ? nil : history[..<end].lastIndex { $0.contains(search.query) }
    search.isFailing = found == nil && !search.query.isEmpty
    if let found {
      search.index = found
      characters = Array(history[found])
      let start = history[found].firstRange(of: search.query)
      cursor = start.map { history[found][..<$0.lowerBound].count } ?? characters.count
    }
    mode = .searching(search)
    return search.isFailing ? .bell : .none
  }
}
