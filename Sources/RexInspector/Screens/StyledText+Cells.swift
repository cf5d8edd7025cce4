import RexQuestions
import RexTerminal

extension StyledText.Style {
  /// The style of cells that show the text.
  var cells: CellStyle {
    switch self {
    case .plain: .plain
    case .removed: .removed
    case .added: CellStyle(foreground: .indexed(2))
    case .dim, .source: .dim
    case .bold: CellStyle(isBold: true)
    case .changed: .changed
    case .marked: .marked
    }
  }
}

extension CellStyle {
  static let dim = CellStyle(isDim: true)
  static let removed = CellStyle(foreground: .indexed(1))
  static let changed = CellStyle(foreground: .indexed(3))
  static let marked = CellStyle(foreground: .indexed(6))
}

extension String {
  /// The text with spaces before it, so that it takes some columns.
  func paddedLeft(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - columnCount)) + self
  }
}
