import RexDiff
import RexJSON

/// Tracks a value back through the operations that led to it.
///
///     state 9   /messages/2/body     #9 add /messages/0
///     state 8   /messages/1/body     #8 replace /messages with [{"id":"b",…}, {"id":"a",…}]
///     state 7   /messages/0/body     the element whose id is the same
///
/// An element keeps its identity when it is moved or shifted. When an enclosing value is replaced,
/// elements are matched by `id`, or by index if they have none. Members are identified by name,
/// even while absent. A copy is a new value.
struct ValueTracker: Sendable, Equatable {
  /// The value's position before the operations undone so far; nil if one of them created it.
  private(set) var pointer: JSONPointer?
  /// The outermost path written since `takeWrite()` that affected the value.
  private var write: Write?
  /// What the operations changed in the value, the last first.
  private var edits: [StateDifference] = []

  /// A path that was written, and its relation to the value.
  struct Write: Sendable, Equatable {
    var path: JSONPointer
    var reach: ChangeReach
  }

  /// A tracker of the value at a position in the last state.
  init(_ pointer: JSONPointer) { self.pointer = pointer }

  /// Returns and resets the outermost write so far.
  mutating func takeWrite() -> Write? {
    defer { write = nil }
    return write
  }

  /// Returns and resets what the operations changed in the value, the first first.
  mutating func takeEdits() -> StateDifference {
    defer { edits = [] }
    return StateDifference(leaves: edits.reversed().flatMap(\.leaves))
  }

  /// Undoes an operation; `state` changes from the one after it to the one before.
  ///
  /// - Parameter inverse: the operation's inverse.
  mutating func stepBack(
    over operation: JSONPatch.Operation, undoneBy inverse: JSONPatch, in state: inout JSON
  ) throws(JSONPatchError) {
    guard let pointer else { return try state.takeBack(inverse) }
    switch operation {
    case .test: break
    case .remove(let path):
      try state.takeBack(inverse)
      recordRemoval(at: path, in: pointer, state)
      self.pointer = pointer.beforeRemoval(at: path, in: state)
    case .add(let path, let value):
      try stepBack(overWriting: value, at: path, undoneBy: inverse, in: &state)
    case .replace(let path, let value):
      try stepBack(overWriting: value, at: path, undoneBy: inverse, in: &state)
    case .copy(_, let path):
      let value = state[path.resolvingEnd(in: state)] ?? .null
      try stepBack(overWriting: value, at: path, undoneBy: inverse, in: &state)
    case .move(let from, let path):
      guard from != path else { break }
      let target = path.resolvingEnd(in: state)
      if let rest = pointer.tokens(below: target) {
        self.pointer = JSONPointer(tokens: from.tokens + rest)
        try state.takeBack(inverse)
      } else {
        recordWrite(target, in: pointer)
        let between = pointer.beforeInsertion(at: target, in: state)
        let isElement = state.isArray(at: target.parent)
        let moved = state[target]
        try state.takeBack(inverse)
        if ChangeReach(of: target, to: pointer) == .within {
          recordEdit(from: isElement ? nil : state[target], to: moved, at: target)
        }
        recordRemoval(at: from, in: between, state)
        self.pointer = between.beforeRemoval(at: from, in: state)
      }
    }
  }

  /// Undoes an operation that set a value.
  private mutating func stepBack(
    overWriting value: JSON, at path: JSONPointer, undoneBy inverse: JSONPatch,
    in state: inout JSON
  ) throws(JSONPatchError) {
    guard let pointer else { return }
    let target = path.resolvingEnd(in: state)
    let isElement = state.isArray(at: target.parent)
    try state.takeBack(inverse)
    recordWrite(target, in: pointer)
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
        self.pointer = JSON.origin(of: rest, from: old, to: value).map {
          JSONPointer(tokens: target.tokens + $0)
        }
      }
      let written = value[JSONPointer(tokens: Array(rest))]
      recordEdit(from: self.pointer.flatMap { state[$0] }, to: written, at: pointer)
    } else {
      if isInserted, isElement { self.pointer = pointer.shifted(at: target, by: -1) }
      guard ChangeReach(of: target, to: pointer) == .within else { return }
      recordEdit(from: isInserted ? nil : state[target], to: value, at: target)
    }
  }

  /// Records a removal, unless it removed the array element whose index the value then took.
  ///
  /// - Parameter state: the state before the removal.
  private mutating func recordRemoval(
    at path: JSONPointer, in pointer: JSONPointer, _ state: JSON
  ) {
    guard let reach = ChangeReach(of: path, to: pointer),
      reach == .within || !state.isArray(at: path.parent)
    else { return }
    recordWrite(path, in: pointer)
    let removed = reach == .within ? path : pointer
    recordEdit(from: state[removed], to: nil, at: removed)
  }

  private mutating func recordEdit(from old: JSON?, to new: JSON?, at path: JSONPointer) {
    guard old != new else { return }
    edits.append(StateDifference(from: old, to: new, at: path))
  }

  /// Records a path that an operation changed.
  private mutating func recordWrite(_ path: JSONPointer, in pointer: JSONPointer) {
    guard let reach = ChangeReach(of: path, to: pointer) else { return }
    if let write, write.reach >= reach { return }
    write = Write(path: path, reach: reach)
  }
}

/// The relation of a change to a value.
public enum ChangeReach: String, Sendable, Comparable, CaseIterable {
  /// A descendant of the value changed.
  case within
  /// The value itself changed.
  case itself
  /// An ancestor was written, and the value with it.
  case around

  /// Orders from the innermost change to the outermost.
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

  /// The relation of a change at a path to a value; nil if it does not affect it.
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
