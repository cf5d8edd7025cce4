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

  /// Writes an object on a line of its own: members, one that may be long, more members.
  ///
  /// - Parameter first: has at least one member.
  func print(_ first: JSON, _ member: (key: String, value: PrettyText?), _ rest: JSON) {
    print(StyledText(String(first.description.dropLast())))
    func printValue(_ text: UnsafeRawBufferPointer) {
      print(StyledText(",\(JSON.string(member.key).description):"))
      JSON.prettyPrint(text, indent: nil) { print(StyledText($0)) }
    }
    switch member.value {
    case .payload(let text): _ = text.withPayload(printValue)
    case .value(let json?): json.bytes.withUnsafeBytes(printValue)
    case .value(nil), .line, nil: break
    }
    guard rest.object?.isEmpty == false else { return write("}\n") }
    write(",")
    var isFirst = true
    rest.write { piece in
      // The opening brace is the first piece's first character.
      print(StyledText(piece.dropFirst(isFirst ? 1 : 0)))
      isFirst = false
    }
    write("\n")
  }

  private func print(pretty text: UnsafeRawBufferPointer) {
    JSON.prettyPrint(text) { print(StyledText(lines: $0)) }
  }
}
