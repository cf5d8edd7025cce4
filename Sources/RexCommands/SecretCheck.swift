import RexJSON
import RexLog
import RexRedaction

/// A check that none of a list of secrets is in a log; it shows places, never secrets.
struct SecretCheck {
  /// The line of the list that each secret stands on.
  private let lines: [Int]
  private let search: SecretSearch

  private struct Place {
    var line: Int
    var column: Int
    /// The secret's line in the list.
    var secret: Int
  }

  /// Reads a list of secrets, one a line: in UTF-8, with any line endings.
  init(secretsAt path: String) throws(CommandError) {
    let bytes = try reading { () throws(LogError) in
      try FileLines.bytes(ofFileAt: path, atMost: SecretCheck.listBytesMax)
    }
    let texts = try SecretCheck.lines(of: bytes, at: path)
    lines = texts.indices.filter { !texts[$0].isEmpty }.map { $0 + 1 }
    guard !lines.isEmpty else {
      throw .usage("\(path) holds no secret: --check takes a file with one on each line")
    }
    search = SecretSearch(texts.filter { !$0.isEmpty })
  }

  /// Twenty thousand secrets of a kilobyte are shorter; what looks for them takes twenty times it.
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
          hint: "save the list as UTF-8; other encodings cannot be looked for", .unreadable)
      }
      lines.append(text)
      rest = rest[line.endIndex...]
      rest = rest.dropFirst(rest.starts(with: "\r\n".utf8) ? 2 : 1)
    }
    return lines
  }

  /// Checks every file of some logs; what cannot be read is said, and the rest checked.
  func run(_ logs: [LogPaths], _ call: CommandCall) throws(CommandError) -> CommandStatus {
    var worst = CommandStatus.success
    for log in logs {
      do throws(CommandError) {
        try log.checkFiles()
        for path in log.files where try run(path, call) == .no { worst = .no }
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
    var places: [Place] = []
    var count = 0
    try reading { () throws(LogError) in
      try FileLines.forEach(ofFileAt: path) { line, number in
        let found = search.findings(in: line)
        count += found.count
        for finding in found where places.count < placesShownMax(call) {
          places.append(
            Place(
              line: number, column: finding.range.lowerBound + 1, secret: lines[finding.secret]))
        }
      }
    }
    if call.wantsJSON {
      call.environment.print(json(path, places, count: count))
    } else {
      call.environment.print(text(path, places, count: count))
    }
    return count == 0 ? .success : .no
  }

  /// So many places are shown; programs get more of them.
  private func placesShownMax(_ call: CommandCall) -> Int { call.wantsJSON ? 10_000 : 20 }

  private func text(_ path: String, _ places: [Place], count: Int) -> StyledText {
    var text = StyledText()
    for place in places {
      let found = "\(path):\(place.line):\(place.column)"
      text += "\(found): the secret of line \(place.secret) stands here\n"
    }
    let secrets = LogText.count(lines.count, "secret")
    return text
      + (count == 0
        ? "\(path): none of \(secrets) is in it\n"
        : "\(path): \(LogText.count(count, "place")) with one of \(secrets)\n")
  }

  private func json(_ path: String, _ places: [Place], count: Int) -> JSON {
    LogJSON.object([
      "log": .string(path), "secrets": LogJSON.number(lines.count), "clean": .bool(count == 0),
      "places": .array(
        places.map {
          LogJSON.object([
            "line": LogJSON.number($0.line), "column": LogJSON.number($0.column),
            "secret": LogJSON.number($0.secret),
          ])
        }),
    ])
  }
}
