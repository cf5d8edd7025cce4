import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexRedaction
import RexReplayer

extension Options {
  fileprivate static let path = Option(
    repeatable: "--path", "PATTERN", .pattern, "the paths of secrets")
  fileprivate static let keyedPath = Option(
    repeatable: "--keyed-path", "PATTERN", .pattern, "the paths of objects whose keys are secret")
  fileprivate static let key = Option(
    repeatable: "--key", "K", .text, "a key whose values are secret")
  fileprivate static let shape = Option(
    repeatable: "--shape", "S", .someOf(SecretShape.self),
    "a secret pattern: email, phone, or a standard one")
  fileprivate static let secrets = Option(
    "--secrets", "FILE", .file,
    "replace the lines of FILE wherever they are in the log, even encoded")
  fileprivate static let longest = Option(
    "--longest", "N", .whole(64...Int.max), "omit texts longer than N bytes")
  fileprivate static let check = Option(
    "--check", "FILE", .file, "exit 1 if a line of FILE is anywhere in the log")
}

extension ValueReader<PathPattern> {
  fileprivate static var pattern: Self {
    Self(kind: .pattern) { text, name in
      guard let pattern = PathPattern(text) else {
        throw CommandError.usage(
          "\(name) takes a pattern of paths such as /user/token or **/token, not \(text)")
      }
      return pattern
    }
  }
}

extension Command {
  static let redact = Command(
    name: "redact", operands: "LOG -o NEW",
    summary: "writes the log with its secrets redacted, or checks that secrets are not in it",
    example: "redact session.jsonl -o shareable.jsonl --key nickname",
    options: [
      Options.output, Options.path, Options.keyedPath, Options.key, Options.shape, Options.secrets,
      Options.longest, Options.check,
    ]
  ) { call in
    if call.has(Options.check) { call.environment.outliveReader() }
    let rules = try RedactionRules(call)
    let path = try call.operands("LOG")[0]
    let check = try call[Options.check].map { list in
      guard list != "-" || path != "-" else {
        throw CommandError.usage("- cannot be both LOG and --check")
      }
      return SecretCheck(try SecretList(at: list, for: "--check"))
    }
    if let check, !call.has(Options.output) {
      return try check.run(call.logs(at: path), call)
    }
    let secrets = try call[Options.secrets].map { list in
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
        visible: redaction.copies, incomplete: Incompleteness(log)))
    call.environment.printUnfinished(of: log)
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
  /// What is redacted in the state, but not in the action that brought it there.
  let visible: [UnredactedCopy]
  let incomplete: Incompleteness?

  var text: StyledText {
    visible.reduce("\(log): \(LogText.count(redacted, "value")) redacted in \(output)\n") {
      text, copy in
      let finding: StyledText =
        "\(log): action \(copy.seq) \(copy.type) still has a value that is redacted in the state"
      return text + RedactionAdvice.text(finding, copy.path)
    }
  }
}

/// The rule that redacts a value in an action.
enum RedactionAdvice {
  static func text(_ finding: StyledText, _ path: String) -> StyledText {
    let rule: StyledText = "hint: add --path \(path), or in the app: paths: [\"\(path)\"]\n"
    return finding + ", at \(path)\n" + rule
  }
}

extension RedactionRules {
  /// The standard rules, extended by a command's options.
  fileprivate init(_ call: CommandCall) throws {
    self = .standard
    (paths, keyedPaths) = (try call[Options.path], try call[Options.keyedPath])
    if let longest = try call[Options.longest] { textBytesMax = longest }
    for key in try call[Options.key] { keyNames.insert(key) }
    for shape in try call[Options.shape].joined() { shapes.insert(shape) }
  }
}
