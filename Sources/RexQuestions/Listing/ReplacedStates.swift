import RexDiff
import RexJSON
package import RexLog
package import RexTimeline

/// Tells what an action changed that replaced the whole state, as an import of another tool's log
/// has it, by comparing the states before and after it.
///
///     recorded   replace ""  {"counter":2,"user":{"name":"a"}}
///     told       replace /counter 2
package struct ReplacedStates {
  private let states: LogStates
  private var timeline: Timeline?

  package init(_ states: LogStates) { self.states = states }

  /// The action with what differs in place of the whole state; nil if it did not replace that, or
  /// if a state is unknown.
  package mutating func narrowing(_ action: LogAction) -> LogAction? {
    guard let patch = action.result?.patch, patch.operations.contains(where: \.replacesState)
    else { return nil }
    var timeline = timeline ?? Timeline(states)
    defer { self.timeline = timeline }
    self.timeline = nil
    guard let before = try? timeline.state(at: action.seq - 1),
      let after = try? timeline.state(at: action.seq)
    else { return nil }
    var action = action
    action.result?.change = .patch(JSONPatch(from: before, to: after))
    return action
  }
}

extension LogRecord {
  /// Whether the patch may begin or end by replacing the whole state, so that more may be found in
  /// what differs than in the line: the names of removed members.
  var mayReplaceState: Bool {
    guard kind == .action, let patch = members?.patch else { return false }
    return [patch.prefix(Self.operationBytes), patch.suffix(Self.operationBytes)].contains {
      $0.firstRange(of: #""path":"""#.utf8) != nil
    }
  }

  /// More than an operation has beside its value.
  private static var operationBytes: Int { 40 }
}

extension JSONPatch.Operation {
  fileprivate var replacesState: Bool {
    switch self {
    case .replace(let path, _), .add(let path, _): path.tokens.isEmpty
    default: false
    }
  }
}
