import RexQuestions
import RexTerminal

extension StyledText {
  /// A line, cut to a number of columns.
  func cut(to columnsMax: Int) -> StyledText {
    if plain.fits(columns: columnsMax) { return self }
    var (cut, rest) = (StyledText(), max(0, columnsMax - 1))
    for (text, style) in pieces where rest > 0 {
      let beginning = text.prefix(columns: rest)
      cut += StyledText(beginning, style: style)
      rest -= beginning.utf8.count < text.utf8.count ? rest : beginning.columnCount
    }
    return cut + "…"
  }
}
