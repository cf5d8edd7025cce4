import Foundation
import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// Going to actions, and what leads to them.
extension DebugAdapter {
  mutating func go(_ command: DebugCommand, _ request: JSON, _ progress: DebugProgress) throws {
    var session = try current
    var body: JSON?
    if case .continue = command { body = ["allThreadsContinued": true] }
    output.respond(to: request, body)
    do {
      let reply = try session.reply(to: command, progress.control)
      self.session = session
      tell(reply)
    } catch {
      stopped("exception", host.problem(error))
    }
  }

  /// Tells where a command led to.
  private mutating func tell(_ reply: DebugReply) {
    for note in reply.notes { tell(note.text.escapedForDisplay + "\n") }
    switch reply.content {
    case .stopped(let stop): stopped(reason(of: stop), nil, breakpoints: stop.breakpoints)
    case .none(let miss): stopped("step", reply.text(of: miss).escapedForDisplay)
    default: stopped("step")
    }
  }

  private func reason(of stop: DebugStop) -> String {
    let exceptions = breakpoints["exceptions"] ?? []
    let isException = stop.breakpoints.contains(where: exceptions.contains)
    return switch stop.reason {
    case .breakpoint where isException: "exception"
    case .end: "step"
    case .condition, .type, .text, .change: "breakpoint"
    case .branch: "goto"
    default: stop.reason.rawValue
    }
  }

  mutating func goto(_ request: JSON, _ arguments: JSON, _ progress: DebugProgress) throws {
    var session = try current
    guard let seq = arguments["targetId"]?.int else { throw DebugFailure("targetId is missing") }
    let reply = try session.reply(to: .goto(target: .number(seq)), progress.control)
    self.session = session
    output.respond(to: request)
    tell(reply)
  }

  /// The action on a line, or the next one.
  mutating func gotoTargets(_ arguments: JSON) throws -> JSON {
    // A target's number has at most 31 bits.
    guard let place = try place(arguments, line: arguments["line"]?.int),
      place.seq <= Int(Int32.max)
    else { return ["targets": []] }
    return [
      "targets": [
        [
          "id": .number(place.seq), "label": .string("action \(place.seq)"),
          "line": .number(place.line),
        ]
      ]
    ]
  }

  /// The first action at or after a line of one of the log's files.
  func place(_ arguments: JSON, line: Int?) throws -> LogLocations.Place? {
    guard let line, let path = arguments["source"]?["path"]?.string else { return nil }
    return try LogLocations(log: try current.recorded).place(file: path, line: line)
  }

  /// The action, then its causes, each where it was dispatched or, if that is unknown, in the log.
  mutating func stackTrace(_ arguments: JSON) throws -> JSON {
    let session = try current
    let log = session.log
    let causes = try ActionCauses(of: max(session.seq, log.session.after + 1), in: log) { _ in true
    }
    var chain: [CausedAction] = causes.chain.reversed()
    if session.seq <= session.first { chain = [] }
    frames = chain.isEmpty ? [session.seq] : chain.map(\.seq)
    var rows: [JSON] = []
    if chain.isEmpty { rows = [try frame(frameFirst, "the start", seq: session.seq + 1, nil)] }
    for (id, caused) in zip(frameFirst..., chain) {
      let type = caused.action?.type ?? "not in the log"
      rows.append(
        try frame(id, "#\(caused.seq) \(type)", seq: caused.seq, caused.action?.source))
    }
    let start = min(max(arguments["startFrame"]?.int ?? 0, 0), rows.count)
    let levels = arguments["levels"]?.int ?? 0
    let page = rows[start...].prefix(levels > 0 ? levels : .max)
    return ["stackFrames": .array(Array(page)), "totalFrames": .number(rows.count)]
  }

  private func frame(_ id: Int, _ name: String, seq: Int, _ source: LogSource?) throws -> JSON {
    let frame: JSON = ["id": .number(id), "name": .string(name.escapedForDisplay), "column": 1]
    if let source, let path = path(of: source) {
      return frame.adding(["source": Self.source(path), "line": .number(max(source.line, 1))])
    }
    let place = try LogLocations(log: try current.recorded).place(from: seq)
    return frame.adding([
      "source": place.map { Self.source($0.file) }, "line": .number(place?.line ?? 1),
    ])
  }

  /// The file of a source, below the folder that the launch names for it.
  ///
  /// A log must not make an editor open any other file.
  private func path(of source: LogSource) -> String? {
    guard let root = launch["sourceRoot"]?.string, let folder = realPath(root),
      !source.file.hasPrefix("/"), !source.file.utf8.contains(0),
      !source.file.utf8.split(separator: UInt8(ascii: "/")).contains(where: "..".utf8.elementsEqual)
    else { return nil }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return ["", "Sources/"].map { "\(root)/\($0)\(source.file)" }.first { path in
      guard let real = realPath(path), LogFolder.isRegularFile(real) else { return false }
      return real.utf8.starts(with: start.utf8)
    }
  }

  /// The path that a path leads to by its links; nil if there is no file.
  private func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  func exceptionInfo() throws -> JSON {
    let session = try current
    let log = session.log
    let error = try log.action(session.seq, [])?.result?.error
    var found = error.map { ("error", $0.escapedForDisplay) }
    found = found ?? divergences?[session.seq].map { ("divergence", $0) }
    if found == nil, let gap = try log.gap(with: session.seq) {
      let reason = gap.reason.escapedForDisplay
      found = ("gap", "actions \(gap.from) to \(gap.to) are lost: \(reason)")
    }
    guard let (id, description) = found else { throw DebugFailure("nothing is wrong here") }
    return [
      "exceptionId": .string(id), "description": .string(description),
      "breakMode": "always",
    ]
  }
}
