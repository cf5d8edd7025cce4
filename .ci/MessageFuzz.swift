import Foundation
import RexDebug
import RexJSON
import RexLocking
import RexLog
import RexReplayer
import RexServers

/// Feeds bytes to the readers of clients' messages: whole, and in pieces, which must agree; and each
/// line to both servers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let pieceSize = Int(bytes.first ?? 0) + 1
  var debugged = launched
  check(LineFraming(), bytes, pieceSize) { message in
    debug(message, &debugged)
    let reply = server.reply(to: message)
    // A reply is a line, and not much longer than its request.
    if let reply { precondition(!reply.description.contains("\n")) }
  }
  check(HeaderFraming(), bytes, pieceSize) { _ in }
  return 0
}

private func check(
  _ framing: some MessageFraming, _ bytes: [UInt8], _ pieceSize: Int,
  _ body: (ClientMessage) -> Void
) {
  let whole = messages(framing, bytes, max(bytes.count, 1))
  precondition(whole == messages(framing, bytes, pieceSize), "pieces change the messages")
  whole.forEach(body)
}

private func messages(
  _ framing: some MessageFraming, _ bytes: [UInt8], _ pieceSize: Int
) -> [ClientMessage] {
  var (framing, rest) = (framing, bytes[...])
  var messages: [ClientMessage] = []
  while !rest.isEmpty {
    framing.append(Array(rest.prefix(pieceSize)))
    rest = rest.dropFirst(pieceSize)
    while let message = framing.next() { messages.append(message) }
  }
  return messages
}

private let server = AgentServer(
  name: "fuzz", version: "1", instructions: "",
  tools: [
    AgentTool(name: "echo", description: "", inputSchema: [:]) { arguments, _ in
      AgentAnswer(JSON.object(arguments).shortened(to: 500))
    }
  ], resources: []
) { uri, _ in uri == "a" ? [1] : nil }

/// A request has exactly one response, before its events; other messages have none.
private func debug(_ message: ClientMessage, _ adapter: inout DebugAdapter) {
  received.withLock { $0 = [] }
  adapter.handle(message)
  let messages = received.withLock(\.self)
  var isRequest = false
  if case .document(let document) = message, document["type"] == "request" {
    let seq = document["seq"]?.number.flatMap { Int($0.text) }
    isRequest = seq != nil && document["command"]?.string != nil
    let replied = messages.first { $0["type"] == "response" }?["request_seq"]
    precondition(!isRequest || replied == document["seq"], "the response is another request's")
  }
  let kinds = messages.map { $0["event"] ?? "response" }
  precondition(kinds.count { $0 == "response" } == (isRequest ? 1 : 0), "not one response")
  if let stop = kinds.firstIndex(of: "stopped"), let response = kinds.firstIndex(of: "response") {
    // Only a line of the console tells its result after it.
    precondition(response < stop, "a stop before its response")
  }
  precondition(messages.reduce(0) { $0 + $1.bytes.count } < 8 << 20, "a long response")
}

private let received = Locked([JSON]())

/// A debug adapter with a log that has every kind of line.
private let launched = {
  let path = "Fixtures/logs/v1/every-kind.jsonl"
  let host = DebugHost(
    open: { path, _ in
      let log = try Log(path: path)
      return (try DebugSession(log, reducer: NoReducer()), nil)
    },
    runLine: { _, _, _ in nil }, complete: { _, _ in (0, ["a"]) },
    divergences: { _, _, _ in [2: "other"] }, problem: { "\($0)" }, seconds: { 0 })
  var adapter = DebugAdapter(
    host: host, output: DebugOutput { message in received.withLock { $0.append(message) } })
  for (command, arguments) in [
    ("initialize", [:]), ("launch", ["program": .string(path)]), ("configurationDone", [:]),
  ] as [(JSON, JSON)] {
    adapter.handle(
      .document(["seq": 1, "type": "request", "command": command, "arguments": arguments]))
  }
  return adapter
}()

private struct NoReducer: DebugReducer {
  func backfilled(_ log: Log) throws(CancellationError) -> Log? { nil }

  func replay(
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: DebugControl
  ) throws -> EditOutcome {
    throw CancellationError()
  }
}
