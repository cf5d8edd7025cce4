import RexJSON
import RexServers
import Testing

/// Each message to a server has exactly the reply that the protocol wants, or none.
@Suite struct AgentServerTests {
  @Test func messagesHaveReplies() {
    let transcript = #"""
      # Sessions, and the revision that both know.
      → {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
      ← {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18",\#
      "capabilities":{"tools":{},"resources":{}},"serverInfo":{"name":"toy","version":"1"},\#
      "instructions":"Call echo."}}
      → {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}
      ← {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25",\#
      "capabilities":{"tools":{},"resources":{}},"serverInfo":{"name":"toy","version":"1"},\#
      "instructions":"Call echo."}}
      → {"jsonrpc":"2.0","method":"notifications/initialized"}
      → {"jsonrpc":"2.0","id":"p","method":"ping"}
      ← {"jsonrpc":"2.0","id":"p","result":{}}

      # Without sessions.
      → {"jsonrpc":"2.0","id":2,"method":"server/discover",\#
      "params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}
      ← {"jsonrpc":"2.0","id":2,"result":{"supportedVersions":["2024-11-05","2025-03-26",\#
      "2025-06-18","2025-11-25","2026-07-28"],"capabilities":{"tools":{},"resources":{}},\#
      "instructions":"Call echo.","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"toy",\#
      "version":"1"}},"resultType":"complete","ttlMs":0,"cacheScope":"private"}}
      → {"jsonrpc":"2.0","id":2,"method":"tools/list",\#
      "params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2077-01-01"}}}
      ← {"jsonrpc":"2.0","id":2,"error":{"code":-32022,"message":"unsupported protocol version",\#
      "data":{"supported":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"],\#
      "requested":"2077-01-01"}}}
      → {"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":{\#
      "io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}
      ← {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete"}}

      # Tools and resources.
      → {"jsonrpc":"2.0","id":3,"method":"tools/list"}
      ← {"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"echo","description":"Repeats.",\#
      "inputSchema":{"type":"object"},\#
      "annotations":{"readOnlyHint":true,"openWorldHint":false}}]}}
      → {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo",\#
      "arguments":{"a":"\n"}}}
      ← {"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"{\"a\":\"\\n\"}"}],\#
      "isError":false}}
      → {"jsonrpc":"2.0","id":5,"method":"resources/list"}
      ← {"jsonrpc":"2.0","id":5,"result":{"resources":[{"uri":"toy:1","name":"one",\#
      "description":"The one.","mimeType":"application/json"}]}}
      → {"jsonrpc":"2.0","id":5,"method":"resources/templates/list"}
      ← {"jsonrpc":"2.0","id":5,"result":{"resourceTemplates":[{"uriTemplate":"toy:{n}",\#
      "name":"any","description":"Any.","mimeType":"application/json"}]}}
      → {"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"toy:1"}}
      ← {"jsonrpc":"2.0","id":6,"result":{"contents":[{"uri":"toy:1",\#
      "mimeType":"application/json","text":"[1]"}]}}

      # What is wrong.
      → {
      ← {"jsonrpc":"2.0","id":null,"error":{"code":-32700,\#
      "message":"1:2: error: expected a key in double quotes or '}', found the end of the text"}}
      → []
      ← {"jsonrpc":"2.0","id":null,"error":{"code":-32600,\#
      "message":"not a JSON-RPC 2.0 message"}}
      → {"jsonrpc":"2.0","id":{},"method":"ping"}
      ← {"jsonrpc":"2.0","id":null,"error":{"code":-32600,\#
      "message":"the id is not a string or a number"}}
      → {"jsonrpc":"2.0","id":7}
      ← {"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"the method is missing"}}
      → {"jsonrpc":"2.0","id":7,"result":{}}
      → {"jsonrpc":"2.0","id":8,"method":"tools/drop"}
      ← {"jsonrpc":"2.0","id":8,"error":{"code":-32601,\#
      "message":"there is no method tools/drop"}}
      → {"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"rm"}}
      ← {"jsonrpc":"2.0","id":9,"error":{"code":-32602,\#
      "message":"there is no tool rm; the tools are echo"}}
      → {"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"echo","arguments":1}}
      ← {"jsonrpc":"2.0","id":9,"error":{"code":-32602,\#
      "message":"the arguments are not an object"}}
      → {"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}
      ← {"jsonrpc":"2.0","id":9,"error":{"code":-32002,\#
      "message":"there is no resource file:///etc/passwd","data":{"uri":"file:///etc/passwd"}}}

      # A batch.
      → [{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},1]
      ← [{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,\#
      "message":"not a JSON-RPC 2.0 message"}}]
      → [{"jsonrpc":"2.0","method":"x"}]
      """#
    var replayed: [String] = []
    for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) {
      guard !line.hasPrefix("← ") else { continue }
      replayed.append(String(line))
      guard line.hasPrefix("→ ") else { continue }
      var framing = LineFraming()
      framing.append(Array((line.dropFirst(2) + "\n").utf8))
      let reply = framing.next().flatMap { Self.server.reply(to: $0) }
      if let reply { replayed.append("← \(reply)") }
    }
    #expect(replayed.joined(separator: "\n") == transcript)
  }

  @Test func aCancelledRequestHasNoReply() {
    let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": "ping"]
    #expect(Self.server.reply(to: .document(request), AgentRequest { true }) == nil)
    #expect(
      AgentServer.stop(by: ["method": "notifications/cancelled", "params": ["requestId": 1]])
        == .request(id: 1))
    #expect(AgentServer.stop(by: request) == nil)
  }

  private static let server = AgentServer(
    name: "toy", version: "1", instructions: "Call echo.",
    tools: [
      AgentTool(name: "echo", description: "Repeats.", inputSchema: ["type": "object"]) {
        given, _ in AgentAnswer(.object(given))
      }
    ],
    resources: [
      AgentResource(uri: "toy:1", name: "one", description: "The one."),
      AgentResource(uri: "toy:{n}", name: "any", description: "Any."),
    ]
  ) { uri, _ in uri == "toy:1" ? [1] : nil }
}
