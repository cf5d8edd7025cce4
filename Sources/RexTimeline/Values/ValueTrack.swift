import RexDiff
import RexJSON

/// One value of a log's states, followed back through the operations that led to it.
///
///     state 9   /messages/3/body     #9 add /messages/0
///     state 8   /messages/2/body     #8 replace /messages with [{"id":"b",…}, {"id":"a",…}]
///     state 7   /messages/1/body     the element whose id is the same
///
/// An element keeps its identity when elements before it are inserted or removed and when it is
/// moved. When a value around it is replaced, an element is the one with the same `id` in the array
/// before, or, without an `id`, the one in the same place. A member of an object keeps it by its
/// name, also while it is absent. A copy is a new value.
struct ValueTrack: Sendable, Equatable {
  /// The value's place before the operations that were gone back over; nil where it was created.
  private(set) var pointer: JSONPointer?
  /// The largest place around, at or in the value that the operations since `takeWrite()` wrote.
  private var write: Write?

  /// A place that was written, and how that reached the value.
  struct Write: Sendable, Equatable {
    var path: JSONPointer
    var reach: ChangeReach
  }

  /// A track of the value at a place in the last state.
  init(_ pointer: JSONPointer) { self.pointer = pointer }

  /// How the operations so far reached the value, from now on forgotten.
  mutating func takeWrite() -> Write? {
    defer { write = nil }
    return write
  }

  /// Goes back over an operation; `state` is the one after it, and becomes the one before.
  ///
  /// - Parameter inverse: what takes the operation back.
  mutating func goBack(
    over operation: JSONPatch.Operation, undoneBy inverse: JSONPatch, in state: inout JSON
  ) throws(JSONPatchError) {
    guard let pointer else { return try state.apply(inverse) }
    switch operation {
    case .test: break
    case .remove(let path):
      try state.apply(inverse)
      take(removed: path, in: pointer, state)
      self.pointer = pointer.removed(at: path, in: state)
    case .add(let path, let value):
      try goBack(overWriting: value, at: path, undoneBy: inverse, in: &state)
    case .replace(let path, let value):
      try goBack(overWriting: value, at: path, undoneBy: inverse, in: &state)
    case .copy(_, let path):
      let value = state[path.resolvingEnd(in: state)] ?? .null
      try goBack(overWriting: value, at: path, undoneBy: inverse, in: &state)
    case .move(let from, let path):
      guard from != path else { break }
      let target = path.resolvingEnd(in: state)
      if let rest = pointer.tokens(below: target) {
        self.pointer = JSONPointer(tokens: from.tokens + rest)
        try state.apply(inverse)
      } else {
        take(target, in: pointer)
        let between = pointer.inserted(at: target, in: state)
        try state.apply(inverse)
        take(removed: from, in: between, state)
        self.pointer = between.removed(at: from, in: state)
      }
    }
  }

  /// Goes back over an operation that put a value in a place, instead of another or of none.
  private mutating func goBack(
    overWriting value: JSON, at path: JSONPointer, undoneBy inverse: JSONPatch,
    in state: inout JSON
  ) throws(JSONPatchError) {
    guard let pointer else { return }
    let target = path.resolvingEnd(in: state)
    let isElement = state.isArray(at: target.parent)
    try state.apply(inverse)
    take(target, in: pointer)
    let isInserted =
      switch inverse.operations.first {
      case .remove?: true
      default: false
      }
    if let rest = pointer.tokens(below: target) {
      if isInserted, isElement {
        self.pointer = nil
      } else {
        let old = isInserted ? nil : state[target]
        self.pointer = JSON.origin(of: rest[...], from: old, to: value).map {
          JSONPointer(tokens: target.tokens + $0)
        }
      }
    } else if isInserted, isElement {
      self.pointer = pointer.shifted(at: target, by: -1)
    }
  }

  /// Takes a place from which a value was removed; an element that is there now is another one.
  private mutating func take(removed path: JSONPointer, in pointer: JSONPointer, _ state: JSON) {
    if pointer.tokens(below: path) != nil, state.isArray(at: path.parent) { return }
    take(path, in: pointer)
  }

  /// Takes a place that an operation changed.
  private mutating func take(_ path: JSONPointer, in pointer: JSONPointer) {
    guard let reach = ChangeReach(of: path, to: pointer) else { return }
    if let write, write.reach >= reach { return }
    write = Write(path: path, reach: reach)
  }
}

/// Where an action changed something, seen from a value.
public enum ChangeReach: String, Sendable, Comparable, CaseIterable {
  /// In the value: a descendant of it.
  case within
  /// The value itself.
  case itself
  /// Around the value: an ancestor of it was written, and the value with it.
  case around

  /// The order from the smallest place to the largest.
  public static func < (left: ChangeReach, right: ChangeReach) -> Bool {
    left.order < right.order
  }

  private var order: Int {
    switch self {
    case .within: 0
    case .itself: 1
    case .around: 2
    }
  }

  /// How a change at a place reaches a value; nil where it does not.
  init?(of path: JSONPointer, to value: JSONPointer) {
    if let rest = value.tokens(below: path) {
      self = rest.isEmpty ? .itself : .around
    } else if path.tokens(below: value) != nil {
      self = .within
    } else {
      return nil
    }
  }
}
