import RexDebug
import RexDecoding
import RexJSON
import RexLog
import RexReplayer

/// A face of a session: a command as JSON on each line, and a reply as JSON on each line.
struct ToyFace {
  private var session: DebugSession

  init(_ log: Log, _ reducer: SumReducer = SumReducer()) throws {
    session = try DebugSession(log, reducer: reducer)
  }

  /// Where the session is.
  var seq: Int { session.seq }

  mutating func grow(to log: Log) { session.grow(to: log) }

  /// The reply to a line; an error is a reply, too.
  mutating func reply(
    to line: String, _ control: DebugControl = DebugControl()
  ) throws -> String {
    let reply: JSON
    do {
      let command = try JSONDocumentDecoder().decode(DebugCommand.self, from: Array(line.utf8))
      reply = try JSONDocumentEncoder().encode(session.reply(to: command, control))
    } catch {
      reply = ["failed": .string("\(error)")]
    }
    return reply.description
  }

  /// The replies to lines.
  mutating func replies(to lines: String) throws -> String {
    var replies = ""
    for line in lines.split(separator: "\n") { replies += try reply(to: String(line)) + "\n" }
    return replies
  }
}

/// Adds numbers, in this process.
struct SumReducer: DebugReducer {
  struct State: Codable { var n: Int }
  struct Action: Codable { var add: Int }

  private let replayer: Replayer

  /// A reducer that is told of each action.
  init(reduced: @escaping @Sendable () -> Void = {}) {
    replayer = Replayer(
      ReplayableApp(name: "Sum") { (action: Action, state: inout State) in
        reduced()
        state.n += action.add
      })
  }

  func backfilled(_ log: Log) -> Log? { try? replayer.backfill(log).log }

  func replay(
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: DebugControl
  ) throws -> EditOutcome {
    try replayer.replay(log, editing: edits, id: "branch", into: sink)
  }
}
