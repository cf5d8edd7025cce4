import RexDiff
import RexJSON
public import RexLog
public import RexQuery

/// Tells after each action of a log, in order, whether it changed the value at a path.
///
/// What patches write is compared, not believed: a state that is replaced whole changes only what
/// differs. The path is asked in each state anew; `ValueHistory` follows one value.
public struct PathScan {
  /// The path.
  public let path: ValuePath
  private let pointer: JSONPointer?
  private var walk: StateWalk

  /// A scan from an action on.
  public init(_ path: ValuePath, in log: Log, from seq: Int) throws(TimelineError) {
    (self.path, pointer) = (path, path.pointer)
    walk = try StateWalk(log, StateFocus(path), before: max(seq, log.session.after + 1))
  }

  /// The next action, and whether it changed the value; nil where the state is not known.
  public mutating func next() throws(TimelineError) -> (seq: Int, isChanged: Bool?)? {
    guard try walk.next() else { return nil }
    guard walk.state != nil else { return (walk.seq, nil) }
    guard let change = walk.change, isNear(change.operations) else { return (walk.seq, false) }
    let before = walk.stateBefore().flatMap { path.value(in: $0) }
    return (walk.seq, before != walk.state.flatMap { path.value(in: $0) })
  }

  private func isNear(_ operations: [JSONPatch.Operation]) -> Bool {
    guard let pointer else { return true }
    return operations.contains { operation in
      [operation.path, operation.from].compactMap(\.self).contains { place in
        // A change beside the value may shift it, where its container is an array.
        ChangeReach(of: place, to: pointer) != nil || pointer.tokens(below: place.parent) != nil
      }
    }
  }
}
