package import RexJSON

/// A server of the Model Context Protocol, as a function from messages to replies.
///
/// It serves the revisions that begin with `initialize`, and those in which each request names its
/// revision. See https://modelcontextprotocol.io/specification.
package struct AgentServer: Sendable {
  package var name: String
  package var version: String
  /// What a model is told about the server.
  package var instructions: String
  package var tools: [AgentTool]
  package var resources: [AgentResource]
  /// Returns the document at an address; nil if there is none.
  package var read: @Sendable (_ uri: String, AgentRequest) -> JSON?

  package init(
    name: String, version: String, instructions: String, tools: [AgentTool],
    resources: [AgentResource], read: @escaping @Sendable (_ uri: String, AgentRequest) -> JSON?
  ) {
    (self.name, self.version, self.instructions) = (name, version, instructions)
    (self.tools, self.resources, self.read) = (tools, resources, read)
  }

  /// The revisions that begin with `initialize`, the newest last.
  private static let sessionRevisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  /// The revisions without sessions.
  private static let statelessRevisions = ["2026-07-28"]

  /// Replies to a message; nil if it needs no reply.
  package func reply(
    to message: ClientMessage, _ request: AgentRequest = AgentRequest()
  ) -> JSON? {
    switch message {
    case .malformed(let problem): RPCError(.parseError, problem).reply(to: .null)
    // A batch, which one revision has.
    case .document(.array(let messages)) where !messages.isEmpty:
      messages.compactMap { reply(to: $0, request) }.nonEmpty.map(JSON.array)
    case .document(let document): reply(to: document, request)
    }
  }

  /// Which request a message stops.
  package static func stop(by message: JSON) -> MessageQueue.Stop? {
    guard message["method"]?.string == "notifications/cancelled",
      let id = message["params"]?["requestId"]
    else { return nil }
    return .request(id: id)
  }

  private func reply(to message: JSON, _ request: AgentRequest) -> JSON? {
    guard let members = message.object, members["jsonrpc"] == "2.0" else {
      return RPCError(.invalidRequest, "not a JSON-RPC 2.0 message").reply(to: .null)
    }
    guard let method = members["method"]?.string else {
      // A reply to a request that was never sent needs no reply.
      guard members["result"] == nil, members["error"] == nil else { return nil }
      return RPCError(.invalidRequest, "the method is missing").reply(to: members["id"] ?? .null)
    }
    guard let id = members["id"] else { return nil }
    guard id.string != nil || id.number != nil else {
      return RPCError(.invalidRequest, "the id is not a string or a number").reply(to: .null)
    }
    let parameters = members["params"]?.object ?? JSONObject()
    do throws(RPCError) {
      let isStateless = try isStateless(parameters)
      var result = try result(of: method, parameters, request)
      if isStateless { result = result.adding(Self.statelessMembers(of: method)) }
      // A client that has cancelled a request expects no reply.
      if request.isStopped() { return nil }
      return ["jsonrpc": "2.0", "id": id, "result": result]
    } catch {
      return error.reply(to: id)
    }
  }

  /// Whether a request names its revision; throws if that is unknown.
  private func isStateless(_ parameters: JSONObject) throws(RPCError) -> Bool {
    let meta = parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"]
    guard let revision = meta?.string else { return false }
    guard Self.statelessRevisions.contains(revision) else {
      throw RPCError(
        .unsupportedRevision, "unsupported protocol version",
        data: ["supported": revisions, "requested": .string(revision)])
    }
    return true
  }

  private var revisions: JSON {
    .array((Self.sessionRevisions + Self.statelessRevisions).map(JSON.string))
  }

  private func result(
    of method: String, _ parameters: JSONObject, _ request: AgentRequest
  ) throws(RPCError) -> JSON {
    switch method {
    case "initialize": return greeting(parameters["protocolVersion"]?.string)
    case "server/discover": return discovery
    case "ping": return [:]
    case "tools/list": return ["tools": .array(tools.map(description))]
    case "tools/call": return try call(parameters, request)
    case "resources/list": return ["resources": list(false)]
    case "resources/templates/list": return ["resourceTemplates": list(true)]
    case "resources/read": return try read(parameters, request)
    default: throw RPCError(.methodNotFound, "there is no method \(method)")
    }
  }
}

