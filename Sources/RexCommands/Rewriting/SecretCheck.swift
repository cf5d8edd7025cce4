import RexJSON
import RexLog
import RexRedaction

/// Checks that none of a list of secrets is in a log; it prints positions, never secrets.
struct SecretCheck {
  /// The line of each secret in the list.
  private let lines: [Int]
  private let search: SecretSearch

  private struct Position {
    var line: Int
    var column: Int
    /// The secret's line in the list.
    var secret: Int
  }

  /// Reads a list of secrets, one per line, in UTF-8 with any line endings.
  init(secretsAt path: String) throws(CommandError) {
    let bytes = try reading { () throws(LogError) in
      try FileLines.bytes(ofFileAt: path, atMost: SecretCheck.listBytesMax)
    }
    let texts = try SecretCheck.lines(of: bytes, at: path)
    lines = texts.indices.filter { !texts[$0].isEmpty }.map { $0 + 1 }
    guard !lines.isEmpty else {
      throw .usage("\(path) contains no secret: --check takes a file with one on each line")
    }
    search = SecretSearch(texts.filter { !$0.isEmpty })
  }

  /// Enough for 30,000 secrets of a kilobyte; the search takes about 20 times this memory.
  private static let listBytesMax = 1 << 25

  private static func lines(of bytes: [UInt8], at path: String) throws(CommandError) -> [String] {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var lines: [String] = []
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      let text = String(decoding: line, as: UTF8.self)
      guard text.utf8.elementsEqual(line), !line.contains(0) else {
        throw .failed(
          "\(path):\(lines.count + 1):1: error: this line is not text in UTF-8",
          hint: "save the list as UTF-8; other encodings are not supported", .unreadable)
      }
      lines.append(text)
      rest = rest[line.endIndex...]
      rest = rest.dropFirst(rest.starts(with: "\r\n".utf8) ? 2 : 1)
    }
    return lines
  }

  /// Checks every file of some logs; reports unreadable ones, and continues.
  func run(_ logs: [LogPaths], _ call: CommandCall) throws(CommandError) -> CommandStatus {
    var worst = CommandStatus.success
    for log in logs {
      do throws(CommandError) {
        try log.checkFiles()
        for path in log.files where try run(path, call) == .negative { worst = .negative }
      } catch .failed(let problem, let hint, let status) where logs.count > 1 {
        call.environment.printError("\(problem)\nhint: \(hint)\n")
        if worst == .success { worst = status }
      } catch {
        throw error
      }
    }
    return worst
  }

  private func run(_ path: String, _ call: CommandCall) throws(CommandError) -> CommandStatus {
    var positions: [Position] = []
    var count = 0
    try reading { () throws(LogError) in
      try FileLines.forEach(ofFileAt: path) { line, number in
        let found = search.findings(in: line)
        count += found.count
        for finding in found where positions.count < positionsShownMax(call) {
          positions.append(
            Position(
              line: number, column: finding.range.lowerBound + 1, secret: lines[finding.secret]))
        }
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
