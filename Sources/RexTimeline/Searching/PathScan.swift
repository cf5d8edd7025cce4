import RexDiff
import RexJSON
import RexLog
package import RexQuery

/// Reports after each action of a log whether it changed the value at a path.
///
/// Values are compared, so replacing a whole state changes only what differs. The path is resolved
/// in each state; `ValueHistory` follows a single value instead.
package struct PathScan {
  package let path: ValuePath
  private let pointer: JSONPointer?
  private var walk: StateWalk

  /// A scan from an action on.
  package init(_ path: ValuePath, in states: LogStates, from seq: Int) throws(ReplayError) {
    (self.path, pointer) = (path, path.pointer)
    let first = states.log.session.after + 1
    walk = try StateWalk(states, StateFocus(path), before: max(seq, first))
  }

  /// The next action and whether it changed the value; `isChanged` is nil if the state is unknown.
  package mutating func next() throws(ReplayError) -> (seq: Int, isChanged: Bool?)? {
    guard try walk.next() else { return nil }
    guard walk.state != nil else { return (walk.seq, nil) }
    guard walk.isReplaced || isNear(walk.change?.operations ?? []) else { return (walk.seq, false) }
    let before = walk.stateBefore().flatMap { path.value(in: $0) }
    return (walk.seq, before != walk.state.flatMap { path.value(in: $0) })
  }

  private func isNear(_ operations: [JSONPatch.Operation]) -> Bool {
    guard let pointer else { return !operations.isEmpty }
    return operations.contains { operation in
      [operation.path, operation.from].compactMap(\.self).contains { path in
        // A change to a sibling can shift the value if its container is an array.
        ChangeReach(of: path, to: pointer) != nil || pointer.tokens(below: path.parent) != nil
      }
    }
  }
}
