import RexJSON

/// Text for a terminal, in which control characters from a log are escaped.
///
/// Only literals are printed unchanged. Interpolated text is untrusted: its control characters,
/// line breaks and invisible format characters are escaped.
///
///     let text: StyledText = "type \(action.type)\n"
package struct StyledText: Sendable, Equatable {
  /// The style of a piece of text, used if color is enabled.
  package enum Style: Sendable {
    /// The terminal's default style.
    case plain
    /// A removed value.
    case removed
    /// An added value.
    case added
    /// Less important text.
    case dim
    /// Most important text.
    case bold
    /// Text about something that changed, or that is missing.
    case changed
    /// A name that a person gave, such as a mark or a key.
    case marked
    /// A place in an app's source, `Chat/ChatView.swift:42`, which can be a link.
    case source
  }

  /// The parts of the text, escaped already.
  package private(set) var pieces: [(text: String, style: Style)] = []

  /// No text.
  package init() {}

  /// Trusted text, printed as it is.
  init(trusted text: String, style: Style = .plain) { pieces = [(text, style)] }

  /// Untrusted text, escaped.
  package init(_ text: some StringProtocol, style: Style = .plain) {
    pieces = [(text.escapedForDisplay, style)]
  }

  /// Untrusted lines, escaped except for the line breaks.
  package init(lines: String) {
    let isHarmless = lines.utf8.allSatisfy { 0x20..<0x7F ~= $0 || $0 == UInt8(ascii: "\n") }
    let shown =
      isHarmless
      ? lines
      : lines.split(separator: "\n", omittingEmptySubsequences: false)
        .map(\.escapedForDisplay).joined(separator: "\n")
    pieces = [(shown, .plain)]
  }

  /// Concatenates two texts.
  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.pieces += right.pieces
    return sum
  }

  /// Appends more text.
  package static func += (left: inout StyledText, right: StyledText) { left.pieces += right.pieces }

  /// The text without its style.
  package var plain: String { pieces.map(\.text).joined() }

  /// The text with its style as SGR sequences (ECMA-48 section 8.3.117).
  package var colored: String { colored { _ in nil } }

  /// The text with its style, and places in source as hyperlinks (OSC 8).
  ///
  /// - Parameter url: returns a place's URL, in which all but printable ASCII is encoded; or nil.
  package func colored(linking url: (String) -> String?) -> String {
    pieces.map { text, style in
      let shown = style.code.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
      guard style == .source, let url = url(text) else { return shown }
      return "\u{1B}]8;;\(url)\u{1B}\\\(shown)\u{1B}]8;;\u{1B}\\"
    }.joined()
  }

  /// Whether both have the same text in the same style.
  package static func == (left: StyledText, right: StyledText) -> Bool {
    left.colored.utf8.elementsEqual(right.colored.utf8)
  }
}

extension StyledText.Style {
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .removed: "31"
    case .added: "32"
    case .dim, .source: "2"
    case .bold: "1"
    case .changed: "33"
    case .marked: "36"
    }
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  /// A literal, printed as it is.
  package init(stringLiteral value: String) { self.init(trusted: value) }

  /// Literals with values between them.
  package init(stringInterpolation: Interpolation) { self = stringInterpolation.text }

  /// Collects literals and values.
  package struct Interpolation: StringInterpolationProtocol {
    var text = StyledText()

    /// Creates an empty text; the sizes are ignored.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a literal as it is.
    package mutating func appendLiteral(_ literal: String) { text += StyledText(trusted: literal) }

    /// Appends styled text.
    package mutating func appendInterpolation(_ value: StyledText) { text += value }

    /// Appends a number.
    package mutating func appendInterpolation(_ value: Int) { text += StyledText(String(value)) }

    /// Appends untrusted text, escaped.
    package mutating func appendInterpolation(
      _ value: some StringProtocol, style: Style = .plain
    ) {
      text += StyledText(value, style: style)
    }
  }
}
