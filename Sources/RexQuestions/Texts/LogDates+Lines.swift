package import RexJSON

/// The dates in texts.
extension LogDates {
  /// The most dates shown below a document.
  private static let belowMax = 10

  /// The dates that changed, to go after what changed; empty if there are none.
  package func note(on leaf: StateDifference.Leaf) -> StyledText { Self.note(text(of: leaf)) }

  /// The dates in a payload, to go after it; empty if there are none.
  package func note(onPayload payload: JSON) -> StyledText { Self.note(text(inPayload: payload)) }

  /// The dates in a part of a state, each on a line.
  package func lines(in value: JSON, at position: JSONPointer) -> StyledText {
    Self.lines(found(in: value, at: position, atMost: Self.belowMax + 1), position)
  }

  /// The dates in a payload, each on a line.
  package func lines(inPayload payload: JSON) -> StyledText {
    Self.lines(found(inPayload: payload, atMost: Self.belowMax + 1), JSONPointer())
  }

  private static func lines(_ found: [DatePaths.Found], _ position: JSONPointer) -> StyledText {
    var text = StyledText()
    for date in found.prefix(Self.belowMax) {
      let path = JSONPointer(tokens: position.tokens + date.path.tokens)
      text += "  \(path.description.isEmpty ? "" : "\(path)  ")\(date.text)\n"
    }
    return found.count > Self.belowMax ? text + "  … and more dates (--at)\n" : text
  }

  /// Dates to go after something on its line.
  package static func note(_ text: String?) -> StyledText {
    text.map { "  \("(\($0))", style: .dim)" } ?? ""
  }
}
