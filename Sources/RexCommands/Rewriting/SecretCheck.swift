import RexDebug
import RexJSON
import RexLog
import RexRedaction

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
    var count = 0
    try FileLines.forEach(ofFileAt: path) { line, number in
      let found = search.findings(in: line)
      count += found.count
      for finding in found where places.count < placesShownMax(call) {
        places.append(
          SecretPlaces.Place(
            line: number, column: finding.range.lowerBound + 1, secret: lines[finding.secret]))
      }
    }
    call.print(
      SecretPlaces(log: path, secrets: lines.count, clean: count == 0, places: places, count: count)
    )
    return count == 0 ? .success : .negative
  }

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
  /// The number of places.
  let count: Int

  struct Place: Encodable {
    let line, column: Int
    /// The secret's line in the list.
    let secret: Int
  }

  private enum CodingKeys: CodingKey { case log, secrets, clean, places }

  var text: StyledText {
    let list = LogText.count(secrets, "secret")
    guard !clean else { return "\(log): none of \(list) is in it\n" }
    let lines = places.reduce(into: StyledText()) { text, place in
      let position = "\(log):\(place.line):\(place.column)"
      text += "\(position): the secret of line \(place.secret) is here\n"
    }
    return lines + "\(log): \(LogText.count(count, "place")) with one of \(list)\n"
  }
}
