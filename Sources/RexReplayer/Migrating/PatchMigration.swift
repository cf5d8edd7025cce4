import RexDiff
import RexJSON

/// The recorded state in its old form, which is what its patches' migration depends on.
///
///     recorded   S ──patch──▶ S'              migrated   edit(S) ──migrate(patch)──▶ edit(S')
///
/// An operation goes down the document together with the edits that are still to be made there:
///
///     edits   default /messages/*/lastActive 0 · rename /name /title
///     add     /messages/3 {"id":7}    add /messages/3 {"id":7,"lastActive":0}
///     replace /messages/3/body "hi"   as it is: no edit leads there
///     remove  /messages/3/lastActive  replace /messages/3/lastActive 0
///     replace /name "Ann"             replace /title "Ann"
///
/// So its cost is that of the operation's own path and value.
struct PatchMigration: PatchMigrating {
  let edits: DocumentEdits
  /// The recorded state after the last patch.
  private(set) var state: JSON
  /// The bytes of values that migrated patches may carry and recorded ones do not.
  private var carriedBytesLeft = PatchMigration.carriedBytesMax

  /// Two members of which a rename hides one can take turns for as long as a log goes on.
  private static let carriedBytesMax = 1 << 28

  init(_ edits: DocumentEdits, from state: JSON) {
    (self.edits, self.state) = (edits, state)
  }

  /// The patch that does to the migrated state what this one does to the recorded one.
  ///
  /// What a test demands is demanded of the recorded state, so that none is left.
  mutating func migrate(_ patch: JSONPatch) throws(JSONPatchError) -> JSONPatch {
    var migrated = JSONPatch()
    var budget = PatchBudget()
    for (index, operation) in patch.operations.enumerated() {
      do throws(JSONPatchError) {
        for part in try parts(of: operation) {
          migrated.operations += try migrate(part)
          try state.apply(part, spending: &budget)
        }
      } catch {
        throw JSONPatchError(error.kind, operation: index, pointer: error.pointer)
      }
    }
    return migrated
  }

  /// A move between places for which other edits are to be made is a removal and an addition.
  private mutating func parts(
    of operation: JSONPatch.Operation
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    guard case .move(let from, let path) = operation, mapped(moveFrom: from, to: path) == nil,
      !path.tokens.starts(with: from.tokens, by: { $0.hasSameBytes(as: $1) }),
      let value = state[from]
    else { return [operation] }
    try carry(value, to: path)
    return [.remove(from), .add(path, value)]
  }

