import Foundation
import RexDebug
import RexJSON
import RexLocking
import RexLog
import RexQuery
import RexReplayer
import RexServers
import RexTerminal

extension Command {
  static let dap = Command(
    name: "dap", operands: "",
    summary: "debugs logs in editors, by the Debug Adapter Protocol on standard streams",
    example: "dap",
    options: Options.ofServers,
    notes: """
      An editor starts it, and names the log as the program of its launch.

      """
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
    var quiet = self
    quiet.environment.writeError = { _ in }
    quiet.environment.writeProgress = nil
    let call = quiet
    return DebugHost(
      open: { path, _ in
        guard path != "-" else { throw CommandError.usage("program takes a file, not -") }
        let log = try call.open(path)
        let note = LogText.incompleteness(log).map { "\(log.name): " + $0 + "\n" }
        return (try DebugSession(log, reducer: call), note?.plain)
      },
      runLine: { line, session, control in
        guard StepLine.named(by: line) != nil else { return nil }
        var face = StepFace(session)
        guard let reply = face.reply(to: line, control) else {
          return ("the editor ends the session", true)
        }
        session = face.session
        let isError = reply.status == .usage || reply.status == .unreadable
        return (reply.text.plain + (reply.document.map { call.text(of: $0) } ?? ""), isError)
      },
      complete: { text, session in
        let found = StepCompletion(session: session).completions(for: text)
        return (found.start, found.candidates)
      },
      divergences: { log, _, control in
        var options = VerificationOptions()
        options.isStopped = control.isStopped
        var call = call
        call.control = control
        let found = try call.reducer(of: log).verify(log, options, runCount: 1)
        return Set(found.findings.map(\.seq)).sorted()
      },
      problem: { error in
        (error as? QueryError)?.description ?? CommandError(error).line.plain
      })
  }

  /// A document as text, as much as a console shows.
  private func text(of document: PrettyText) -> String {
    let text = Locked("")
    let environment = CommandEnvironment(
      write: { piece in text.withLock { if $0.utf8.count < 1 << 16 { $0 += piece } } },
      writeError: { _ in }, nextLine: { nil })
    environment.print(document, marking: nil)
    return text.withLock(\.self)
  }
}
