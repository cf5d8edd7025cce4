/// How a cell looks.
package struct CellStyle: Hashable, Sendable {
  package var foreground: CellColor
  package var background: CellColor
  package var isBold: Bool
  package var isDim: Bool
  package var isUnderlined: Bool
  /// Whether foreground and background are exchanged.
  package var isReversed: Bool

  package init(
    foreground: CellColor = .standard, background: CellColor = .standard, isBold: Bool = false,
    isDim: Bool = false, isUnderlined: Bool = false, isReversed: Bool = false
  ) {
    (self.foreground, self.background) = (foreground, background)
    (self.isBold, self.isDim) = (isBold, isDim)
    (self.isUnderlined, self.isReversed) = (isUnderlined, isReversed)
  }

  /// The terminal's own colors, without attributes.
  package static let plain = CellStyle()
}

/// A color of text or of what is behind it.
package enum CellColor: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// A color of the palette: the terminal's own from 0, such as 1 for red and 2 for green, and
  /// 8...15 for the bright ones; xterm's cube and grays from 16.
  case indexed(UInt8)
  case rgb(UInt8, UInt8, UInt8)
}

extension CellStyle {
  /// The sequence that selects the style, whatever was selected before (ECMA-48 section 8.3.117).
  func sequence(depth: ColorDepth) -> String {
    var codes = "0"
    if isBold { codes += ";1" }
    if isDim { codes += ";2" }
    if isUnderlined { codes += ";4" }
    if isReversed { codes += ";7" }
    codes += foreground.reduced(to: depth).codes(base: 30)
    codes += background.reduced(to: depth).codes(base: 40)
    return "\u{1B}[\(codes)m"
  }
}

extension CellColor {
  fileprivate func codes(base: Int) -> String {
    switch self {
    case .standard: ""
    case .indexed(let index) where index < 8: ";\(base + Int(index))"
    case .indexed(let index) where index < 16: ";\(base + 52 + Int(index))"
    case .indexed(let index): ";\(base + 8);5;\(index)"
    case .rgb(let red, let green, let blue): ";\(base + 8);2;\(red);\(green);\(blue)"
    }
  }
}