/// What the server tells about itself.
extension AgentServer {
  private func greeting(_ wanted: String?) -> JSON {
    let known = Self.sessionRevisions.last { $0 == wanted } ?? Self.sessionRevisions.last ?? ""
    return [
      "protocolVersion": .string(known), "capabilities": capabilities, "serverInfo": identity,
      "instructions": .string(instructions),
    ]
  }

  private var discovery: JSON {
    [
      "supportedVersions": revisions, "capabilities": capabilities,
      "instructions": .string(instructions),
      "_meta": ["io.modelcontextprotocol/serverInfo": identity],
    ]
  }

  private var capabilities: JSON { ["tools": [:], "resources": [:]] }
  private var identity: JSON { ["name": .string(name), "version": .string(version)] }

  private func description(of tool: AgentTool) -> JSON {
    [
      "name": .string(tool.name), "description": .string(tool.description),
      "inputSchema": tool.inputSchema,
      "annotations": ["readOnlyHint": true, "openWorldHint": false],
    ]
  }

  private func list(_ isTemplate: Bool) -> JSON {
    .array(
      resources.filter { $0.isTemplate == isTemplate }.map { resource in
        [
          isTemplate ? "uriTemplate" : "uri": .string(resource.uri),
          "name": .string(resource.name), "description": .string(resource.description),
          "mimeType": "application/json",
        ]
      })
  }

  /// What results have without a session: they may not be kept.
  private static func statelessMembers(of method: String) -> KeyValuePairs<String, JSON?> {
    guard !["tools/call", "ping"].contains(method) else { return ["resultType": "complete"] }
    return ["resultType": "complete", "ttlMs": 0, "cacheScope": "private"]
  }
}

/// Calls of tools, and reading.
extension AgentServer {
  private func call(
    _ parameters: JSONObject, _ request: AgentRequest
  ) throws(RPCError) -> JSON {
    let name = parameters["name"]?.string ?? ""
    guard let tool = tools.first(where: { $0.name == name }) else {
      let names = tools.map(\.name).joined(separator: ", ")
      throw RPCError(.invalidParameters, "there is no tool \(name); the tools are \(names)")
    }
    let arguments = parameters["arguments"] ?? [:]
    guard let arguments = arguments.object else {
      throw RPCError(.invalidParameters, "the arguments are not an object")
    }
    let answer = tool.call(arguments, request)
    // As text alone. A structured copy reaches the model in place of the text in some clients,
    // beside it in others, and not at all in most: only the text is seen by all, and once.
    return [
      "content": [["type": "text", "text": .string(answer.document.description)]],
      "isError": .bool(answer.isError),
    ]
  }

  private func read(
    _ parameters: JSONObject, _ request: AgentRequest
  ) throws(RPCError) -> JSON {
    let uri = parameters["uri"]?.string ?? ""
    guard let document = read(uri, request) else {
      throw RPCError(.resourceNotFound, "there is no resource \(uri)", data: ["uri": .string(uri)])
    }
    return [
      "contents": [
        [
          "uri": .string(uri), "mimeType": "application/json",
          "text": .string(document.description),
        ]
      ]
    ]
  }
}

/// An error in the terms of JSON-RPC.
private struct RPCError: Error {
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case resourceNotFound = -32002
    case unsupportedRevision = -32022
  }

  private var code: Code
  private var message: String
  private var data: JSON?

  init(_ code: Code, _ message: String, data: JSON? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  func reply(to id: JSON) -> JSON {
    let error: JSON = ["code": .number(code.rawValue), "message": .string(message)]
    return ["jsonrpc": "2.0", "id": id, "error": error.adding(["data": data])]
  }
}

extension Array {
  /// The array; nil if it is empty.
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
