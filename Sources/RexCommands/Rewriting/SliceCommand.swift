import RexDebug
import RexJSON
import RexLog
import RexTimeline

extension Command {
  static let slice = Command(
    name: "slice", operands: "LOG -o NEW",
    summary: "writes a part of a log, or all of a folder's segments, as one log",
    options: [
      .output,
      CommandOption(
        name: "--last", value: "TIME", help: "at least this much of its end: 90s, 5m or 1h"),
      CommandOption(
        name: "--from", value: "SEQ", help: "from the state before this action, at least"),
      CommandOption(name: "--to", value: "SEQ", help: "up to this action"),
    ]
  ) { call in
    let path = try call.newLog("NEW")
    let part = try SlicePart(call.arguments)
    let log = try call.open(call.operands("LOG")[0])
    let slice = try part.slice(of: log)
    try slice.check()
    var count = 0
    try writeNewLog(at: path) { sink in
      count = try slice.write(into: sink)
    }
    call.print(
      SliceOutcome(
        log: log.name, output: path, after: slice.after, actions: count,
        incomplete: Incompleteness(log)))
    call.environment.printIncompleteness(of: log)
    return .success
  }
}

/// The result of `slice`.
private struct SliceOutcome: CommandResult {
  let log, output: String
  /// The action before the first one copied, and the number of actions copied.
  let after, actions: Int
  let incomplete: Incompleteness?

  var text: StyledText {
    "\(log): \(LogText.count(actions, "action")) after \(after) copied into \(output)\n"
  }
}

/// The part of a log to copy.
enum SlicePart {
  case last(seconds: Double)
  case between(Int?, Int?)

  /// Whether it is the whole log.
  var isWhole: Bool { if case .between(nil, nil) = self { true } else { false } }

  init(_ arguments: Arguments) throws {
    var ends: [Int?] = []
    for name in ["--from", "--to"] {
      let text = arguments.values[name]
      ends.append(
        try text.map { text in try Arguments.natural(text, what: name) })
    }
    guard let text = arguments.values["--last"] else {
      if let first = ends[0], let last = ends[1], first > last {
        throw CommandError.usage("--from is after --to")
      }
      self = .between(ends[0], ends[1])
      return
    }
    guard ends[0] == nil, ends[1] == nil else {
      throw CommandError.usage("--last cannot be combined with --from or --to")
    }
    self = .last(seconds: try SlicePart.seconds(text))
  }

  func slice(of log: Log) throws -> LogSlice {
    if case .between(_, let last?) = self, last < log.session.after {
      let seqs = log.session.after...log.lastSeq
      throw ReplayError(.noFrame(last, seqs), log: log.name)
    }
    return switch self {
    case .last(let seconds): try LogSlice(log, lastSeconds: seconds)
    case .between(let first, let last): try LogSlice(log, from: first, through: last)
    }
  }

  private static func seconds(_ text: String) throws -> Double {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Double(text.dropLast()),
      count.isFinite, count >= 0
    else { throw CommandError.usage("--last takes a time such as 90s, 5m or 1h, not \(text)") }
    return count * unit
  }
}
