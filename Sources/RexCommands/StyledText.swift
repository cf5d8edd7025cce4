import RexJSON

/// Text for a person, in which nothing that came from a log can act on the terminal.
///
/// Only literals are taken as they are. Whatever is interpolated is a stranger's: its control
/// characters, line breaks and invisible format characters are shown as escapes.
///
///     let text: StyledText = "type \(action.type)\n"
public struct StyledText: Sendable, Equatable {
  /// How a piece of text is set off, where colour is wanted.
  public enum Style: Sendable {
    /// As the terminal writes.
    case plain
    /// What was, and is no more.
    case removed
    /// What is new.
    case added
    /// What matters less.
    case dim
    /// What matters most.
    case bold
  }

  private var pieces: [(text: String, style: Style)] = []

  /// No text.
  public init() {}

  /// Text that this program wrote itself.
  init(trusted text: String, style: Style = .plain) { pieces = [(text, style)] }

  /// Text from anywhere, made harmless.
  init(_ text: some StringProtocol, style: Style = .plain) {
    pieces = [(text.shownEscaped, style)]
  }

  /// Lines from anywhere, made harmless but for the breaks between them.
  init(lines: String) {
    let isHarmless = lines.utf8.allSatisfy { 0x20..<0x7F ~= $0 || $0 == UInt8(ascii: "\n") }
    let shown =
      isHarmless
      ? lines
      : lines.split(separator: "\n", omittingEmptySubsequences: false)
        .map(\.shownEscaped).joined(separator: "\n")
    pieces = [(shown, .plain)]
  }

  /// The text one after the other.
  static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.pieces += right.pieces
    return sum
  }

  /// Appends more text.
  static func += (left: inout StyledText, right: StyledText) { left.pieces += right.pieces }

  /// The text without its style.
  public var plain: String { pieces.map(\.text).joined() }

  /// The text with its style as SGR sequences (ECMA-48 section 8.3.117).
  public var coloured: String {
    pieces.map { text, style in
      style.code.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
    }.joined()
  }

  /// Whether both say the same in the same style.
  public static func == (left: StyledText, right: StyledText) -> Bool {
    left.coloured.utf8.elementsEqual(right.coloured.utf8)
  }
}

extension StyledText.Style {
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .removed: "31"
    case .added: "32"
    case .dim: "2"
    case .bold: "1"
    }
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  /// Text of the program's own.
  public init(stringLiteral value: String) { self.init(trusted: value) }

  /// Literals with values between them.
  public init(stringInterpolation: Interpolation) { self = stringInterpolation.text }

  /// Collects literals and values.
  public struct Interpolation: StringInterpolationProtocol {
    var text = StyledText()

    /// Starts empty, whatever the sizes.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a literal as it is.
    public mutating func appendLiteral(_ literal: String) { text += StyledText(trusted: literal) }

    /// Appends text that is already harmless.
    public mutating func appendInterpolation(_ value: StyledText) { text += value }

    /// Appends a number.
    public mutating func appendInterpolation(_ value: Int) { text += StyledText(String(value)) }

    /// Appends anything by its description, made harmless.
    public mutating func appendInterpolation(
      _ value: some StringProtocol, style: Style = .plain
    ) {
      text += StyledText(value, style: style)
    }
  }
}
