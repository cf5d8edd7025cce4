import Foundation
import RexJSON

/// Feeds bytes to the readers of clients' messages: whole, and in pieces, which must agree.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let pieceSize = Int(bytes.first ?? 0) + 1
  check(LineFraming(), bytes, pieceSize) { message in
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
  ], outputSchema: [:], resources: []
) { uri, _ in uri == "a" ? [1] : nil }
