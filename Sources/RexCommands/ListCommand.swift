import RexDiff
import RexJSON
import RexLog

extension Command {
  static let list = Command(
    name: "list", operands: "LOG",
    summary: "one line an action: seq, time, type, the paths it changed",
    options: [
      CommandOption(name: "--type", value: "TYPE", help: "only actions of this type"),
      CommandOption(name: "--grep", value: "TEXT", help: "only actions that hold this text"),
      CommandOption(name: "--path", value: "PATH", help: "only actions that changed this path"),
      CommandOption(name: "--from", value: "SEQ", help: "from this action on"),
      CommandOption(name: "--to", value: "SEQ", help: "up to this action"),
    ]
  ) { call throws(CommandError) in
    let log = try call.openStates(call.operands("LOG")[0])
    let filter = try ActionFilter(call.arguments)
    var found = 0
    for (index, line) in log.lines.enumerated() where filter.admits(line, in: log) {
      let entry = try reading { () throws(LogError) in try log.entry(at: index) }
      guard case .action(let action) = entry, filter.admits(action) else { continue }
      found += 1
      call.environment.print(action, asJSON: call.wantsJSON)
    }
    call.environment.printIncompleteness(of: log)
    return found > 0 || filter.isEmpty ? .success : .no
  }
}

/// Which actions `list` shows.
struct ActionFilter {
  private var type: String?
  private var text: String?
  private var path: JSONPointer?
  private var seqs: ClosedRange<Int>

  init(_ arguments: Arguments) throws(CommandError) {
    type = arguments.values["--type"]
    text = arguments.values["--grep"]
    if let written = arguments.values["--path"] {
      guard let pointer = JSONPointer(written) else {
        throw .usage("--path takes a JSON Pointer such as /messages/0, not \(written)")
      }
      path = pointer
    }
    let first = try arguments.integer("--from", default: 0)
    let last = try arguments.integer("--to", default: Int.max)
    guard first <= last else { throw .usage("--from is after --to") }
    seqs = first...last
  }

  /// Whether every action passes.
  var isEmpty: Bool { type == nil && text == nil && path == nil && seqs == 0...Int.max }

  func admits(_ line: Log.Line, in log: Log) -> Bool {
    guard line.isAction, seqs.contains(line.seq) else { return false }
    return type == nil || log.types[line.typeIndex] == type
  }

  func admits(_ action: LogAction) -> Bool {
    if let text, !action.searchText.contains(text) { return false }
    guard let path else { return true }
    return action.result?.patch?.operations.contains { $0.touches(path) } ?? false
  }
}

extension LogAction {
  /// All the text of an action that a person may look for.
  var searchText: String {
    let content =
      switch payload {
      case .action(let json): json.description
      case .opaque(let description): description
      }
    return "\(type) \(content) \(result?.error ?? "") \(result?.patch?.json.description ?? "")"
  }
}

extension CommandEnvironment {
  fileprivate func print(_ action: LogAction, asJSON: Bool) {
    let patch = action.result?.patch
    if asJSON {
      print(
        LogJSON.object([
          "seq": LogJSON.number(action.seq), "timeMs": LogJSON.number(action.timeMs),
          "type": .string(action.type), "source": LogJSON.source(action.source),
          "error": action.result?.error.map(JSON.string),
          "paths": patch.map {
            .array($0.operations.map { .string($0.path.description) })
          } ?? .null,
        ]))
      return
    }
    let seq = String(action.seq).paddedLeft(to: 6)
    let time = LogText.seconds(action.timeMs).paddedLeft(to: 11)
    let paths = LogText.change(patch)
    print("\(seq)  \(time)  \(action.type.padded(to: 24), style: .bold)  \(paths, style: .dim)\n")
  }
}
