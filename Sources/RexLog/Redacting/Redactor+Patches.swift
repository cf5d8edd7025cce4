package import RexDiff
package import RexJSON
package import RexRedaction

/// Redacts the patches of a log.
///
///     state          redact(state)
///       │ patch          │ redact(patch, of: state)
///       ▼                ▼
///     next state     redact(next state)
///
/// The redacted state is not needed, since what is redacted depends only on a value and its place.
extension Redactor {
  /// Redacts a patch, and applies the original one to the original state.
  ///
  /// - Throws: An error if the patch does not fit the state, which is then unknown.
  package func redact(
    _ patch: JSONPatch, of state: inout JSON
  ) throws(JSONPatchError) -> JSONPatch {
    var redacted = JSONPatch()
    try patch.forEachOperation { (operation, budget) throws(JSONPatchError) in
      redacted.operations += try redact(operation, of: &state, spending: &budget)
    }
    return redacted
  }

  /// Returns the operations for the redacted state; usually one.
  private func redact(
    _ operation: JSONPatch.Operation, of state: inout JSON, spending budget: inout PatchBudget
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    let place = place(of: operation.path, in: state)
    switch operation {
    case .add(_, let value):
      try state.apply(operation, spending: &budget)
      return [.add(place.path, redact(value, at: place))]
    case .replace(_, let value):
      try state.apply(operation, spending: &budget)
      return [.replace(place.path, redact(value, at: place))]
    case .test(_, let value):
      try state.apply(operation, spending: &budget)
      return [.test(place.path, redact(value, at: place))]
    case .remove:
      try state.apply(operation, spending: &budget)
      return [.remove(place.path)]
    case .copy(let from, _):
      let source = self.place(of: from, in: state)
      let value = try state.value(at: from)
      try state.apply(operation, spending: &budget)
      let new = redact(value, at: place)
      // What is shown of a secret can be longer than a patch may copy.
      let isOpen = new == value && redact(value, at: source) == value
      return [isOpen ? .copy(from: source.path, path: place.path) : .add(place.path, new)]
    case .move(let from, let path):
      return try redactMove(from, path, of: &state, spending: &budget)
    }
  }

  /// Returns the operations for a move, whose path applies to the state without the moved value.
  private func redactMove(
    _ from: JSONPointer, _ path: JSONPointer, of state: inout JSON,
    spending budget: inout PatchBudget
  ) throws(JSONPatchError) -> [JSONPatch.Operation] {
    let source = place(of: from, in: state)
    let value = try state.value(at: from)
    if from == path { return [.move(from: source.path, path: source.path)] }
    if path.isBelow(from) {
      throw JSONPatchError(.moveIntoItself, pointer: path)
    }
    try budget.spend(moving: value, to: path)
    try state.apply(.remove(from), spending: &budget)
    let place = place(of: path, in: state)
    try state.apply(.add(path, value), spending: &budget)
    guard let new = redact(value, movedFrom: source, to: place) else {
      return [.move(from: source.path, path: place.path)]
    }
    return [.remove(source.path), .add(place.path, new)]
  }

  /// Returns the redacted value at another place; nil if it is the same at both.
  private func redact(_ value: JSON, movedFrom source: Place, to place: Place) -> JSON? {
    if source.scope == place.scope { return nil }
    let new = redact(value, at: place)
    if new == redact(value, at: source) { return nil }
    return new
  }

  private func redact(_ value: JSON, at place: Place) -> JSON {
    redacted(value, in: place.scope, names: place.names) ?? value
  }
}
