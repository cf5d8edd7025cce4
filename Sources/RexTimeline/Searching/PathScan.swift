import RexDiff
import RexJSON
import RexLog
package import RexQuery

/// Reports after each action of a log whether it changed the value at a path.
///
/// Values are compared, so replacing a whole state changes only what differs. The path is resolved
/// in each state; `ValueHistory` follows a single value instead.
package struct PathScan {
  private var walk: FocusedWalk
  private let judge: PathJudge

  /// A scan from an action on.
  package init(_ path: ValuePath, in states: LogStates, from seq: Int) throws(ReplayError) {
    judge = PathJudge(path)
    let first = states.log.session.after + 1
    walk = try FocusedWalk(states, StateFocus([], [path]), before: max(seq, first))
  }

  /// The next action and whether it changed the value; `isChanged` is nil if the state is unknown.
  package mutating func next() throws(ReplayError) -> (seq: Int, isChanged: Bool?)? {
    guard try walk.next() else { return nil }
    return (walk.seq, judge.isChanged(by: walk))
  }
}

/// Finds whether a walk's last action changed the value at a path.
struct PathJudge {
  let path: ValuePath
  private let pointer: JSONPointer?

  init(_ path: ValuePath) { (self.path, pointer) = (path, path.pointer) }

  /// Whether the last action changed the value; nil if the state is unknown.
  func isChanged(by walk: FocusedWalk) -> Bool? {
    guard walk.state != nil else { return nil }
    let operations = walk.kept.change?.operations ?? []
    let isBeside = operations.allSatisfy { pointer.map($0.isBeside) ?? false }
    guard walk.isReplaced || !isBeside else { return false }
    let before = walk.stateBefore().flatMap { path.value(in: $0) }
    return before != walk.state.flatMap { path.value(in: $0) }
  }
}
