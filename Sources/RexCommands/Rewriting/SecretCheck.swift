import RexDebug
import RexJSON
import RexLog
import RexRedaction

/// Checks that none of a list of secrets is in a log; it prints positions, never secrets.
struct SecretCheck {
  /// The line of each secret in the list.
  private let lines: [Int]
  private let search: SecretSearch

  /// Creates a check for a list of secrets.
  init(_ list: SecretList) { (lines, search) = (list.lines, SecretSearch(list.texts)) }

  private struct Position {
    var line: Int
    var column: Int
    /// The secret's line in the list.
    var secret: Int
  }

  /// Checks every file of some logs; reports unreadable ones, and continues.
  func run(_ logs: [LogPaths], _ call: CommandCall) throws -> CommandStatus {
    var worst = CommandStatus.success
    for log in logs {
      do {
        try log.checkFiles()
        for path in log.files where try run(path, call) == .negative { worst = .negative }
      } catch let error where logs.count > 1 {
        let status = try call.report(error)
        if worst == .success { worst = status }
      }
    }
    return worst
  }

  private func run(_ path: String, _ call: CommandCall) throws -> CommandStatus {
    var positions: [Position] = []
    var count = 0
    try FileLines.forEach(ofFileAt: path) { line, number in
      let found = search.findings(in: line)
      count += found.count
      for finding in found where positions.count < positionsShownMax(call) {
        positions.append(
          Position(
            line: number, column: finding.range.lowerBound + 1, secret: lines[finding.secret]))
      }
    }
    if call.wantsJSON {
      call.environment.print(json(path, positions, count: count))
    } else {
      call.environment.print(text(path, positions, count: count))
    }
    return count == 0 ? .success : .negative
  }

  /// The most positions shown; JSON output has more.
  private func positionsShownMax(_ call: CommandCall) -> Int { call.wantsJSON ? 10_000 : 20 }

  private func text(_ path: String, _ positions: [Position], count: Int) -> StyledText {
    var text = StyledText()
    for position in positions {
      let found = "\(path):\(position.line):\(position.column)"
      text += "\(found): the secret of line \(position.secret) is here\n"
    }
    let secrets = LogText.count(lines.count, "secret")
    return text
      + (count == 0
        ? "\(path): none of \(secrets) is in it\n"
        : "\(path): \(LogText.count(count, "place")) with one of \(secrets)\n")
  }

  private func json(_ path: String, _ positions: [Position], count: Int) -> JSON {
    LogJSON.object([
      "log": .string(path), "secrets": LogJSON.number(lines.count), "clean": .bool(count == 0),
      "places": .array(
        positions.map {
          LogJSON.object([
            "line": LogJSON.number($0.line), "column": LogJSON.number($0.column),
            "secret": LogJSON.number($0.secret),
          ])
        }),
    ])
  }
}
