import RexJSON
import RexLog
import RexQuestions

extension CommandEnvironment {
  /// Writes a document for people, with its placeholders marked and a line break after it.
  func print(_ text: PrettyText, marking placeholders: LogPlaceholders?) {
    text.write(marking: placeholders) { print($0) }
  }

  /// Writes an object on its own line: members, a possibly long member, more members.
  ///
  /// - Parameter first: an object with at least one member.
  func print(_ first: JSON, _ member: (key: String, value: PrettyText?), _ rest: JSON) {
    print(StyledText(String(first.description.dropLast())))
    member.value?.read { text in
      print(StyledText(",\(JSON.string(member.key).description):"))
      JSON.prettyPrint(text, indent: nil) { print(StyledText($0)) }
    }
    guard rest.object?.isEmpty == false else { return write("}\n") }
    write(",")
    var isFirst = true
    rest.write { piece in
      // The opening brace is the first character of the first chunk.
      print(StyledText(piece.dropFirst(isFirst ? 1 : 0)))
      isFirst = false
    }
    write("\n")
  }
}
