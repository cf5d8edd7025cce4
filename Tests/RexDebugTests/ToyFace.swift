import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexReplayer
import RexTimeline
import Testing

@testable import RexDebug

/// A face of a session: a command as JSON on each line, and a reply as JSON on each line.
struct ToyFace {
  private var session: DebugSession

  init(_ log: Log, _ reducer: SumReducer = SumReducer()) throws {
    session = try DebugSession(log, reducer: reducer)
  }

  /// Where the session is.
  var seq: Int { session.seq }

  var watchedPaths: [String] { session.watches.map(\.path.text) }

  mutating func stand(at seq: Int) { session.stand(at: seq) }

  mutating func grow(to log: Log) { session.grow(to: log) }

  /// The reply to a line; an error is a reply, too.
  mutating func reply(
    to line: String, _ control: QuestionControl = QuestionControl()
  ) throws -> String {
    let command = try DebugCommand(line)
    let reply: JSON
    do {
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

/// Reads a command: an object with its name, and in it the arguments by theirs.
extension DebugCommand {
  fileprivate init(_ line: String) throws {
    let command = try #require(JSON(parsing: Array(line.utf8)).object?.first)
    let arguments = command.value
    func text(_ name: String) throws -> String { try #require(arguments[name]?.string) }
    func number(_ name: String) throws -> Int { try #require(arguments[name]?.int) }
    func path() throws -> ValuePath { try ValuePath(text("path")) }
    func until() throws -> StopCondition? { try arguments["until"].map(StopCondition.init) }
    self =
      switch command.key {
      case "step": .step(count: try number("count"))
      case "stepBack": .stepBack(count: try number("count"))
      case "goto": .goto(target: try #require(SeqAddress(text("target"))))
      case "continue": .continue(until: try until())
      case "reverseContinue": .reverseContinue(until: try until())
      case "back": .back
      case "forward": .forward
      case "setBreakpoint": .setBreakpoint(on: try StopCondition(#require(arguments["on"])))
      case "removeBreakpoint": .removeBreakpoint(id: arguments["id"]?.int)
      case "evaluate": .evaluate(path: try path())
      case "action": .action
      case "difference": .difference(from: try number("from"), to: try number("to"))
      case "when": .when(condition: try Condition(text("condition")))
      case "history": .history(path: try path(), limit: try number("limit"))
      case "unusual": .unusual
      case "causes": .causes(of: try number("of"))
      case "marks": .marks
      case "watch": .watch(path: try path())
      case "unwatch": .unwatch(path: nil)
      case "skip": .edit(.skip(seqs: try #require(arguments.ranges), withEffects: false))
      case "unskip": .edit(.unskip(seqs: nil))
      case "branches": .branches
      case "select": .select(branch: try text("branch"))
      case "fork": .fork(branch: try text("branch"))
      case "drop": .drop(branch: arguments["branch"]?.string)
      case "compare": .compare(first: try text("first"), second: nil)
      default: throw UnknownCommand(name: command.key)
      }
  }

  private struct UnknownCommand: Error {
    var name: String
  }
}

extension StopCondition {
  fileprivate init(_ condition: JSON) throws {
    let (kind, arguments) = try #require(condition.object?.first)
    func text(_ name: String) throws -> String { try #require(arguments[name]?.string) }
    self =
      switch kind {
      case "condition": .condition(holds: try Condition(text("holds")))
      case "start": .start(of: try Condition(text("of")))
      case "type": .type(is: try text("is"))
      case "change": .change(of: try ValuePath(text("of")))
      case "text": .text(contains: try text("contains"))
      default: .action(seqs: try #require(arguments["seqs"]?.array).compactMap(\.int))
      }
  }
}

extension JSON {
  fileprivate var int: Int? { number?.exactly() }

  /// The ranges of an array of pairs.
  fileprivate var ranges: [ClosedRange<Int>]? {
    self["seqs"]?.array?.compactMap { pair in
      guard let first = pair.array?.first?.int, let last = pair.array?.last?.int else { return nil }
      return first...last
    }
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
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: QuestionControl
  ) throws -> EditOutcome {
    try replayer.replay(log, editing: edits, id: "branch", into: sink)
  }
}
