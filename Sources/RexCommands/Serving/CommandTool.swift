import RexJSON
import RexQuestions
import RexServers

/// A command as a tool for agents: its arguments are the command's operands and some options.
struct CommandTool: Sendable {
  /// The command, with the options that an agent may give.
  let command: Command
  /// What an agent is told of it, in terms of the tool's arguments.
  private let description: String
  /// Whether an answer can have many rows.
  private var hasManyRows = true
  /// The values of arguments that are not given.
  private var defaults: [(key: String, value: JSON)] = []

  /// Only options that read nothing but the log, write nothing and run nothing.
  private init(_ command: Command, _ names: String..., description: String) {
    var command = command
    command.options = command.options.filter { names.contains($0.spec.name) }
    precondition(command.options.count == names.count, "\(command.name) lacks an option")
    for option in command.options {
      let isHarmless = ![.file, .newFile, .tool, .command].contains(option.spec.kind)
      precondition(isHarmless, "an agent must not give \(option.spec.name)")
    }
    // An answer is about one log.
    command.operands = command.operands.replacing("…", with: "")
    (self.command, self.description) = (command, description)
  }

  /// The tools for some logs: of one, there is no other to compare it with.
  static func all(for logCount: Int) -> [CommandTool] {
    logCount > 1 ? all : all.filter { $0.command.name != Command.compare.name }
  }

  private static let all = [info, list, show, when, history, unusual, diff, compare, verify]

  private static let info = CommandTool(
    .info, "--check", "--paths",
    description: "What was recorded: app, session, counts, duration, damage, action types by count."
  )

  private static let list = {
    var tool = CommandTool(
      .list, "--type", "--not-type", "--grep", "--at", "--where", "--columns", "--from", "--to",
      description: """
        Actions: seq, time, type, cause, the beginning of the payload, and the paths they changed. \
        Several values of one filter match any of them; different filters must all match.
        """)
    tool.defaults = [("columns", "seq,time,type,payload,paths")]
    return tool
  }()

  private static let show = {
    var tool = CommandTool(
      .show, "--action", "--diff", "--state", "--at",
      description: """
        An action and what it changed; with state or at also the state after it, or a part of it.
        """)
    tool.hasManyRows = false
    return tool
  }()

  private static let when = CommandTool(
    .when, "--last", "--all", "--changes", "--full", "--from", "--to",
    description: """
      The first action after which a condition holds, with the values that it read; no rows: it \
      never does. A condition is a logical expression of JSONPath (RFC 9535). $ is the state after \
      the action, $$ the state before it, @ the action: @.seq, @.type, @.cause, @.action, the \
      payload, @.patch, the operations (inside [?…], @ is the element, key(@) its name or index, \
      @@ the action). A name can be calculated: $.rooms[$.open]. Functions: length, count, value, \
      match, search, sum, min, max, abs, floor, contains, unique, ascending, descending, \
      changed($.a), index(query, value), substring(text, from, length), split(text, separator, \
      index); also + - * / % and within. Examples: $.cart.total < 0; !unique($.items[*].id); \
      $.open != $$.open && @.type == "close"; count($.orders[?@.isOpen == true]) > 3; $.total != \
      sum($.items[*], @.price * @.count) within 0.01.
      """)

  private static let history = CommandTool(
    .history, "--to", "--reverse", "--stats",
    description: """
      The actions that changed a value, the last first, with the old and new value, followed back \
      through insertions, removals and moves; with limit 1, the last that did.
      """)

  private static let unusual = CommandTool(
    .unusual, "--beside",
    description: """
      What actions did that others of their type do not, without a hypothesis: the rarest changes \
      first, and answers that came late; with beside, only what never happens in those logs. what \
      is added, removed, changed, increased, decreased, moved, nothing, late, exactly (these \
      changes and no others) or type; of is how many actions the type has. Then, for each type, \
      the time of its reducer and the bytes of its changes.
      """)

  private static let diff = CommandTool(
    .diff, "--at", "--ignore", "--epsilon",
    description: """
      How the states after actions a and b differ, or, without b, what a changed; no rows: they \
      are equal.
      """)

  private static let compare = CommandTool(
    .compare, "--by-seq", "--all", "--ignore", "--epsilon",
    description: """
      Where two logs part: the first difference, path by path; with all also the later ones, and \
      without the paths to ignore, such as identifiers.
      """)

