import RexJSON
import RexLog

extension Command {
  static let export = Command(
    name: "export", operands: "LOG -o NEW",
    summary: "writes the last part of a log, or all of a folder's segments, as one log",
    options: [
      .output,
      CommandOption(
        name: "--last", value: "TIME", help: "at least so much of its end: 90s, 5m or 1h"),
      CommandOption(
        name: "--from", value: "SEQ", help: "from the state before this action, at least"),
    ]
  ) { call throws(CommandError) in
    let path = try call.newLog("NEW")
    let start = try ExportStart(call.arguments)
    let log = try call.open(call.operands("LOG")[0])
    let index = start.index(in: log)
    try writeNewLog(at: path) { (sink) throws(CommandError) in
      try reading { () throws(LogError) in try log.write(from: index, into: sink) }
    }
    let after = log.seq(beforeExcerptFrom: index)
    let count = log.lines.dropFirst(index).count { $0.isAction }
    if call.wantsJSON {
      call.environment.print(
        LogJSON.object([
          "log": .string(log.name), "output": .string(path), "after": LogJSON.number(after),
          "actions": LogJSON.number(count), "incomplete": LogJSON.incomplete(log),
        ]))
    } else {
      let actions = LogText.count(count, "action")
      call.environment.print("\(log.name): \(actions) after \(after) copied into \(path)\n")
    }
    call.environment.printIncompleteness(of: log)
    return .success
  }
}

/// Where the new log is to begin.
private enum ExportStart {
  case all
  case last(seconds: Double)
  case from(Int)

  init(_ arguments: Arguments) throws(CommandError) {
    switch (arguments.values["--last"], arguments.values["--from"]) {
    case (nil, nil): self = .all
    case (let text?, nil): self = .last(seconds: try ExportStart.seconds(text))
    case (nil, let text?): self = .from(try Arguments.natural(text, what: "--from"))
    default: throw .usage("--last and --from say two things")
    }
  }

  func index(in log: Log) -> Int {
    switch self {
    case .all: 1
    case .last(let seconds): log.startIndex(ofLastSeconds: seconds)
    case .from(let seq): log.startIndex(before: seq)
    }
  }

  private static func seconds(_ text: String) throws(CommandError) -> Double {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Double(text.dropLast()),
      count.isFinite, count >= 0
    else { throw .usage("--last takes a time such as 90s, 5m or 1h, not \(text)") }
    return count * unit
  }
}
