import Foundation
import RexJSON
import RexRecorder
import RexRedaction

// The Swift of docs/reference/redaction.md, compiled. DocsTests compares it with the page.

private struct State: Codable, Sendable {
  var account: Account
  var user = User()
  var contactsByEmail: [String: Int] = [:]
  var note = ""
}

private struct User: Codable {
  var address = ""
  var nickname = ""
  var records: [[String: String]] = []
}

private enum Action: Codable, Sendable {
  case enter(note: String)
  case move(String)
  case correct(address: String)
}

private struct Account: Codable {
  @Secret var token: String
  @Secret var birthday: Date?
  var name: String
}

private func attach(path: String) throws -> Recorder<Action, State> {
  let rules = RedactionRules(
    paths: ["**/address", "/move/_0", "**/diagnosis"],
    keyedPaths: ["/contactsByEmail"],
    keyNames: .standard.adding(["nickname"]),
    shapes: .standard.adding([.email]))
  let recorder = try Recorder<Action, State>(
    path: path, app: "Bank", configuration: RecorderConfiguration(redaction: rules))

  return recorder
}

private func add(to rules: inout RedactionRules) {
  rules.isSecret = { names, leaf in names.contains("medical") || names.last == "note" }
}

enum RedactionSnippets: RecordingSnippets {
  static let secrets =
    Planted.secrets + ["Elm Street", "Bibi", "measles", "ann@example.org", "bob@example.org"]

  static func recordSecrets(in folder: URL) throws {
    // What only the rules of the page find, and what the standard ones do.
    var state = State(account: Account(token: Planted.password, name: "Ann"))
    state.user = User(
      address: "12 Elm Street", nickname: "Bibi", records: [["diagnosis": "measles"]])
    state.contactsByEmail = ["ann@example.org": 1]
    let recorder = try attach(path: folder.appending(path: "rules.jsonl").path)
    for action in [Action.move("12 Elm Street"), .correct(address: "12 Elm Street")] {
      recorder.record(action, into: &state) { _, _ in }
    }
    try record(Planted.texts + ["mail bob@example.org"], from: state, with: recorder)

    var rules = RedactionRules.standard
    add(to: &rules)
    let configuration = RecorderConfiguration(redaction: rules)
    try record(
      ["measles"], from: State(account: Account(token: Planted.password, name: "Ann")),
      with: Recorder(
        path: folder.appending(path: "condition.jsonl").path, app: "Bank",
        configuration: configuration))
  }

  private static func record(
    _ notes: [String], from start: State, with recorder: Recorder<Action, State>
  ) throws {
    var state = start
    for note in notes {
      recorder.record(.enter(note: note), into: &state) { state, action in
        guard case .enter(let note) = action else { return }
        state.note = note
      }
    }
    recorder.close()
  }
}
