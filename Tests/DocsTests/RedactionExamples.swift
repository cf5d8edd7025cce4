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
  let rules = RedactionRules(
    paths: ["/user/address", "**/diagnosis"],
    keyedPaths: ["/contactsByEmail"],
    keyNames: .standard.adding(["nickname"]),
    shapes: .standard.adding([.email]))
  let recorder = try Recorder<Action, State>(
    path: path, app: "Bank", configuration: RecorderConfiguration(redaction: rules))

  return recorder
}

private func add(to rules: inout RedactionRules) {
  rules.isSecret = { path, value in path.description.hasSuffix("/note") }
}
