package import RexJSON

/// A tool that an agent can call, as the Model Context Protocol describes it.
package struct AgentTool: Sendable {
  package var name: String
  package var description: String
  /// The JSON Schema of the arguments.
  package var inputSchema: JSON
  package var call: @Sendable (_ arguments: JSONObject, AgentRequest) -> AgentAnswer

  package init(
    name: String, description: String, inputSchema: JSON,
    call: @escaping @Sendable (_ arguments: JSONObject, AgentRequest) -> AgentAnswer
  ) {
    (self.name, self.description) = (name, description)
    (self.inputSchema, self.call) = (inputSchema, call)
  }
}

/// A document that an agent can read.
package struct AgentResource: Sendable {
  /// Its address; with `{…}` in it, that of a template.
  package var uri: String
  package var name: String
  package var description: String

  package init(uri: String, name: String, description: String) {
    (self.uri, self.name, self.description) = (uri, name, description)
  }

  var isTemplate: Bool { uri.contains("{") }
}

/// What a request that runs can ask.
package struct AgentRequest: Sendable {
  /// Whether the client has cancelled it.
  package var isStopped: @Sendable () -> Bool

  package init(isStopped: @escaping @Sendable () -> Bool = { false }) {
    self.isStopped = isStopped
  }
}

/// The answer to a call of a tool.
package struct AgentAnswer: Sendable {
  package var document: JSON
  /// Whether the call failed, so that the agent can correct it.
  package var isError: Bool

  package init(_ document: JSON, isError: Bool = false) {
    (self.document, self.isError) = (document, isError)
  }
}
