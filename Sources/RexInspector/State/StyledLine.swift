import RexJSON
package import RexTerminal

/// A line of text in several styles, which may lead to an action or to a value.
package struct StyledLine: Sendable, Equatable {
  package struct Piece: Sendable, Equatable {
    package var text: String
    package var style: CellStyle

    package init(_ text: String, _ style: CellStyle = .plain) {
      (self.text, self.style) = (text, style)
    }
  }

  package var pieces: [Piece]
  /// The action to which it leads.
  var seq: Int?
  /// The value in the state to which it leads.
  var pointer: JSONPointer?

  package init(_ pieces: [Piece]) { self.pieces = pieces }

  init(_ text: String, _ style: CellStyle = .plain, seq: Int? = nil, pointer: JSONPointer? = nil) {
    (pieces, self.seq, self.pointer) = ([Piece(text, style)], seq, pointer)
  }

  var text: String { pieces.map(\.text).joined() }
}

extension CellStyle {
  static let bold = CellStyle(isBold: true)
  static let dim = CellStyle(isDim: true)
  static let added = CellStyle(foreground: .indexed(2))
  static let removed = CellStyle(foreground: .indexed(1))
  static let changed = CellStyle(foreground: .indexed(3))
  static let marked = CellStyle(foreground: .indexed(6))
  static let reversed = CellStyle(isReversed: true)
}
