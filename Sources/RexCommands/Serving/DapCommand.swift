import Foundation
import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexReplayer
import RexServers
import RexTerminal
import RexTimeline

extension Command {
  static let dap = Command(
    name: "dap", operands: "",
    summary: "debugs logs in editors, by the Debug Adapter Protocol on standard streams",
    example: "dap",
    options: Options.ofServers,
    notes: """
      An editor starts it, and names the log as the program of its launch.

      """,
    printsJSON: false
  ) { call in
    guard call.arguments.operands.isEmpty else {
      throw CommandError.operands("unexpected argument \(call.arguments.operands[0])")
    }
    let environment = call.environment
    let output = DebugOutput { message in
      let text = message.description
      environment.write("Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
      environment.flush()
    }
    let queue = MessageQueue(idKey: "seq", stop: DebugAdapter.stop)
    queue.start(HeaderFraming(), read: environment.nextBytes, isGone: environment.isReaderGone)
    var call = call
    call.control.isStopped = { queue.isStopped }
    var adapter = DebugAdapter(host: call.debugHost, output: output)
    while !adapter.isEnded, let message = queue.next() {
      adapter.handle(message) { queue.isStopped }
    }
    return .success
  }
}

extension CommandCall {
  /// What an editor's debugger needs of this tool.
  var debugHost: DebugHost {
    let call = quiet
    return DebugHost(
      open: { path, _ in
        guard path != "-" else { throw CommandError.usage("program takes a file, not -") }
        try LogPaths.checkCanBeServed(path)
        let log = try call.open(path)
        let note = LogText.unfinished(in: log).map { "\(log.name): " + $0 + "\n" }
        return (try DebugSession(log, reducer: call), note?.plain)
      },
      runLine: { line, session, control in
        guard StepLine.named(by: line) != nil else { return nil }
        guard let (text, isError) = StepFace.run(line, in: &session, control) else {
          return ("the editor ends the session", true)
        }
        return (text.plain, isError)
      },
      complete: { text, session in
        let found = StepCompletion(session: session).completions(for: text)
        return (found.start, found.candidates)
      },
      divergences: { log, _, control in
        let found = try call.verification(of: log, for: control)
        let shown = found.findings.filter { [.divergence, .crash].contains($0.kind) }
        let placeholders = LogPlaceholders(log)
        return Dictionary(
          shown.map { finding in
            let lines = finding.lines(placeholders).map(\.escapedForDisplay)
            return (finding.seq, lines.joined(separator: "\n"))
          },
          uniquingKeysWith: { first, _ in first })
      },
      problem: { error in
        (error as? QueryError)?.description ?? CommandError(error).line.plain
      },
      seconds: { ProcessInfo.processInfo.systemUptime })
  }
}
