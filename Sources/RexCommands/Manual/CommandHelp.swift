import RexQuestions

/// The help of a command, as wide as a terminal.
struct CommandHelp {
  let command: Command
  let tool: ReplayCommandLine
  let columnCount: Int

  /// The column at which the descriptions of options begin.
  private static let descriptionColumn = 22

  /// How it is called: `rexreplay show [options] LOG SEQ`.
  var call: String {
    [tool.name, command.name, command.options.isEmpty ? "" : "[options]", command.operands]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// How it is called, and its options.
  var shortText: StyledText {
    var text: StyledText = "usage: \(call)\n\n"
    text += StyledText(lines: wrapped(command.summary, indent: 2)) + "\n"
    let workers = Set(Options.ofWorkers.map(\.spec.name))
    let own = command.specs.filter { !workers.contains($0.name) }
    let common = command.specs.filter { workers.contains($0.name) }
    text += "options:\n" + list(own)
    if !common.isEmpty { text += "\nwhere actions are reduced:\n" + list(common) }
    return text
  }

  /// All of it.
  var text: StyledText {
    var text = shortText
    let forms = command.forms.map { ($0.names.joined(separator: ", "), $0.form) }
    if !forms.isEmpty { text += "\nvalues:\n" + list(forms) }
    if !command.notes.isEmpty { text += "\n" + StyledText(lines: wrappedParagraphs(command.notes)) }
    text += "\nexample:\n  \(tool.name) \(command.example)\n"
    guard command.operands.hasPrefix("EXAMPLE") else { return text }
    text += "\nEXAMPLE is one of:\n"
    for example in tool.sessions {
      text += "  \(example.name.padded(to: 20))\(example.summary)\n"
    }
    return text
  }

  private func list(_ options: [OptionSpec]) -> StyledText {
    list(options.map { ($0.call, $0.description) })
  }

  /// Names, each with its description beside it.
  private func list(_ rows: [(name: String, text: String)]) -> StyledText {
    rows.reduce(into: StyledText()) { text, row in
      var head = "  " + row.name
      if head.count >= Self.descriptionColumn {
        text += "\(head)\n"
        head = ""
      }
      let description = wrapped(row.text, indent: Self.descriptionColumn)
      text += StyledText(head) + StyledText(lines: String(description.dropFirst(head.count)))
    }
  }

  /// Paragraphs of at most the terminal's width; lines with columns stay as they are.
  private func wrappedParagraphs(_ text: String) -> String {
    var (lines, paragraph) = ("", "")
    for line in text.split(separator: "\n") {
      guard line.contains("  ") else {
        paragraph += (paragraph.isEmpty ? "" : " ") + line
        continue
      }
      if !paragraph.isEmpty { lines += wrapped(paragraph, indent: 0) }
      (lines, paragraph) = (lines + line + "\n", "")
    }
    return paragraph.isEmpty ? lines : lines + wrapped(paragraph, indent: 0)
  }

  private func wrapped(_ text: String, indent: Int) -> String {
    text.wrapped(to: columnCount, indent: indent)
  }
}

extension String {
  /// Lines of at most a terminal's width, each indented.
  func wrapped(to columnCount: Int, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines = [margin]
    for word in split(separator: " ") {
      let isFirst = lines[lines.count - 1].count == indent
      if !isFirst, lines[lines.count - 1].count + 1 + word.count > columnCount {
        lines.append(margin + word)
      } else {
        lines[lines.count - 1] += (isFirst ? "" : " ") + word
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension OptionSpec {
  /// How it is given: `-o, --output LOG`.
  var call: String {
    (short.map { "\($0), " } ?? "") + name + (valueName.map { " \($0)" } ?? "")
  }

  /// What it does, with its value by default and how often it can be given.
  var description: String { help + rest }

  /// Its value by default, and how often it can be given.
  var rest: String {
    (fallback.map { "; default \($0)" } ?? "") + (isRepeatable ? "; can be repeated" : "")
  }
}
