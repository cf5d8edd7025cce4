package import RexJSON

/// A line of text, which may lead to an action or to a value.
package struct StyledLine: Sendable, Equatable {
  package var text: StyledText
  /// The action to which it leads.
  package var seq: Int?
  /// The value in the state to which it leads.
  package var pointer: JSONPointer?

  /// Creates a line from a text without line breaks.
  package init(_ text: StyledText, seq: Int? = nil, pointer: JSONPointer? = nil) {
    (self.text, self.seq, self.pointer) = (text, seq, pointer)
  }
}

extension [StyledLine] {
  /// The lines as text, each with a line break.
  package var text: StyledText {
    reduce(into: StyledText()) { text, line in
      text += line.text
      text += "\n"
    }
  }

  /// The lines, each indented by two spaces.
  package var indented: [StyledLine] {
    map { StyledLine("  " + $0.text, seq: $0.seq, pointer: $0.pointer) }
  }

  /// The lines, each leading to an action.
  package func leading(to seq: Int?) -> [StyledLine] {
    map { StyledLine($0.text, seq: seq, pointer: $0.pointer) }
  }
}

extension StyledText {
  /// The text's lines.
  package var lines: [StyledLine] {
    var lines: [StyledLine] = [StyledLine(StyledText())]
    for (text, style) in pieces {
      for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { lines.append(StyledLine(StyledText())) }
        if !part.isEmpty { lines[lines.count - 1].text += StyledText(part, style: style) }
      }
    }
    if lines.last?.text.pieces.isEmpty ?? false { lines.removeLast() }
    return lines
  }
}