  private static let verify = {
    var tool = CommandTool(
      .verify, "--first", "--quick", "--cumulative", "--ignore", "--epsilon", "--require-checked",
      description: """
        Reduces the actions again, and compares each result with the recording: finds reducers \
        that are not deterministic or have changed since.
        """)
    tool.hasManyRows = false
    return tool
  }()

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
        let isFailed = document["status"] != "success" && document["rows"]?.array == []
        return AgentAnswer(document, isError: isFailed)
      } catch {
        let problem = CommandError(error).line.plain
        return AgentAnswer(
          ["status": "usage", "rows": [], "notes": [.string(problem)]], isError: true)
      }
    }
  }

  /// The arguments that name logs.
  private var logKeys: [String] {
    command.operandList.filter { $0.kind == .log }.map { $0.name.lowercased() }
  }

  /// The options that take logs.
  private var logOptionKeys: [String] {
    command.options.map(\.spec).filter { $0.kind == .log }.map { String($0.name.dropFirst(2)) }
  }

  /// Whether a call without a log is about all.
  private var takesAllLogs: Bool { command.name == Command.info.name }

  private func inputSchema(for logs: [String]) -> JSON {
    var properties = command.inputSchema["properties"]?.object ?? JSONObject()
    for key in logKeys {
      let form = "a log's number, or the end of its name" + (takesAllLogs ? "; default: all" : "")
      properties[key] =
        logs.count > 1
        ? ["type": ["string", "integer"], "description": .string(form)] : nil
    }
    for key in logOptionKeys {
      let form = "logs, each by its number or the end of its name"
      properties[key] =
        logs.count > 1
        ? [
          "type": "array", "items": ["type": ["string", "integer"]], "description": .string(form),
        ] : nil
    }
    for (name, schema) in CommandPage.argumentSchemas where hasManyRows || name == "bytes" {
      properties[name] = schema
    }
    let required = command.inputSchema["required"]?.array ?? []
    return command.inputSchema.adding([
      "properties": .object(properties),
      "required": .array(
        required.filter { $0 != "log" || logs.count > 1 && !takesAllLogs }),
    ])
  }

  /// The words of the command for some arguments; throws a usage error.
  private func words(for arguments: JSONObject, _ logs: [String]) throws -> [String] {
    let known = (inputSchema(for: logs)["properties"]?.object ?? JSONObject()).map(\.key)
    var given = JSONObject()
    for (key, value) in defaults { given[key] = value }
    for (key, value) in arguments where value != .null {
      guard known.contains(key) || logKeys.contains(key) else {
        throw CommandError.usage(
          "there is no argument \(key); \(command.name) takes \(known.joined(separator: ", "))")
      }
      given[key] = value
    }
    for (key, _) in CommandPage.argumentSchemas { given[key] = nil }
    for key in logKeys {
      if given[key] == nil, takesAllLogs || logs.count == 1 {
        given[key] = .array(logs.map(JSON.string))
      } else {
        given[key] = .string(try log(given[key], key, logs))
      }
      for path in given[key]?.array ?? [given[key] ?? .null] {
        try LogPaths.checkCanBeServed(path.string ?? "")
      }
    }
    for key in logOptionKeys {
      guard let value = given[key] else { continue }
      given[key] = .array(try (value.array ?? [value]).map { .string(try log($0, key, logs)) })
    }
    return try command.words(for: given)
  }

  /// The log that an argument names, by its number or the end of its path.
  private func log(_ value: JSON?, _ key: String, _ logs: [String]) throws -> String {
    let word = value?.string ?? value?.number?.text ?? ""
    if let same = logs.first(where: word.hasSameBytes) { return same }
    if let number = Int(word), number > 0, number <= logs.count { return logs[number - 1] }
    let found = logs.filter { $0.hasSuffix(word) || $0.hasSuffix(word + ".jsonl") }
    guard !word.isEmpty, let only = found.first, found.count == 1 else {
      let names = logs.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
      throw CommandError.usage("\(key) takes a log's number, or the end of its name: \(names)")
    }
    return only
  }

  /// A message of a command, with the names of arguments instead of those of its options and
  /// operands.
  static func reworded(_ text: String, for name: String) -> String {
    var text = text
    let tool = all.first { $0.command.name == name }
    for operand in tool?.command.operandList ?? [] {
      for separator in [" takes", ", column"] where text.hasPrefix(operand.name + separator) {
        text = operand.name.lowercased() + text.dropFirst(operand.name.count)
      }
    }
    return text.replacing(#/--(?<name>[a-z][a-z-]*)/#) { match in
      optionNames.contains(String(match.output.0)) ? match.output.name : match.output.0
    }
  }

  private static let optionNames = Set(all.flatMap(\.command.options).map(\.spec.name))
}
