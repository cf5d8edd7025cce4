import RexJSON
import RexRecorder
import RexRedaction

// The Swift of docs/redaction.md, compiled. DocsTests compares it with the page.

private struct State: Codable, Sendable {
  var account: Account
}

private enum Action: Codable, Sendable {
  case logIn
}

private struct Account: Codable {
  @Secret var token: String
  var name: String
}

private func attach(path: String) throws -> Recorder<Action, State> {
  var rules = RedactionRules.standard
  rules.paths.append("/user/address")
  rules.keyedPaths.append("/contactsByEmail")
  rules.keyNames.insert("nickname")
  rules.shapes.insert(.email)
  let recorder = try Recorder<Action, State>(
    path: path, app: "Bank", configuration: .init(redaction: rules))

  return recorder
}

private func ownRules() -> RedactionRules {
  let rules = RedactionRules(
    paths: ["/user/address", "**/diagnosis"],
    keyedPaths: ["/contactsByEmail"],
    keyNames: .standard,
    shapes: SecretShape.standard.union([.email]),
    isSecret: { path, value in path.description.hasSuffix("/note") })
  return rules
}
