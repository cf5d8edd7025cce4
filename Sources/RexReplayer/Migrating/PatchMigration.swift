import RexDiff
import RexJSON
import RexTimeline

/// Migrates patches, tracking the recorded state they depend on.
///
///     recorded   S ──patch──▶ S'              migrated   edit(S) ──migrate(patch)──▶ edit(S')
///
/// An operation descends into the document together with the pending edits:
///
///     edits   default /messages/*/lastActive 0 · rename /name /title
///     add     /messages/3 {"id":7}    add /messages/3 {"id":7,"lastActive":0}
///     replace /messages/3/body "hi"   unchanged: no edit applies there
///     remove  /messages/3/lastActive  replace /messages/3/lastActive 0
///     replace /name "Ann"             replace /title "Ann"
///
/// The cost is proportional to the operation's path and value.
struct PatchMigration: PatchMigrating {
  let edits: DocumentEdits
  /// The recorded state after the last patch.
  private(set) var state: JSON
  /// The number of bytes by which migrated patches may still grow.
  private var carriedBytesLeft = PatchMigration.carriedBytesMax

  /// A limit, since a patch that adds or removes a small member can rename a large one.
  private static let carriedBytesMax = 1 << 28

  init(_ edits: DocumentEdits, from state: JSON) {
    (self.edits, self.state) = (edits, state)
  }

  /// The patch for the migrated state that corresponds to a patch for the recorded state.
  ///
  /// Test operations are checked against the recorded state and dropped.
  mutating func migrate(_ patch: JSONPatch) throws(JSONPatchError) -> JSONPatch {
    var migrated = JSONPatch()
    try patch.forEachOperation { (operation, budget) throws(JSONPatchError) in
      for part in try parts(of: operation) {
        migrated.operations += try migrate(part)
        try state.apply(part, spending: &budget)
      }
    }
    return migrated
  }

  /// A move between positions with different pending edits becomes a removal and an addition.
  private mutating func parts(
    of operation: JSONPatch.Operation
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    guard case .move(let from, let path) = operation, mapped(moveFrom: from, to: path) == nil,
      path.tokens(below: from) == nil, let value = state[from]
    else { return [operation] }
    try carry(value, to: path)
    return [.remove(from), .add(path, value)]
  }

  /// The migrated form of an operation; empty if it does not fit: the caller's `apply` then throws.
  private mutating func migrate(
    _ operation: JSONPatch.Operation
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    switch operation {
    case .test: return []
    case .move(let from, let path): return [mapped(moveFrom: from, to: path)].compactMap(\.self)
    case .copy(let from, let path):
      guard let value = state[from] else { return [] }
      return try migrate(.add(path, value))
    case .add(let path, _), .remove(let path), .replace(let path, _):
      guard let position = position(of: path) else { return [] }
      guard let key = path.tokens.last, position.changes(key, by: edits) else {
        return [mapped(operation, at: position)]
      }
      return try changes(by: operation, of: key, at: position)
    }
  }

  /// The migrated operation on a member that no edit adds, renames or removes.
  private func mapped(_ operation: JSONPatch.Operation, at position: Position)
    -> JSONPatch.Operation
  {
    let (path, depth) = (operation.path, operation.path.tokens.count)
    let inner = position.editsOfValue(at: path, by: edits)
    let target = position.mapped(path)
    let value = operation.value.map { edits.apply(inner, to: $0, depth: depth) }
    return switch (operation, value) {
    case (.add, let value?): .add(target, value)
    case (_, let value?): .replace(target, value)
    case (_, nil): .remove(target)
    }
  }

  /// A move within a container if both positions have the same pending edits; else nil.
  private func mapped(
    moveFrom from: JSONPointer, to path: JSONPointer
  ) -> JSONPatch.Operation? {
    guard from.parent == path.parent, from != path, let position = position(of: from),
      let key = from.tokens.last, let newKey = path.tokens.last,
      !position.changes(key, by: edits), !position.changes(newKey, by: edits),
      position.editsOfValue(at: from, by: edits) == position.editsOfValue(at: path, by: edits)
    else { return nil }
    return .move(from: position.mapped(from), path: position.mapped(path))
  }

