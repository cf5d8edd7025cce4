import RexJSON
import RexLocking
import RexLog
import RexQuestions
import RexTimeline

/// An indented document, which is written in chunks.
///
/// Its text can be hundreds of megabytes, so it is never in memory as a whole.
enum PrettyText {
  /// A document; nil for none.
  case value(JSON?)
  /// The encoded action of a line, formatted without parsing it.
  case payload(of: KeptAction)
  /// Other text in place of a document.
  case line(StyledText)

  /// The beginning of its text, as far as a person scrolls.
  func beginning(
    bytesMax: Int = 1 << 17, marking placeholders: LogPlaceholders?
  ) -> String {
    let text = Locked("")
    let environment = CommandEnvironment(
      write: { piece in text.withLock { if $0.utf8.count < bytesMax { $0 += piece } } },
      writeError: { _ in }, nextLine: { nil })
    environment.print(self, marking: placeholders)
    return text.withLock(\.self)
  }
}

extension CommandEnvironment {
  /// Writes a document for people, with its placeholders marked and a line break after it.
  func print(_ text: PrettyText, marking placeholders: LogPlaceholders?) {
    switch text {
    case .value(let json?):
      json.bytes.withUnsafeBytes { print(pretty: $0, marking: placeholders) }
      write("\n")
    case .payload(let line):
      line.readPayload { print(pretty: $0, marking: placeholders) }
      write("\n")
    case .value(nil): write("(nothing)\n")
    case .line(let line): print(line)
    }
  }

  /// Writes an object on its own line: members, a possibly long member, more members.
  ///
  /// - Parameter first: an object with at least one member.
  func print(_ first: JSON, _ member: (key: String, value: PrettyText?), _ rest: JSON) {
    print(StyledText(String(first.description.dropLast())))
    func printValue(_ text: UnsafeRawBufferPointer) {
      print(StyledText(",\(JSON.string(member.key).description):"))
      JSON.prettyPrint(text, indent: nil) { print(StyledText($0)) }
    }
    switch member.value {
    case .payload(let line): line.readPayload(printValue)
    case .value(let json?): json.bytes.withUnsafeBytes(printValue)
    case .value(nil), .line, nil: break
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

  private func print(
    pretty text: UnsafeRawBufferPointer, marking placeholders: LogPlaceholders?
  ) {
    var marks = placeholders.map(PlaceholderMarks.init)
    JSON.prettyPrint(text) { print(StyledText(lines: marks?.marking($0) ?? $0)) }
    if let end = marks?.end() { print(StyledText(lines: end)) }
  }
}

extension PrettyText {
  /// The document, if it is shorter than what is parsed to look for dates.
  var short: JSON? {
    switch self {
    case .value(let json): return json
    case .line: return nil
    case .payload(let line):
      var document: JSON?
      line.readPayload { text in
        if text.count <= 1 << 20 { document = try? JSON(parsing: Array(text)) }
      }
      return document
    }
  }
}

extension KeptAction {
  /// Calls a closure with the JSON text of the encoded action, unless it is opaque.
  fileprivate func readPayload(_ body: (UnsafeRawBufferPointer) -> Void) {
    _ = try? read { line in if let payload = line.shown { body(payload) } }
  }
}
