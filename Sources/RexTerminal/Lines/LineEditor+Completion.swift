/// What can stand in place of the last word before the cursor.
package struct LineCompletions: Equatable, Sendable {
  /// The number of characters before the word.
  package var start: Int
  package var candidates: [String]
  /// Text after the word if it is the only candidate, such as a space.
  package var ending: String

  package init(start: Int, candidates: [String], ending: String = "") {
    (self.start, self.candidates, self.ending) = (start, candidates, ending)
  }
}

extension LineEditor {
  /// Completes the word before the cursor as far as all candidates agree.
  ///
  /// - Returns: `.list` if several are left and nothing was inserted.
  package mutating func complete(with completions: LineCompletions) -> Effect {
    let typed = String(characters[min(completions.start, cursor)..<cursor])
    let candidates = completions.candidates.filter { $0.hasPrefix(typed) }
    guard let first = candidates.first else { return .bell }
    let common = candidates.dropFirst().reduce(first[...]) { common, candidate in
      common.prefix(zip(common, candidate).prefix { $0 == $1 }.count)
    }
    var rest = String(common.dropFirst(typed.count))
    if candidates.count == 1 { rest += completions.ending }
    guard rest.isEmpty else { return insert(rest) }
    return candidates.count == 1 ? .none : .list(candidates)
  }
}
