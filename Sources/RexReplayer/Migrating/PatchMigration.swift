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
/// Where an edit adds, renames or removes the operation's member, the operation becomes the
/// difference of the edited members. Otherwise, its path and its value are migrated.
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
        migrated.operations += try migrate(part, spending: &budget)
      }
    }
    return migrated
  }

  /// A move between members becomes a removal and an addition, since other edits may be pending.
  private mutating func parts(
    of operation: JSONPatch.Operation
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    guard case .move(let from, let path) = operation, path.tokens(below: from) == nil,
      from.parent != path.parent || state[from.parent]?.array == nil, let value = state[from]
    else { return [operation] }
    try carry(value, to: path)
    return [.remove(from), .add(path, value)]
  }

  /// Applies an operation to the recorded state, and returns its migrated form.
  private mutating func migrate(
    _ operation: JSONPatch.Operation, spending budget: inout PatchBudget
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    if let place = changedPlace(of: operation.path) {
      let before = changedMembers(of: place, below: operation.path.parent)
      try state.apply(operation, spending: &budget)
      let after = changedMembers(of: place, below: operation.path.parent)
      return try difference(from: before, to: after, at: place.path)
    }
    let migrated = mapped(operation)
    try state.apply(operation, spending: &budget)
    return migrated.map { [$0] } ?? []
  }

  /// The migrated operation on a value that no edit adds, renames or removes; nil if there is none.
  private func mapped(_ operation: JSONPatch.Operation) -> JSONPatch.Operation? {
    let path = operation.path
    guard let place = place(of: path) else { return nil }
    let inner = path.tokens.last.flatMap { step($0, from: place)?.edits } ?? place.edits
    let target = place.mapped(path)
    func migrated(_ value: JSON) -> JSON { edits.apply(inner, to: value, depth: path.tokens.count) }
    return switch operation {
    case .add(_, let value): .add(target, migrated(value))
    case .replace(_, let value): .replace(target, migrated(value))
    case .remove: .remove(target)
    case .move(let from, _): .move(from: place.mapped(from), path: target)
    case .copy(let from, _): state[from].map { .add(target, migrated($0)) }
    case .test: nil
    }
  }

  /// The object of the last token, if edits may add, rename or remove that member.
  private func changedPlace(of path: JSONPointer) -> Place? {
    guard let key = path.tokens.last, let place = place(of: path), place.container.object != nil,
      edits.changedKeys(place.edits, depth: place.depth).contains(where: key.hasSameBytes)
    else { return nil }
    return place
  }

  /// The members that edits may add, rename or remove in an object, after the edits.
  private func changedMembers(of place: Place, below path: JSONPointer) -> JSONObject {
    let object = state[path]?.object
    var members = JSONObject()
    for key in edits.changedKeys(place.edits, depth: place.depth) { members[key] = object?[key] }
    return edits.apply(place.edits, to: .object(members), depth: place.depth).object ?? members
  }

  /// The operations from some members of an object to others.
  private mutating func difference(
    from old: JSONObject, to new: JSONObject, at path: JSONPointer
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    var operations = old.filter { new[$0.key] == nil }
      .map { JSONPatch.Operation.remove(path.appending($0.key)) }
    for (key, value) in new {
      let target = path.appending(key)
      operations +=
        old[key].map { JSONPatch(from: $0, to: value, at: target).operations }
        ?? [.add(target, value)]
    }
    for operation in operations {
      if let value = operation.value { try carry(value, to: operation.path) }
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
  private struct Place {
    /// Its path in the migrated state.
    var path: JSONPointer
    var container: JSON
    var edits: [Int]
    var depth: Int

    /// The migrated path for a recorded path through this container.
    func mapped(_ recorded: JSONPointer) -> JSONPointer {
      JSONPointer(tokens: path.tokens + recorded.tokens.dropFirst(depth))
    }
  }

  /// The container of the last token, or the first one without pending edits.
  ///
  /// Nil if the path leads nowhere in the recorded or the migrated state.
  private func place(of path: JSONPointer) -> Place? {
    var place = Place(path: JSONPointer(), container: state, edits: edits.indices, depth: 0)
    for token in path.tokens.dropLast() where !place.edits.isEmpty {
      guard let child = place.container[JSONPointer(tokens: [token])],
        let (name, pending) = step(token, from: place)
      else { return nil }
      place = Place(
        path: place.path.appending(name), container: child, edits: pending, depth: place.depth + 1)
    }
    return place
  }

  /// A child's migrated name, and the edits pending in it; nil if they remove it.
  private func step(_ key: String, from place: Place) -> (name: String, edits: [Int])? {
    guard case .object(let members) = place.container else {
      return (key, edits.editsOfElements(place.edits, depth: place.depth))
    }
    var keys = edits.changedKeys(place.edits, depth: place.depth)
    let isChanged = keys.contains(where: key.hasSameBytes)
    keys = isChanged ? keys.filter { members.position(of: $0) != nil } : [key]
    return edits.trace(keys, by: place.edits, depth: place.depth)
      .first { $0.origin == .member(key) }.map { ($0.name, $0.edits) }
  }
}
