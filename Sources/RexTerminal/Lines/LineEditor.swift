/// A line that is being typed, with the keys of Emacs: a value that turns keys into effects.
///
///     var editor = LineEditor(history: ["next", "state /cart"])
///     editor.apply(Key(.up))     // .none, and the line is "state /cart"
///     editor.apply(Key(.enter))  // .submit("state /cart")
package struct LineEditor: Sendable {
  /// What the caller does after a key.
  package enum Effect: Equatable, Sendable {
    /// Draw the line.
    case none
    /// The line is complete.
    case submit(String)
    /// The line is given up.
    case cancel
    /// There are no more lines.
    case end
    /// Call `complete` with what can stand before the cursor.
    case complete
    /// Show the candidates, of which several are left.
    case list([String])
    case clearScreen
    /// Stop the process until it is continued.
    case suspend
    /// Ask the system to end the process with a dump, as its default is.
    case quit
    /// The key does nothing here.
    case bell
  }

  enum Mode: Equatable {
    case editing
    /// An entry of the history replaces the line that begins with a prefix.
    case recalling(index: Int, prefix: [Character], draft: [Character])
    case searching(LineSearch)
  }

  /// A longer line is not accepted, so that drawing it stays quick.
  static let charactersMax = 10_000

  package internal(set) var characters: [Character] = []
  /// The number of characters before the cursor.
  package internal(set) var cursor = 0
  /// The lines from before, the latest last.
  let history: [String]
  var mode = Mode.editing
  /// What was deleted last by whole words or parts of the line.
  var killed: [Character] = []
  private var isKilling = false

  package init(history: [String] = [], killed: String = "") {
    (self.history, self.killed) = (history, Array(killed))
  }

  package var text: String { String(characters) }
  package var textBeforeCursor: String { String(characters[..<cursor]) }
  /// What Ctrl-Y inserts, for the editor of the next line.
  package var killedText: String { String(killed) }

  /// Applies a key.
  package mutating func apply(_ key: Key) -> Effect {
    if case .searching(let search) = mode {
      if let effect = apply(key, to: search) { return effect }
    }
    let wasKilling = isKilling
    isKilling = false
    if key != Key(.up), key != Key(.down), key != .control("p"), key != .control("n") {
      mode = .editing
    }
    switch key.modifiers {
    case .control: return applyControl(key.code, wasKilling)
    case .alt: return applyAlt(key.code, wasKilling)
    default: return applyPlain(key.code)
    }
  }

  private mutating func applyPlain(_ code: Key.Code) -> Effect {
    switch code {
    case .character(let character): return insert(String(character))
    case .paste(let text): return insert(text)
    case .enter: return .submit(text)
    case .tab: return .complete
    case .backspace: return delete(from: cursor - 1, to: cursor)
    case .delete: return delete(from: cursor, to: cursor + 1)
    case .left: return move(to: cursor - 1)
    case .right: return move(to: cursor + 1)
    case .home: return move(to: 0)
    case .end: return move(to: characters.count)
    case .up: return recall(-1)
    case .down: return recall(1)
    default: return .bell
    }
  }

  private mutating func applyControl(_ code: Key.Code, _ wasKilling: Bool) -> Effect {
    switch code {
    case .left: return move(to: wordStart)
    case .right: return move(to: wordEnd)
    case .character(let letter): return applyControl(letter, wasKilling)
    default: return .bell
    }
  }

  private mutating func applyControl(_ letter: Character, _ wasKilling: Bool) -> Effect {
    switch letter {
    case "a": return move(to: 0)
    case "e": return move(to: characters.count)
    case "b": return move(to: cursor - 1)
    case "f": return move(to: cursor + 1)
    case "p": return recall(-1)
    case "n": return recall(1)
    case "d":
      return characters.isEmpty ? .end : delete(from: cursor, to: cursor + 1)
    case "k": return kill(from: cursor, to: characters.count, wasKilling)
    case "u": return kill(from: 0, to: cursor, wasKilling)
    case "w": return kill(from: spacedWordStart, to: cursor, wasKilling)
    case "y": return insert(String(killed))
    case "t": return transpose()
    case "r": return search()
    case "l": return .clearScreen
    case "c": return .cancel
    case "z": return .suspend
    case "\\": return .quit
    default: return .bell
    }
  }

  private mutating func applyAlt(_ code: Key.Code, _ wasKilling: Bool) -> Effect {
    switch code {
    case .character("b"), .left: return move(to: wordStart)
    case .character("f"), .right: return move(to: wordEnd)
    case .character("d"): return kill(from: cursor, to: wordEnd, wasKilling)
    case .backspace: return kill(from: wordStart, to: cursor, wasKilling)
    default: return .bell
    }
  }
}

/// Editing.
extension LineEditor {
  private mutating func move(to position: Int) -> Effect {
    guard 0...characters.count ~= position else { return .bell }
    cursor = position
    return .none
  }

  /// Inserts text at the cursor, with line breaks and tabs as spaces, without other controls.
  ///
  /// A mark may combine with the character before it, and a joiner with the one after it.
  mutating func insert(_ text: String) -> Effect {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars.prefix(Self.charactersMax + 1) {
      if scalar == "\r" || scalar == "\t" || scalar == "\n" && previous != "\r" {
        scalars.append(" ")
      } else if scalar.columnCount != nil {
        scalars.append(scalar)
      }
      previous = scalar
    }
    let before = Array(textBeforeCursor + String(scalars))
    let after = characters[cursor...]
    guard !scalars.isEmpty, before.count + after.count <= Self.charactersMax else { return .bell }
    characters = before + after
    cursor = before.count
    return .none
  }

  private mutating func delete(from start: Int, to end: Int) -> Effect {
    guard start >= 0, end <= characters.count else { return .bell }
    characters.removeSubrange(start..<end)
    cursor = start
    return .none
  }

  /// Deletes a part to be inserted again; parts that are deleted one after another are one.
  private mutating func kill(from start: Int, to end: Int, _ wasKilling: Bool) -> Effect {
    guard start < end else { return .bell }
    let part = Array(characters[start..<end])
    if wasKilling { killed = start < cursor ? part + killed : killed + part } else { killed = part }
    isKilling = true
    return delete(from: start, to: end)
  }

  /// Exchanges the characters around the cursor, or at the end the last two.
  private mutating func transpose() -> Effect {
    guard characters.count > 1, cursor > 0 else { return .bell }
    let right = min(cursor, characters.count - 1)
    characters.swapAt(right - 1, right)
    cursor = right + 1
    return .none
  }

  private var wordStart: Int {
    let gap = characters[..<cursor].lastIndex(where: \.isOfWord) ?? 0
    return characters[..<gap].lastIndex { !$0.isOfWord }.map { $0 + 1 } ?? 0
  }

  private var wordEnd: Int {
    let gap = characters[cursor...].firstIndex(where: \.isOfWord) ?? characters.count
    return characters[gap...].firstIndex { !$0.isOfWord } ?? characters.count
  }

  /// The start of the word between spaces before the cursor.
  private var spacedWordStart: Int {
    let gap = characters[..<cursor].lastIndex { $0 != " " } ?? 0
    return characters[..<gap].lastIndex(of: " ").map { $0 + 1 } ?? 0
  }
}

extension Character {
  fileprivate var isOfWord: Bool { isLetter || isNumber }
}
