import RexJSON
import RexLog

/// A document over several lines, which is written in pieces as they are made.
///
/// Its text may be hundreds of megabytes, and is never in memory as a whole.
enum PrettyText {
  /// A document; nil for none.
  case value(JSON?)
  /// The encoded action of a line, of which no tree is built.
  case payload(of: ActionText)
  /// Something else that stands in the place of one.
  case line(StyledText)
}

extension CommandEnvironment {
  /// Writes a document for a person, with the line break behind it.
  func print(_ text: PrettyText) {
    switch text {
    case .value(let json?):
      json.bytes.withUnsafeBytes(print(pretty:))
      write("\n")
    case .payload(let text):
      _ = text.withPayload(print(pretty:))
      write("\n")
    case .value(nil): write("(nothing)\n")
    case .line(let line): print(line)
    }
  }

  private func print(pretty text: UnsafeRawBufferPointer) {
    JSON.prettyPrint(text) { print(StyledText(lines: $0)) }
  }
}