  /// The operations on the migrated object's members that depend on a changed member.
  private mutating func changes(
    by operation: JSONPatch.Operation, of key: String, at position: Position
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    guard let members = position.container.object else { return [] }
    let keys = edits.changedKeys(position.edits, depth: position.depth)
    let own = DocumentEdits.Member.Origin.member(key)
    let before = keys.filter { members.position(of: $0) != nil }
    let after = keys.filter {
      $0.hasSameBytes(as: key) ? operation.value != nil : members.position(of: $0) != nil
    }
    let old = edits.trace(before, by: position.edits, depth: position.depth)
    let new = edits.trace(after, by: position.edits, depth: position.depth)
    var operations = old.filter { member in !new.contains { $0.hasName(of: member) } }
      .map { JSONPatch.Operation.remove(position.path.appending($0.name)) }
    for member in new {
      let previous = old.first { $0.hasName(of: member) }
      if let previous, previous.origin == member.origin, previous.edits == member.edits,
        member.origin != own
      {
        continue
      }
      let path = position.path.appending(member.name)
      let value: JSON? =
        member.origin == own
        ? operation.value.map { edits.apply(member.edits, to: $0, depth: position.depth + 1) }
        : edits.value(of: member, in: members, depth: position.depth)
      guard let value else { continue }
      if member.origin != own { try carry(value, to: path) }
      operations.append(previous == nil ? .add(path, value) : .replace(path, value))
    }
    return operations
  }

  private mutating func carry(_ value: JSON, to path: JSONPointer) throws(JSONPatchError) {
    guard let count = value.byteCount(atMost: carriedBytesLeft) else {
      throw JSONPatchError(.copyTooLarge(max: PatchMigration.carriedBytesMax), pointer: path)
    }
    carriedBytesLeft -= count
  }
}

extension PatchMigration {
  /// A container in the recorded state along a path, with the edits pending in it.
  private struct Position {
    /// Its path in the migrated state.
    var path: JSONPointer
    var container: JSON
    var edits: [Int]
    var depth: Int

    /// The migrated path for a recorded path through this container.
    func mapped(_ recorded: JSONPointer) -> JSONPointer {
      JSONPointer(tokens: path.tokens + recorded.tokens.dropFirst(depth))
    }

    /// Whether a member may be added, renamed or removed here.
    func changes(_ key: String, by all: DocumentEdits) -> Bool {
      guard case .object = container else { return false }
      return all.changedKeys(edits, depth: depth).contains(where: key.hasSameBytes)
    }

    /// The edits pending in the value at a path, which is this container or a child.
    func editsOfValue(at path: JSONPointer, by all: DocumentEdits) -> [Int] {
      guard let key = path.tokens.last else { return edits }
      switch container {
      case .object: return all.trace([key], by: edits, depth: depth).first?.edits ?? []
      case .array: return all.editsOfElements(edits, depth: depth)
      default: return []
      }
    }
  }

  /// The container of the last token, or the first one without pending edits.
  ///
  /// Nil if the path leads nowhere in the recorded or the migrated state.
  private func position(of path: JSONPointer) -> Position? {
    var position = Position(path: JSONPointer(), container: state, edits: edits.indices, depth: 0)
    for token in path.tokens.dropLast() where !position.edits.isEmpty {
      guard let child = position.container[JSONPointer(tokens: [token])] else { return nil }
      switch position.container {
      case .object(let members):
        guard let member = migrated(token, of: members, at: position) else { return nil }
        position.path.tokens.append(member.name)
        position.edits = member.edits
      default:
        position.path.tokens.append(token)
        position.edits = edits.editsOfElements(position.edits, depth: position.depth)
      }
      position.container = child
      position.depth += 1
    }
    return position
  }

  /// A member after the edits; nil if they remove it.
  private func migrated(
    _ key: String, of members: JSONObject, at position: Position
  ) -> DocumentEdits.Member? {
    var keys = edits.changedKeys(position.edits, depth: position.depth)
    let isChanged = keys.contains(where: key.hasSameBytes)
    keys = isChanged ? keys.filter { members.position(of: $0) != nil } : [key]
    return edits.trace(keys, by: position.edits, depth: position.depth)
      .first { $0.origin == .member(key) }
  }
}

extension DocumentEdits.Member {
  fileprivate func hasName(of other: DocumentEdits.Member) -> Bool {
    name.hasSameBytes(as: other.name)
  }
}
