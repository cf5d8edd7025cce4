import RexDebug
import RexJSON
import RexLocking
import RexLog
import RexQuery
import RexQuestions

/// The line commands that act on a connected app.
struct LiveLines: Sendable {
  let listener: LiveListener
  /// The app that lines act on; nil for the latest.
  private let chosen = Locked<LiveApp?>(nil)
  /// The state of the log that the app shows, if it shows another one than its own.
  private let shown = Locked<(state: JSON, seq: Int)?>(nil)
  /// One state after the other, so that the app is left with the latest.
  private let showing = Locked(())

  init(_ listener: LiveListener) { self.listener = listener }

  private static let all: [(call: String, summary: String)] = [
    ("jump [SEQ]", "let the app show a state of the log; effects that run go on"),
    ("release", "let the app go on from there"),
    ("send SEQ|JSON", "send the app this action again, or another one"),
    ("pause", "stop recording; actions are still counted"),
    ("resume", "record again"),
    ("mark TEXT", "put a mark into the app's log"),
    ("detail changes|actions", "record changes, or actions only"),
    ("apps", "the apps that have connected; * is the one that lines act on"),
    ("app NAME", "choose it"),
  ]

  /// The commands, for a sentence.
  static var names: String { all.map(\.call).joined(separator: ", ") }

  static var help: String {
    (all + [("quit", "end the tool; apps go on")]).map {
      "\($0.call)\(String(repeating: " ", count: 27 - $0.call.utf8.count))\($0.summary)\n"
    }
    .joined()
  }

  /// The app that lines act on.
  var app: LiveApp? { chosen.withLock(\.self) ?? listener.apps.last }

  /// Chooses an app in place of the chosen one, if that is gone and this is it, started again.
  func chooseAgain(_ app: LiveApp) {
    chosen.withLock { chosen in
      if let gone = chosen, !gone.isConnected, gone.title == app.title { chosen = app }
    }
  }

  /// Runs a line in a session of a log; nil if it is none of these commands.
  ///
  /// - Parameter session: opens the session that SEQ is about, at its position.
  func run(
    _ line: String, in session: () throws -> DebugSession
  ) -> (text: StyledText, isError: Bool)? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first,
      Self.all.contains(where: { $0.call.prefix { $0 != " " } == name })
    else { return nil }
    do {
      return (
        StyledText(lines: try reply(to: name, words.dropFirst().first, session)) + "\n", false
      )
    } catch {
      return (StepFace.worded(error).line + "\n", true)
    }
  }

  private func reply(
    to name: String, _ operand: String?, _ session: () throws -> DebugSession
  ) throws -> String {
    switch name {
    case "apps": return listed
    case "app":
      guard let app = listener.apps.last(where: { $0.name == operand }) else {
        throw CommandError("no app has this name; apps lists them", .usage)
      }
      chosen.withLock { $0 = app }
      return app.name
    case "jump":
      var session = try session()
      if let operand { try session.goto(operand) }
      if shown.withLock({ $0 != nil }) {
        return try keepShowing(session.state(), of: session.seq)
      }
      return try show(session.state(), of: session.seq, in: owner(of: session))
    case "send": return try send(operand, session)
    case "release":
      return try showing.withLock { _ in
        shown.withLock { $0 = nil }
        return try perform(["command": "release"], "the app goes on")
      }
    case "pause": return try perform(["command": "pause"], "recording is paused")
    case "resume": return try perform(["command": "resume"], "recording goes on")
    case "mark":
      guard let operand else { throw CommandError("mark takes a text", .usage) }
      return try perform(["command": "mark", "label": .string(operand)], "marked")
    default:
      return try perform(
        ["command": "detail", "level": .string(operand ?? "")], "the detail has changed")
    }
  }

  private var listed: String {
    let apps = listener.apps
    guard !apps.isEmpty else { return "no app has connected" }
    return apps.suffix(100).map { app in
      (app === self.app ? "* " : "  ") + app.name + (app.isConnected ? "" : " (gone)")
        + (app.note.map { ": \($0)" } ?? "")
    }.joined(separator: "\n")
  }

  /// Lets the app show a state of another log, now and whenever it connects.
  func keepShowing(_ state: JSON, of seq: Int) throws -> String {
    try showing.withLock { _ in
      shown.withLock { $0 = (state, seq) }
      guard app != nil else { return "the app will get the state after action \(seq)" }
      return try show(state, of: seq)
    }
  }

  /// Lets an app that has connected show the state that is kept, and says so.
  func showAgain(in app: LiveApp) -> String? {
    showing.withLock { _ in
      guard app === self.app, let (state, seq) = shown.withLock(\.self) else { return nil }
      let reply = app.perform(["command": "jump", "state": state])
      return "\(app.name): \(reply ?? "got the state after action \(seq)")"
    }
  }

  /// Lets the app show a state.
  private func show(_ state: JSON, of seq: Int, in app: LiveApp? = nil) throws -> String {
    try perform(
      ["command": "jump", "state": state], "the app got the state after action \(seq)", in: app)
  }

  /// The app whose log is shown: its states and actions are for no other.
  private func owner(of session: DebugSession) -> LiveApp? {
    listener.apps.last { $0.path == session.log.name }
  }

  private static let sendUsage: StyledText =
    "send takes an action's number, or its JSON as show --json has it: {\"add\":{\"_0\":5}}"

  private func send(_ operand: String?, _ session: () throws -> DebugSession) throws -> String {
    guard let operand else { throw CommandError(Self.sendUsage, .usage) }
    guard let first = operand.first, "{[\"".contains(first) else {
      var session = try session()
      do {
        try session.goto(operand)
      } catch {
        throw operand.contains(" ") ? CommandError(Self.sendUsage, .usage) : error
      }
      guard let payload = try session.log.action(session.seq, [.payload])?.payload.action else {
        throw CommandError("action \(session.seq) was not encoded, so it cannot be sent")
      }
      return try perform(
        ["command": "dispatch", "action": payload], "sent to the app", in: owner(of: session))
    }
    let action: JSON
    do {
      action = try JSON(parsing: operand)
    } catch {
      throw CommandError("the action is not JSON: \(error.description)", .usage)
    }
    return try perform(["command": "dispatch", "action": action], "sent to the app")
  }

  private func perform(
    _ command: JSON, _ done: String, in owner: LiveApp? = nil
  ) throws -> String {
    guard let app = owner ?? app else { throw CommandError("no app has connected") }
    if let problem = app.perform(command) { throw CommandError("\(app.name): \(problem)") }
    return done
  }
}

extension DebugSession {
  /// Goes to the action that a word stands for.
  fileprivate mutating func goto(_ word: String) throws {
    let seq = try ValueReader.seq.read(word, "SEQ").seq(in: log, from: seq)
    let reply = try reply(to: .goto(target: .number(seq)))
    if case .none(let miss) = reply.content { throw CommandError("\(miss.description)") }
  }

  /// The state where the session is.
  mutating func state() throws -> JSON {
    let reply = try reply(to: .evaluate(path: ValuePath("")))
    switch reply.content {
    case .value(let value): return value.value
    case .none(let miss): throw CommandError("\(miss.description)")
    default: throw CommandError("the state is unknown")
    }
  }
}
