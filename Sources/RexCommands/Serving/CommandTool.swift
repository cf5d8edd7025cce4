import RexJSON
import RexServers

/// A command as a tool for agents: its arguments are the command's operands and some options.
struct CommandTool: Sendable {
  /// The command, with the options that an agent may give.
  let command: Command

  /// Only options that read nothing but the log, write nothing and run nothing.
  private init(_ command: Command, _ names: String...) {
    var command = command
    command.options = command.options.filter { names.contains($0.spec.name) }
    precondition(command.options.count == names.count, "\(command.name) lacks an option")
    for option in command.options {
      let isHarmless = ![.file, .newFile, .tool, .command].contains(option.spec.kind)
      precondition(isHarmless, "an agent must not give \(option.spec.name)")
    }
    // An answer is about one log.
    command.operands = command.operands.replacing("…", with: "")
    self.command = command
  }

  static let all = [
    CommandTool(.info, "--check", "--paths"),
    CommandTool(
      .list, "--type", "--grep", "--at", "--where", "--columns", "--from", "--to"),
    CommandTool(.show, "--action", "--diff", "--state", "--at"),
    CommandTool(.when, "--last", "--all", "--changes", "--from", "--to"),
    CommandTool(.history, "--to", "--reverse", "--stats"),
    CommandTool(.diff, "--at"),
    CommandTool(.compare, "--by-seq"),
    CommandTool(
      .verify, "--first", "--quick", "--cumulative", "--ignore", "--epsilon", "--require-checked"),
  ]

  /// The tool, for the logs and with the options that a server was started with.
  func agentTool(for call: CommandCall) -> AgentTool {
    let logs = call.arguments.operands
    return AgentTool(
      name: command.name, description: description, inputSchema: inputSchema(for: logs)
    ) { arguments, request in
      do {
        let page = try CommandPage(arguments)
        let words = try words(for: arguments, logs)
        let document = page.document(of: words, in: call, request)
        let isFailed = ["usage", "unreadable", "noVerdict"].contains(document["status"])
        return AgentAnswer(document, isError: isFailed && document["rows"]?.array == [])
      } catch {
        return AgentAnswer(CommandPage.failure(CommandError(error).line.plain), isError: true)
      }
    }
  }

  private var description: String {
    let notes = command.notes.split(separator: "\n").joined(separator: " ")
    let blame = command.name == "history" ? "; with limit 1, the last that did" : ""
    return command.summary.prefix(1).uppercased() + command.summary.dropFirst() + blame + "."
      + (notes.isEmpty ? "" : " " + notes)
  }

  /// The arguments that name logs.
  private var logKeys: [String] {
    command.operandList.filter { $0.kind == .log }.map { $0.name.lowercased() }
  }

  private func inputSchema(for logs: [String]) -> JSON {
    var properties = command.inputSchema["properties"]?.object ?? JSONObject()
    for key in logKeys {
      properties[key] = ["type": "string", "enum": .array(logs.map(JSON.string))]
    }
    for (name, schema) in CommandPage.argumentSchemas { properties[name] = schema }
    let required = command.inputSchema["required"]?.array ?? []
    return command.inputSchema.adding([
      "properties": .object(properties),
      "required": .array(required.filter { logs.count > 1 || $0 != "log" }),
    ])
  }

  /// The words of the command for some arguments; throws a usage error.
  private func words(for arguments: JSONObject, _ logs: [String]) throws -> [String] {
    var given = JSONObject()
    for (key, value) in arguments where value != .null { given[key] = value }
    for (key, _) in CommandPage.argumentSchemas { given[key] = nil }
    if logs.count == 1, given["log"] == nil { given["log"] = .string(logs[0]) }
    for key in logKeys {
      let log = given[key]?.string
      guard let log, logs.contains(log) else {
        throw CommandError.usage(
          "\(key) takes one of \(logs.joined(separator: ", "))",
          nearest: log.flatMap(logs.nearest))
      }
    }
    return try command.words(for: given)
  }
}
