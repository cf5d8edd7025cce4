import RexQuestions

extension Command {
  static let man = Command(
    name: "man", operands: "",
    summary: "prints the manual page: rexreplay man | man -l -",
    example: "man", options: [], printsJSON: false
  ) { call in
    _ = try call.operands()
    call.environment.print(StyledText(lines: ManualPage(tool: call.tool).text))
    return .success
  }
}

/// The manual page, in the man macros of troff.
struct ManualPage {
  let tool: ReplayCommandLine

  var text: String {
    let name = tool.name
    var lines = [
      ".TH \(roff(name.uppercased())) 1", ".SH NAME",
      "\(roff(name)) \\- \(ReplayCommandLine.summary)",
      ".SH SYNOPSIS", ".B \(roff(name))", ".I COMMAND", "[options] LOG…", ".SH COMMANDS",
    ]
    for command in tool.commands { lines += section(of: command) }
    lines.append(".SH VALUES")
    for value in [ValueForm](of: tool.commands) {
      lines += [".TP", ".B \(roff(value.names.joined(separator: ", ")))", roff(value.form)]
    }
    lines.append(".SH EXIT STATUS")
    for status in CommandStatus.allCases { lines += [".TP", "\(status.rawValue)", status.meaning] }
    return lines.map { $0 + "\n" }.joined()
  }

  private func section(of command: Command) -> [String] {
    var lines = [".SS \(roff(command.name)) \(roff(command.operands))", roff(command.summary)]
    for option in command.specs {
      lines += [".TP", ".B \(roff(option.call))", roff(option.description)]
    }
    if !command.notes.isEmpty {
      lines += [".PP", ".nf"] + command.notes.split(separator: "\n").map { roff($0) } + [".fi"]
    }
    return lines + [".PP", "Example:", ".RS", roff("\(tool.name) \(command.example)"), ".RE"]
  }

  /// A line of text, none of which is a request or an escape.
  private func roff(_ text: some StringProtocol) -> String {
    let escaped = text.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : String($0) }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