  /// The operations for one; none where it does not fit, which applying it tells.
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
      guard let place = place(of: path) else { return [] }
      guard let key = path.tokens.last, place.changes(key, by: edits) else {
        return [mapped(operation, at: place)]
      }
      return try changes(by: operation, of: key, at: place)
    }
  }

  /// The same operation, of a value for which no edit adds, renames or removes a member.
  private func mapped(_ operation: JSONPatch.Operation, at place: Place) -> JSONPatch.Operation {
    let (path, depth) = (operation.path, operation.path.tokens.count)
    let inner = place.editsOfValue(at: path, by: edits)
    let target = place.mapped(path)
    let value = operation.value.map { edits.apply(inner, to: $0, depth: depth) }
    return switch (operation, value) {
    case (.add, let value?): .add(target, value)
    case (_, let value?): .replace(target, value)
    case (_, nil): .remove(target)
    }
  }

  /// A move within an array or object whose values at both places get the same edits; else nil.
  private func mapped(
    moveFrom from: JSONPointer, to path: JSONPointer
  ) -> JSONPatch.Operation? {
    guard from.parent == path.parent, from != path, let place = place(of: from),
      let key = from.tokens.last, let newKey = path.tokens.last,
      !place.changes(key, by: edits), !place.changes(newKey, by: edits),
      place.editsOfValue(at: from, by: edits) == place.editsOfValue(at: path, by: edits)
    else { return nil }
    return .move(from: place.mapped(from), path: place.mapped(path))
  }

  /// What an operation on a member does to those of the migrated object that depend on it.
  private mutating func changes(
    by operation: JSONPatch.Operation, of key: String, at place: Place
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    guard let members = place.container.object else { return [] }
    let keys = edits.changedKeys(place.edits, depth: place.depth)
    let own = DocumentEdits.Member.Origin.member(key)
    let before = keys.filter { members.position(of: $0) != nil }
    let after = keys.filter {
      $0.hasSameBytes(as: key) ? operation.value != nil : members.position(of: $0) != nil
    }
    let old = edits.trace(before, by: place.edits, depth: place.depth)
    let new = edits.trace(after, by: place.edits, depth: place.depth)
    var operations = old.filter { member in !new.contains { $0.hasName(of: member) } }
      .map { JSONPatch.Operation.remove(place.path.appending($0.name)) }
    for member in new {
      let previous = old.first { $0.hasName(of: member) }
      if let previous, previous.origin == member.origin, previous.edits == member.edits,
        member.origin != own
      {
        continue
      }
      let path = place.path.appending(member.name)
      let value: JSON? =
        member.origin == own
        ? operation.value.map { edits.apply(member.edits, to: $0, depth: place.depth + 1) }
        : edits.value(of: member, in: members, depth: place.depth)
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
  /// A container in the recorded state, on the way of a path, and the edits to be made in it.
  private struct Place {
    /// Its path in the migrated state.
    var path: JSONPointer
    var container: JSON
    var edits: [Int]
    /// The number of steps to it.
    var depth: Int

    /// The path that one through this container has in the migrated state.
    func mapped(_ recorded: JSONPointer) -> JSONPointer {
      JSONPointer(tokens: path.tokens + recorded.tokens.dropFirst(depth))
    }

    /// Whether a member may be added, renamed or removed here.
    func changes(_ key: String, by all: DocumentEdits) -> Bool {
      guard case .object = container else { return false }
      return all.changedKeys(edits, depth: depth).contains(where: key.hasSameBytes)
    }

    /// The edits to be made in the value at a path: the container's, or that of a child of it.
    func editsOfValue(at path: JSONPointer, by all: DocumentEdits) -> [Int] {
      guard let key = path.tokens.last else { return edits }
      switch container {
      case .object: return all.trace([key], by: edits, depth: depth).first?.edits ?? []
      case .array: return all.editsOfElements(edits, depth: depth)
      default: return []
      }
    }
  }

  /// The container of the last token, or the first one in which no edit is to be made.
  ///
  /// Nil where the migrated state has nothing at the path, and where the path leads nowhere.
  private func place(of path: JSONPointer) -> Place? {
    var place = Place(path: JSONPointer(), container: state, edits: edits.all, depth: 0)
    for token in path.tokens.dropLast() where !place.edits.isEmpty {
      guard let child = place.container[JSONPointer(tokens: [token])] else { return nil }
      switch place.container {
      case .object(let members):
        guard let member = migrated(token, of: members, at: place) else { return nil }
        place.path.tokens.append(member.name)
        place.edits = member.edits
      default:
        place.path.tokens.append(token)
        place.edits = edits.editsOfElements(place.edits, depth: place.depth)
      }
      place.container = child
      place.depth += 1
    }
    return place
  }

  /// A member on its way through the edits; nil where they remove it.
  private func migrated(
    _ key: String, of members: JSONObject, at place: Place
  ) -> DocumentEdits.Member? {
    var keys = edits.changedKeys(place.edits, depth: place.depth)
    let isChanged = keys.contains(where: key.hasSameBytes)
    keys = isChanged ? keys.filter { members.position(of: $0) != nil } : [key]
    return edits.trace(keys, by: place.edits, depth: place.depth)
      .first { $0.origin == .member(key) }
  }
}

extension DocumentEdits.Member {
  fileprivate func hasName(of other: DocumentEdits.Member) -> Bool {
    name.hasSameBytes(as: other.name)
  }
}

extension JSONPointer {
  fileprivate var parent: JSONPointer { JSONPointer(tokens: tokens.dropLast()) }
}
