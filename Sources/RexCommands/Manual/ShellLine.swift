/// The beginning of a command line as it is typed in bash, which tells completion only its text.
///
///     rexreplay when 'my log.jsonl' '$.error && $.op    words rexreplay, when, my log.jsonl, and
///                                                       $.error && $.op in an open quote
///
/// It only splits words and removes quotes; nothing is expanded.
struct ShellLine {
  /// The words; the last one is being typed, and may be empty.
  private(set) var words = [""]
  /// The quote in which the last word ends; nil for none.
  private(set) var quote: Character?

  init(_ text: String) {
    var isEscaped = false
    var isWord = false
    for character in text {
      switch (quote, character) {
      case (let open, _) where isEscaped:
        isEscaped = false
        // In double quotes, a backslash stays before most characters.
        if open != nil, !"$`\"\\".contains(character) { add("\\") }
        add(character)
      case ("'", "'"), ("\"", "\""): quote = nil
      case (nil, "'"), (nil, "\""): quote = character
      case (nil, "\\"), ("\"", "\\"): isEscaped = true
      case (nil, " "), (nil, "\t"):
        if isWord { words.append("") }
        isWord = false
        continue
      default: add(character)
      }
      isWord = true
    }
  }

  private mutating func add(_ character: Character) { words[words.count - 1].append(character) }

  /// What takes the place of the end of the last word to make it a candidate, quoted for there.
  ///
  /// - Parameter end: the end of the line that bash replaces, without an opening quote.
  func insertion(of candidate: String, inPlaceOf end: String) -> String? {
    let replaced = ShellLine((quote.map(String.init) ?? "") + end).words.last ?? ""
    let word = words.last ?? ""
    guard word.hasSuffix(replaced), candidate.hasPrefix(word) else { return nil }
    let rest = candidate.dropFirst(word.count - replaced.count)
    switch quote {
    case "'": return String(rest).replacing("'", with: #"'\''"#)
    // An interactive bash expands an exclamation mark there, and keeps a backslash before it.
    case "\"": return rest.contains("!") ? nil : escaped(rest) { "$`\"\\".contains($0) }
    default:
      return escaped(rest) { character in
        character.isASCII && !character.isLetter && !character.isNumber
          && !"_/.,:=@%+-".contains(character)
      }
    }
  }

  private func escaped(_ text: Substring, _ isSpecial: (Character) -> Bool) -> String {
    text.map { isSpecial($0) ? "\\\($0)" : String($0) }.joined()
  }
}
