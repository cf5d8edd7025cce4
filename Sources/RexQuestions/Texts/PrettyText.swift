package import RexJSON
package import RexLog

/// An indented document, which is written in chunks.
///
/// Its text can be hundreds of megabytes, so it is never in memory as a whole.
package enum PrettyText {
  /// A document; nil for none.
  case value(JSON?)
  /// The encoded action of a line, formatted without parsing it.
  case payload(of: KeptAction)
  /// Other text in place of a document.
  case line(StyledText)

  /// Writes the text, with its placeholders marked and a line break after it.
  package func write(
    marking placeholders: LogPlaceholders?, to write: (StyledText) -> Void
  ) {
    switch self {
    case .value(nil): write("(nothing)\n")
    case .line(let line): write(line)
    case .value, .payload:
      var marks = placeholders.map(PlaceholderMarks.init)
      read { text in
        JSON.prettyPrint(text) { write(StyledText(lines: marks?.marking($0) ?? $0)) }
      }
      if let end = marks?.end() { write(StyledText(lines: end)) }
      write("\n")
    }
  }

  /// The beginning of its text, as far as a person scrolls.
  package func beginning(
    bytesMax: Int = 1 << 17, marking placeholders: LogPlaceholders?
  ) -> StyledText {
    var (beginning, byteCount) = (StyledText(), 0)
    write(marking: placeholders) { piece in
      guard byteCount < bytesMax else { return }
      beginning += piece
      byteCount += piece.pieces.reduce(0) { $0 + $1.text.utf8.count }
    }
    return beginning
  }

  /// Calls a closure with the document's JSON text; not at all if there is none.
  package func read(_ body: (UnsafeRawBufferPointer) -> Void) {
    switch self {
    case .value(let json?): json.bytes.withUnsafeBytes(body)
    case .payload(let line): _ = try? line.read { if let payload = $0.shown { body(payload) } }
    case .value(nil), .line: break
    }
  }

  /// The document, if it is shorter than what is parsed to look for dates.
  package var short: JSON? {
    if case .value(let json) = self { return json }
    var document: JSON?
    read { text in
      if text.count <= 1 << 20 { document = try? JSON(parsing: Array(text)) }
    }
    return document
  }
}
