import RexDebug
import RexJSON
import RexLog
import RexRedaction
import RexReplayer

extension Command {
  static let redact = Command(
    name: "redact", operands: "LOG -o NEW",
    summary: "writes the log with its secrets redacted, or checks that secrets are not in it",
    options: [
      .output,
      CommandOption(name: "--path", value: "P", help: "the path of a secret: /a/*/b, **/b"),
      CommandOption(
        name: "--keyed-path", value: "P", help: "the path of an object whose keys are secret"),
      CommandOption(name: "--key", value: "K", help: "a key whose values are secret"),
      CommandOption(
        name: "--shape", value: "S", help: "a secret pattern: email, phone, or a standard one"),
      CommandOption(
        name: "--secrets", value: "FILE",
        help: "replace the lines of FILE wherever they are in the log, even encoded"),
      CommandOption(
        name: "--longest", value: "N", help: "omit texts longer than N bytes; at least 64"),
      CommandOption(
        name: "--check", value: "FILE", help: "exit 1 if a line of FILE is anywhere in the log"),
    ]
  ) { call in
    let rules = try RedactionRules(call.arguments)
    let path = try call.operands("LOG")[0]
    let check = try call.arguments.values["--check"].map { list in
      guard list != "-" || path != "-" else {
        throw CommandError.usage("- cannot be both LOG and --check")
      }
      return SecretCheck(try SecretList(at: list, for: "--check"))
    }
    if let check, call.arguments.values["--output"] == nil {
      return try check.run(LogPaths.logs(at: path), call)
    }
    let secrets = try call.arguments.values["--secrets"].map { list in
      guard list != "-" || path != "-" else {
        throw CommandError.usage("- cannot be both LOG and --secrets")
      }
      return try SecretList(at: list, for: "--secrets")
    }
    let new = try call.newLog("NEW")
    let log = try call.open(path)
    var redaction = LogRedaction(log, rules: rules, secrets: secrets?.texts ?? [])
    try writeNewLog(at: new) { sink in
      try redaction.write(to: sink)
    }
    call.print(
      RedactOutcome(
        log: log.name, output: new, redacted: redaction.redactedCount, rules: rules.kinds,
        incomplete: Incompleteness(log)))
    if !call.wantsJSON { call.environment.printIncompleteness(of: log) }
    return try check?.run([LogPaths(name: new, files: [new])], call) ?? .success
  }
}

/// The result of `redact`.
private struct RedactOutcome: CommandResult {
  let log, output: String
  /// The number of redacted values.
  let redacted: Int
  /// The kinds of rules that were applied.
  let rules: [String]
  let incomplete: Incompleteness?

  var text: StyledText { "\(log): \(LogText.count(redacted, "value")) redacted in \(output)\n" }
}

extension RedactionRules {
  /// The standard rules, extended by a command's options.
  fileprivate init(_ arguments: Arguments) throws {
    self = .standard
    paths = try RedactionRules.patterns(arguments, "--path")
    keyedPaths = try RedactionRules.patterns(arguments, "--keyed-path")
    if arguments.values["--longest"] != nil {
      textBytesMax = try arguments.integer("--longest", default: 0)
    }
    for key in arguments.lists["--key"] ?? [] { keyNames.insert(key) }
    for name in arguments.lists["--shape"] ?? [] {
      guard let shape = SecretShape(rawValue: name) else {
        let known = SecretShape.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError.usage("there is no shape \(name); choose one of: \(known)")
      }
      shapes.insert(shape)
    }
  }

  private static func patterns(
    _ arguments: Arguments, _ option: String
  ) throws -> [PathPattern] {
    var patterns: [PathPattern] = []
    for text in arguments.lists[option] ?? [] {
      guard let pattern = PathPattern(text) else {
        throw CommandError.usage(
          "\(option) takes a pattern of paths such as /user/token or **/token")
      }
      patterns.append(pattern)
    }
    return patterns
  }
}
