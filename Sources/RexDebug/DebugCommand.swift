package import RexJSON
public import RexQuery
package import RexQuestions
import RexTimeline

/// A command to a debugging session.
///
/// The Debug Adapter Protocol's word is used where it has one. Actions are named by their numbers
/// in the current branch.
package enum DebugCommand: Sendable {
  /// Goes forward by a number of actions, as far as possible.
  case step(count: Int)
  /// Goes back by a number of actions, as far as possible.
  case stepBack(count: Int)
  case goto(target: SeqAddress)
  /// Goes to the next action that a condition stops at; nil stops at breakpoints and the end.
  case `continue`(until: StopCondition?)
  /// Goes to the previous action that a condition stops at; nil stops at breakpoints and the start.
  case reverseContinue(until: StopCondition?)
  /// Goes to where the session was before its last jump.
  case back
  /// Undoes `back`.
  case forward

  case setBreakpoint(on: StopCondition)
  /// Removes a breakpoint; nil removes all.
  case removeBreakpoint(id: Int?)
  case breakpoints

  /// The value at a path of the current state.
  case evaluate(path: ValuePath)
  /// The action that led here.
  case action
  /// The difference between two states.
  case difference(from: Int, to: Int)
  /// The first action after which a condition holds, without going there.
  case when(condition: Condition)
  /// The changes of the value that is now at a path, the last first.
  case history(path: ValuePath, limit: Int)
  case causes(of: Int)
  /// What actions did that others of their type do not.
  case unusual
  case marks

  /// Shows the value at a path at each stop from now on.
  case watch(path: ValuePath)
  /// Removes the watch of a path's text; nil removes all.
  case unwatch(path: String?)
  case watches

  /// Edits an action, in the current branch or in a new one.
  case edit(DebugEdit)
  case branches
  /// Goes to a branch; nil is the recorded log.
  case select(branch: String?)
  /// Creates a branch with the edits of the current one; nil gives it a new name.
  case fork(branch: String?)
  /// Deletes a branch; nil is the current one.
  case drop(branch: String?)
  /// Compares two branches; nil is the recorded log.
  case compare(first: String?, second: String?)

  /// Whether it goes to where the session was before.
  var isReturn: Bool {
    switch self {
    case .back, .forward: true
    default: false
    }
  }

  /// The warnings about its condition.
  var warnings: [QueryError] {
    switch self {
    case .when(let condition), .setBreakpoint(.condition(let condition)),
      .continue(.condition(let condition)?), .reverseContinue(.condition(let condition)?),
      .continue(.start(let condition)?), .reverseContinue(.start(let condition)?):
      condition.warnings
    default: []
    }
  }

  /// Whether it creates, changes or selects a branch.
  var changesBranches: Bool {
    switch self {
    case .edit, .select, .fork, .drop, .back, .forward: true
    default: false
    }
  }
}

/// What `continue` and a breakpoint stop at.
package enum StopCondition: Sendable, Encodable {
  /// An action after which a condition holds.
  case condition(holds: Condition)
  /// An action at which a condition becomes true.
  case start(of: Condition)
  /// An action of a type.
  case type(is: String)
  /// An action that changes the value at a path.
  case change(of: ValuePath)
  /// An action that contains a text.
  case text(contains: String)
  /// One of these actions, whose numbers are in ascending order.
  case action(seqs: [Int])

  /// Whether it stops where a value changes, as a data breakpoint does.
  var isData: Bool { if case .change = self { true } else { false } }
}

extension StopCondition {
  /// What running until a condition stops at.
  ///
  /// A condition on the state alone holds for a while, and stops where it becomes true. One that
  /// also reads the action or the state before is met by each action anew.
  package init(until condition: Condition) {
    self = condition.documents == [.after] ? .start(of: condition) : .condition(holds: condition)
  }

  /// What a filter stops at: a path that changes, a condition, or else a text.
  package init(filter text: String) throws(QueryError) {
    if text.hasPrefix("/") {
      self = .change(of: try ValuePath(text))
    } else if let first = text.first,
      "$@!(".contains(first) || text.contains("($") || text.contains(#/^[\w.]+ *([=!<>]=|[<>]) /#)
    {
      self = .condition(holds: try Condition(text))
    } else {
      self = .text(contains: text)
    }
  }
}

/// A condition that `continue` stops at until it is removed.
package struct Breakpoint: Sendable, Encodable {
  package var id: Int
  package var on: StopCondition
}

/// An edit of the log's actions.
package enum DebugEdit: Sendable {
  /// Leaves actions out; `withEffects` also what skipped actions caused, from now on.
  case skip(seqs: [ClosedRange<Int>], withEffects: Bool)
  /// Restores skipped actions, by their recorded numbers; nil restores all.
  case unskip(seqs: [ClosedRange<Int>]?)
  /// Replaces an action's payload.
  case replace(seq: Int, payload: JSON)
  /// Inserts a new action after another.
  case insert(after: Int, payload: JSON)
  /// Moves an action after another.
  case move(seq: Int, after: Int)
  /// Changes a value in the state after an action.
  case set(after: Int, path: JSONPointer, value: JSON)
}

/// Encoded as its text.
extension Condition: Encodable {
  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

/// Encoded as its text.
extension ValuePath: Encodable {
  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
