import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexRedaction
import RexReplayer

/// Checks that none of a list of secrets is in a log; it prints positions, never secrets.
struct SecretCheck: Sendable {
  /// The line of each secret in the list.
  private let lines: [Int]
  private let search: SecretSearch

  /// Creates a check for a list of secrets.
  init(_ list: SecretList) { (lines, search) = (list.lines, SecretSearch(list.texts)) }

  /// Checks every file of some logs; reports unreadable ones, and continues.
  func run(_ logs: [LogPaths], _ call: CommandCall) throws -> CommandStatus {
    let check = LogsCheck(
      call: call, suite: "redact", holds: "clean", broken: "with secrets", unknown: "unchecked")
    return try check.run(on: logs) { call, log in
      try log.checkFiles()
      return (CommandStatus.ofSeveralLogs(try log.files.map { try run($0, call) }), "")
    }
  }

  private func run(_ path: String, _ call: CommandCall) throws -> CommandStatus {
    var places: [SecretPlaces.Place] = []
    var actions: [SecretPlaces.InAction] = []
    var count = 0
    try FileLines.forEach(ofFileAt: path) { line, number in
      let found = search.findings(in: line)
      count += found.count
      for finding in found where places.count < placesShownMax(call) {
        places.append(
          SecretPlaces.Place(
            line: number, column: finding.range.lowerBound + 1, secret: lines[finding.secret]))
      }
      if !found.isEmpty { addAction(ofLine: line, to: &actions) }
    }
    call.print(
      SecretPlaces(
        log: path, secrets: lines.count, clean: count == 0, places: places, actions: actions,
        count: count))
    return count == 0 ? .success : .negative
  }

  /// Adds the paths in an action at which there are secrets, each once.
  private func addAction(ofLine line: [UInt8], to actions: inout [SecretPlaces.InAction]) {
    guard actions.count < SecretCheck.pathsMax, line.count <= SecretCheck.lineBytesMax,
      let line = try? JSON(parsing: line),
      let seq = line.object?["seq"]?.number?.exactly(Int.self),
      let payload = line.object?["action"],
      let type = line.object?["type"]?.string
    else { return }
    for path in paths(ofSecretsIn: payload, at: JSONPointer()) {
      // The position remains if the path itself has a secret.
      let path = path.description
      guard !hasSecret(path), actions.count < SecretCheck.pathsMax,
        !actions.contains(where: { $0.path == path })
      else { continue }
      actions.append(.init(seq: seq, type: hasSecret(type) ? nil : type, path: path))
    }
  }

  private func paths(ofSecretsIn value: JSON, at path: JSONPointer) -> [JSONPointer] {
    switch value {
    case .null, .bool: []
    case .number(let number): hasSecret(number.text) ? [path] : []
    case .string(let text): hasSecret(text) ? [path] : []
    case .array(let elements):
      elements.enumerated().flatMap { paths(ofSecretsIn: $1, at: path.appending($0)) }
    case .object(let members):
      members.flatMap { paths(ofSecretsIn: $0.value, at: path.appending($0.key)) }
    }
  }

  private func hasSecret(_ text: String) -> Bool {
    !search.findings(in: Array(text.utf8)).isEmpty
  }

  /// The limit on a line in which paths are looked for, since it becomes a document.
  private static let lineBytesMax = 1 << 20
  /// The most paths for which a rule is shown.
  private static let pathsMax = 20

  /// The most places shown; JSON output has more.
  private func placesShownMax(_ call: CommandCall) -> Int { call.wantsJSON ? 10_000 : 20 }
}

/// The result of `redact --check` for a file: where a secret is.
private struct SecretPlaces: CommandResult {
  let log: String
  /// The number of secrets in the list.
  let secrets: Int
  let clean: Bool
  /// The first places.
  let places: [Place]
  /// The first paths in actions.
  let actions: [InAction]
  /// The number of places.
  let count: Int

  struct Place: Encodable {
    let line, column: Int
    /// The secret's line in the list.
    let secret: Int
  }

  struct InAction: Encodable {
    let seq: Int
    let type: String?
    let path: String
  }

  private enum CodingKeys: CodingKey { case log, secrets, clean, places, actions }

  var text: StyledText {
    let list = LogText.count(secrets, "secret")
    guard !clean else { return "\(log): none of \(list) is in it\n" }
    let lines = places.reduce(into: StyledText()) { text, place in
      let position = "\(log):\(place.line):\(place.column)"
      text += "\(position): the secret of line \(place.secret) is here\n"
    }
    let rules = actions.reduce(StyledText()) { text, action in
      let type = action.type.map { " \($0)" } ?? ""
      return text
        + RedactionAdvice.text("\(log): action \(action.seq)\(type) has a secret", action.path)
    }
    return lines + rules + "\(log): \(LogText.count(count, "place")) with one of \(list)\n"
  }
}
