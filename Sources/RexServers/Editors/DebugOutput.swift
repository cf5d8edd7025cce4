package import RexJSON
import RexLocking

/// The messages to an editor: numbered, each written at once.
package final class DebugOutput: Sendable {
  private let lastSeq = Locked(0)
  private let write: @Sendable (JSON) -> Void

  /// An output without messages so far.
  package init(write: @escaping @Sendable (JSON) -> Void) { self.write = write }

  func respond(to request: JSON, _ body: JSON? = nil) {
    send([
      "type": "response", "request_seq": request["seq"] ?? 0, "success": true,
      "command": request["command"] ?? "", "body": body,
    ])
  }

  /// Responds that a request failed, with a message for the user or, if it is nil, for no one.
  func fail(_ request: JSON, _ message: String?) {
    let error: JSON? = message.map { message in
      // Braces would be placeholders.
      [
        "error": [
          "id": 1, "format": "{message}", "variables": ["message": .string(message)],
          "showUser": true,
        ]
      ]
    }
    send([
      "type": "response", "request_seq": request["seq"] ?? 0, "success": false,
      "command": request["command"] ?? "", "message": .string(message ?? "cancelled"),
      "body": error,
    ])
  }

  func event(_ name: String, _ body: JSON? = nil) {
    send(["type": "event", "event": .string(name), "body": body])
  }

  private func send(_ members: KeyValuePairs<String, JSON?>) {
    // Written while locked, so that messages are in the order of their numbers.
    lastSeq.withLock { seq in
      seq += 1
      write(JSON.object(JSONObject()).adding(["seq": .number(seq)]).adding(members))
    }
  }
}
