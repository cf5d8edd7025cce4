import RexDiff
import RexJSON
import RexQuery
import RexTimeline

/// Finds whether a walk's last action changed the value at a path.
///
/// Values are compared, so replacing a whole state changes only what differs. The path is resolved
/// in each state; `ValueHistory` follows a single value instead.
struct PathJudge {
  let path: ValuePath
  private let pointer: JSONPointer?

  init(_ path: ValuePath) { (self.path, pointer) = (path, path.pointer) }

  /// Whether the last action changed the value; nil if the state is unknown, or the one before.
  func isChanged(by walk: FocusedWalk) -> Bool? {
    guard !path.hasWildcard else { return walk.difference(at: path).map { !$0.isEmpty } }
    guard walk.state != nil else { return nil }
    let operations = walk.kept.change?.operations ?? []
    let isBeside = operations.allSatisfy { operation in
      pointer.map(operation.isBeside) ?? false
    }
    guard walk.isReplaced || !isBeside else { return false }
    guard let before = walk.stateBefore() else { return nil }
    return path.value(in: before) != walk.state.flatMap { path.value(in: $0) }
  }
}
